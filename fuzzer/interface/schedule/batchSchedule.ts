import type { TouchedPairs } from '../../../traffic/requirements/touchedPairs.ts';
import { type Budget, casePrice, sendableCase } from '../../engine/budget/remainingBudget.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';
import { boundaryCaseIndex } from '../../engine/requests/requestBoundaryCases.ts';
import type { Batch } from '../executor/batch.ts';
import type { ExecutedCase } from '../executor/caseExecutor.ts';
import type { TargetInventory } from '../target/targetInventory.ts';
import type { BatchBudget } from './batchBudget.ts';
import type { CasePlanner } from './casePlanner.ts';
import { ConcurrentCases, runsAlone } from './concurrentCases.ts';
import { newestCase, noteTouched } from './newestCase.ts';
import { afterPause } from './pauses.ts';

/** The most cases that may be under way at once. */
const mostUnderway = 4;

/** The inputs for running a batch. */
interface Playing {
  batch: Batch;
  known: TargetInventory;
  planner: Pick<CasePlanner, 'next' | 'made' | 'notMade'>;
  share: BatchBudget;
  budget: Budget;
  isLimited: boolean;
  /** What runs and campaigns have touched, and the time that cases are seen from, ms since 1970. */
  touched: TouchedPairs;
  now: number;
  /** Returns the random source for the next case. */
  chance(): SeededRandom;
  isOver(): boolean;
  /** Called for each case that was drawn. */
  drawn(): void;
  /** Called with the reason why a drawn case is not sent. */
  dropped(why: string): void;
  /** Called for a case as soon as it has ended, with the POSTs that the batch had spent when it began. */
  ended(played: ExecutedCase, posts: number): void;
  /** Called for each case that has ended, in the order in which the cases began. */
  told(played: ExecutedCase): void;
}

const controlKeysOf = ({ steps }: FuzzCase) => steps.flatMap(({ twin: control }) => control ?? []);

/**
 * Runs cases until the budget of a batch is spent. Returns true if the next case does not fit into the rest of the budget. Throws Unreachable if the target no
 * longer responds.
 */
export async function executeBatch(playing: Playing): Promise<boolean> {
  const { batch, known, planner, share, budget, isLimited, touched, now } = playing;
  const commented = new Set(known.methods.flatMap(({ id, optional }) => (optional.includes('comment') ? [id] : [])));
  const boundaryCases = boundaryCaseIndex(batch.worker.contract);
  // If no rate limit applies, several cases run at once.
  const underway = new ConcurrentCases(isLimited ? 1 : mostUnderway);
  let isFull = false;
  for (let { remaining } = share; !playing.isOver() && share.isOpenFor(remaining); { remaining } = share) {
    const chance = playing.chance();
    const combination = planner.next(remaining, chance);
    if (!combination) break;
    playing.drawn();
    const { generator, name } = combination;
    const made = newestCase(() => generator.make(known, name, chance), {
      touched,
      posts: generator.posts,
      now,
      chance,
      alike: known.alike,
      commented,
    });
    const one = sendableCase(budget, made && batch.hasClock ? afterPause(made, chance) : made);
    if ('why' in one) {
      playing.dropped(one.why);
      planner.notMade(combination);
      continue;
    }
    // The outcome of a control request that is under way is known only after it has ended.
    if (underway.holdsAny(controlKeysOf(one))) await underway.all();
    const price = casePrice(one, batch.controls);
    if (!share.affords(price)) await underway.all();
    isFull = !share.affords(price);
    if (isFull) break;
    const { posts } = share.taken;
    noteTouched(touched, one, now);
    const started = planner.made(combination, one, one.steps.flatMap(boundaryCases.of));
    const paid = share.reserve(price);
    await underway.begin({ isAlone: runsAlone(one), holds: controlKeysOf(one) }, async () => {
      const played = await batch.execute(one);
      playing.ended(played, posts);
      return () => {
        paid(batch.costOf(played));
        started.ended(played.assertions.some(({ ruling: result }) => result.state !== 'undecided'));
        playing.told(played);
      };
    });
  }
  await underway.all();
  return isFull;
}
