import type { Target } from '../../../traffic/target/target.ts';

/** The time after the last possible retry until nothing more is expected, ms. */
const graceMs = 600_000;

const minuteMs = 60_000;

/** Minutes between the attempts of one delivery, if the target file gives no others. */
const usualRetryMinutes: readonly number[] = [1, 2, 5, 15, 30, 60, 120, 360, 720, 1440];

/**
 * Returns the longest duration of an experiment at a target, until its last retry, ms. If the clock is moved, days cost nothing, so the horizon includes a
 * possible extra retry after twice the longest delay.
 */
export function horizonOf({ webhook }: Pick<Target, 'webhook'>, { isPlayed }: { isPlayed: boolean }): number {
  const minutes = webhook?.retryMinutes ?? usualRetryMinutes;
  const beyond = isPlayed ? 2 * Math.max(0, ...minutes) : 0;
  return minutes.reduce((sum, each) => sum + each, beyond) * minuteMs + graceMs;
}
