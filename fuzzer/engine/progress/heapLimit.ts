import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** So much of the heap may be taken before what nobody needs is collected, in bytes: left alone, Node would take as much of the machine as there is. */
const usualHeap = 192 * 1024 * 1024;

/** Where more than that is needed, it may grow by so much of what is needed. */
const growth = 1.5;

let mostHeap = usualHeap;

/** What collects at once all that nobody needs; Node has it behind a flag. */
export function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

let collect: (() => void) | undefined;

/** Collects what nobody needs, where the heap is large: a campaign goes on for hours beside other work. */
export function limitHeap(): void {
  if (process.memoryUsage().heapUsed < mostHeap) return;
  collect ??= collector();
  collect();
  mostHeap = Math.max(usualHeap, growth * process.memoryUsage().heapUsed);
}
