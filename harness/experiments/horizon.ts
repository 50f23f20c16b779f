import type { Target } from '../target.ts';

/** After the last retry that a target may make, so much more until nothing more is expected, ms. */
const graceMs = 600_000;

const minuteMs = 60_000;

/** Minutes between the attempts of one delivery, where the target file says nothing else. */
const usualRetryMinutes: readonly number[] = [1, 2, 5, 15, 30, 60, 120, 360, 720, 1440];

/** How long an experiment takes at a target: until its last retry, ms. */
export function horizonOf({ webhook }: Pick<Target, 'webhook'>): number {
  const minutes = webhook?.retryMinutes ?? usualRetryMinutes;
  return minutes.reduce((sum, each) => sum + each * minuteMs, graceMs);
}
