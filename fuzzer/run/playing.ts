import type { FuzzCase } from '../case.ts';
import type { Known } from '../interface/known.ts';
import { sideBook } from '../requests/sides.ts';
import type { Batch } from './batch.ts';
import type { Chance } from './chance.ts';
import type { Planner } from './planner.ts';
import type { Played } from './player.ts';
import { type Budget, madeOf, priceOf } from './purse.ts';
import type { Share } from './share.ts';
import { isAlone, Underway } from './underway.ts';

/** So many cases may be under way at once. */
const mostUnderway = 4;

/** What a batch is played with. */
interface Playing {
  batch: Batch;
  known: Known;
  planner: Planner;
  share: Share;
  budget: Budget;
  isLimited: boolean;
  /** What the next case is drawn by. */
  chance(): Chance;
  isOver(): boolean;
  /** Told of each case that was drawn. */
  drawn(): void;
  /** Told why a case that was drawn is not sent. */
  dropped(why: string): void;
  /** Told of a case as soon as it has ended, and how many POSTs the batch had spent when it began. */
  ended(played: Played, posts: number): void;
  /** Told the same in the order in which they began. */
  told(played: Played): void;
}

const twinsOf = ({ steps }: FuzzCase) => steps.flatMap(({ twin }) => twin ?? []);

/** Plays cases until the share of a batch is spent; true where the next one does not fit into what is left of the budget. Throws Unreachable when the target is gone. */
export async function playBatch(playing: Playing): Promise<boolean> {
  const { batch, known, planner, share, budget, isLimited } = playing;
  const sides = sideBook(batch.stage.contract);
  // Where nothing limits how fast it may ask, several cases are under way.
  const underway = new Underway(isLimited ? 1 : mostUnderway);
  let isFull = false;
  for (let { purse } = share; !playing.isOver() && share.isOpenFor(purse); { purse } = share) {
    const chance = playing.chance();
    const cell = planner.next(purse, chance);
    if (!cell) break;
    playing.drawn();
    const one = madeOf(budget, cell.move.make(known, cell.name, chance));
    if ('why' in one) {
      playing.dropped(one.why);
      planner.unmade(cell);
      continue;
    }
    // A twin that is under way is known only then.
    if (underway.holdsAny(twinsOf(one))) await underway.all();
    const price = priceOf(one, batch.twins);
    if (!share.holds(price)) await underway.all();
    isFull = !share.holds(price);
    if (isFull) break;
    const { posts } = share.taken;
    const turn = planner.made(cell, one, one.steps.flatMap(sides.of));
    const paid = share.reserve(price);
    await underway.begin({ isAlone: isAlone(one), holds: twinsOf(one) }, async () => {
      const played = await batch.play(one);
      playing.ended(played, posts);
      return () => {
        paid(batch.costOf(played));
        turn.ended(played.claims.some(({ ruling }) => ruling.state !== 'undecided'));
        playing.told(played);
      };
    });
  }
  await underway.all();
  return isFull;
}
