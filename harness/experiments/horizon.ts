import type { Target } from '../target.ts';

/** So much later than a retry is due nothing more is expected of it, ms. */
const graceMs = 600_000;

const minuteMs = 60_000;

/** Minutes between the attempts of one delivery, where the target file says nothing else. */
const usualRetryMinutes: readonly number[] = [1, 2, 5, 15, 30, 60, 120, 360, 720, 1440];

/** How long an experiment takes at a target, ms: until the retry after the last one would have come, where delays double. */
export function horizonOf({ webhook }: Pick<Target, 'webhook'>): number {
  const minutes = webhook?.retryMinutes ?? usualRetryMinutes;
  const oneMore = 2 * (minutes.at(-1) ?? 0);
  return [...minutes, oneMore].reduce((sum, each) => sum + each * minuteMs, graceMs);
}
