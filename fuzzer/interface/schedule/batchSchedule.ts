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

/** So many cases may be under way at once. */
const mostUnderway = 4;

/** What a batch is played with. */
interface Playing {
  batch: Batch;
  known: TargetInventory;
  planner: CasePlanner;
  share: BatchBudget;
  budget: Budget;
  isLimited: boolean;
  /** What the next case is drawn by. */
  chance(): SeededRandom;
  isOver(): boolean;
  /** Told of each case that was drawn. */
  drawn(): void;
  /** Told why a case that was drawn is not sent. */
  dropped(why: string): void;
  /** Told of a case as soon as it has ended, and how many POSTs the batch had spent when it began. */
  ended(played: ExecutedCase, posts: number): void;
  /** Told the same in the order in which they began. */
  told(played: ExecutedCase): void;
}

const twinsOf = ({ steps }: FuzzCase) => steps.flatMap(({ twin }) => twin ?? []);

/** Plays cases until the share of a batch is spent; true where the next one does not fit into what is left of the budget. Throws Unreachable when the target is gone. */
export async function executeBatch(playing: Playing): Promise<boolean> {
  const { batch, known, planner, share, budget, isLimited } = playing;
  const sides = boundaryCaseIndex(batch.worker.contract);
  // Where nothing limits how fast it may ask, several cases are under way.
  const underway = new ConcurrentCases(isLimited ? 1 : mostUnderway);
  let isFull = false;
  for (let { remaining } = share; !playing.isOver() && share.isOpenFor(remaining); { remaining } = share) {
    const chance = playing.chance();
    const cell = planner.next(remaining, chance);
    if (!cell) break;
    playing.drawn();
    const one = sendableCase(budget, cell.generator.make(known, cell.name, chance));
    if ('why' in one) {
      playing.dropped(one.why);
      planner.notMade(cell);
      continue;
    }
    // A twin that is under way is known only then.
    if (underway.holdsAny(twinsOf(one))) await underway.all();
    const price = casePrice(one, batch.controls);
    if (!share.affords(price)) await underway.all();
    isFull = !share.affords(price);
    if (isFull) break;
    const { posts } = share.taken;
    const turn = planner.made(cell, one, one.steps.flatMap(sides.of));
    const paid = share.reserve(price);
    await underway.begin({ isAlone: runsAlone(one), holds: twinsOf(one) }, async () => {
      const played = await batch.execute(one);
      playing.ended(played, posts);
      return () => {
        paid(batch.costOf(played));
        turn.ended(played.assertions.some(({ ruling }) => ruling.state !== 'undecided'));
        playing.told(played);
      };
    });
  }
  await underway.all();
  return isFull;
}
