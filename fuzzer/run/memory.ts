import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** So much of the heap may be taken before what nobody needs is collected, in bytes: left alone, Node would take as much of the machine as there is. */
const mostHeap = 192 * 1024 * 1024;

let collect: (() => void) | undefined;

/** Collects what nobody needs, where the heap is large: a campaign goes on for hours beside other work. */
export function keepHeapSmall(): void {
  if (process.memoryUsage().heapUsed < mostHeap) return;
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
