import type { Target } from '../../../traffic/target/target.ts';

/** After the last retry that a target may make, so much more until nothing more is expected, ms. */
const graceMs = 600_000;

const minuteMs = 60_000;

/** Minutes between the attempts of one delivery, where the target file says nothing else. */
const usualRetryMinutes: readonly number[] = [1, 2, 5, 15, 30, 60, 120, 360, 720, 1440];

/**
 * How long an experiment takes at a target: until its last retry, ms. Where days cost nothing because the clock is moved it takes as much longer
 * as one retry too many may be late, twice the longest delay.
 */
export function horizonOf({ webhook }: Pick<Target, 'webhook'>, { isPlayed }: { isPlayed: boolean }): number {
  const minutes = webhook?.retryMinutes ?? usualRetryMinutes;
  const beyond = isPlayed ? 2 * Math.max(0, ...minutes) : 0;
  return minutes.reduce((sum, each) => sum + each, beyond) * minuteMs + graceMs;
}
