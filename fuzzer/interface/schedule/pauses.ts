import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';
import { runsAlone } from './concurrentCases.ts';

/** One in so many cases that run alone begins after a pause. */
const pausedOneIn = 2;

/** The shortest pause, ms, and the number of its doublings among which chance decides: from a second to more than two hours. */
const shortestMs = 1_000;
const doublings = 13;

/**
 * Returns a case that begins after a pause, as one in some cases does: what a target forgets, refreshes or closes meanwhile shows in the requests after it. A
 * pause of each magnitude is as likely as one of another. Only a case that runs alone has one, since the clock moves for whatever else is under way too.
 */
export function afterPause(one: FuzzCase, chance: SeededRandom): FuzzCase {
  if (!runsAlone(one) || chance.below(pausedOneIn) > 0) return one;
  const least = shortestMs * 2 ** chance.below(doublings);
  return { ...one, pauseMs: least + chance.below(least) };
}
