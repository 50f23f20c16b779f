import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { LimiterHandle } from './limiterHandle.ts';

/** No wait is longer than this many times the mean. */
const longest = 6;

const fineness = 2 ** 32;

/** Draws from the system's own source: a rhythm that follows from a seed could be known. */
const unforeseen = () => randomInt(fineness) / fineness;

/** Returns a drawn wait whose mean is given, ms: independent moments, as those of many customers, have waits of this distribution. */
export const drawnWait = (meanMs: number, random: () => number = unforeseen): number =>
  Math.min(longest, -Math.log(1 - random())) * meanMs;

/** Returns a handle that waits a drawn time before each request, so that a run has no rhythm of its own. */
export function pacedHandle(handle: LimiterHandle, meanMs: number): LimiterHandle {
  return {
    ...handle,
    spend: async (method) => {
      const waitMs = drawnWait(meanMs);
      await delay(waitMs);
      const lease = await handle.spend(method);
      return { ...lease, waitedMs: lease.waitedMs + waitMs };
    },
    once: (key, make) => handle.once(key, make),
    close: () => handle.close(),
  };
}
