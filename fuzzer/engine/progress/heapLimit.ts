import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The heap size, in bytes, above which garbage is collected: without a limit Node would take all memory of the machine. */
const usualHeap = 128 * 1024 * 1024;

/** If the live data is large, the next limit is this many times the size of the live data. */
const growth = 1.5;

let mostHeap = usualHeap;

/** Returns a function that collects all garbage at once; Node offers this function only with a flag. */
export function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

let collect: (() => void) | undefined;

/** Collects garbage if the heap is large: a campaign runs for hours beside other work. */
export function limitHeap(): void {
  if (process.memoryUsage().heapUsed < mostHeap) return;
  collect ??= collector();
  collect();
  mostHeap = Math.max(usualHeap, growth * process.memoryUsage().heapUsed);
}
