import type { Spent } from '../../engine/budget/requestMeter.ts';
import type { TargetIds } from '../../engine/cases/targetIds.ts';
import type { Batch } from '../executor/batch.ts';

/** A batch that is swept, what it has spent, and where the campaign was when it was played. */
export interface PlayedBatch {
  batch: Batch;
  meter: () => Spent;
  played: Spent;
  /** POSTs of the campaign when it had been played. */
  posts: number;
  ids: TargetIds;
  mark: { cases: number; batches: number; tried: Readonly<Record<string, number>> };
}

/** The first batches that are looked at again after hours and days, where the clock of a target can be moved; of those that follow it is one of so many. */
const aged = { first: [1, 5], every: 16, at: 13 };

/** So many batches may wait while the next one is played. */
const mostWaiting = 3;

/** Whether the batch of this place is looked at again after hours and days. */
export const hasDelayedFinalReads = (batch: Batch, place: number): boolean =>
  batch.hasClock && (aged.first.includes(place) || place % aged.every === aged.at);

/** Batches that wait until absence may be concluded of them, while others are played. */
export class PendingFinalReads {
  readonly #waiting: { reads: number; ended: Promise<PlayedBatch | { error: unknown }> }[] = [];

  /** How many GETs those that wait take at the most, those among them that were sent. */
  get reads(): number {
    return this.#waiting.reduce((total, { reads }) => total + reads, 0);
  }

  /**
   * Begins to sweep a batch, and hands on those that have waited long enough: one whose clock is moved is waited for with all before it, for nothing else may
   * be going on then. What goes wrong is told to whoever takes it.
   */
  async begin(swept: PlayedBatch, taken: (swept: PlayedBatch) => Promise<void>): Promise<void> {
    const { batch } = swept;
    const failed = async (error: unknown) => {
      await batch.close({ isKept: true });
      return { error };
    };
    const reads = batch.finalReadCount(hasDelayedFinalReads(batch, swept.mark.batches));
    this.#waiting.push({ reads, ended: batch.finalReads().then(() => swept, failed) });
    await this.#take(hasDelayedFinalReads(batch, swept.mark.batches) ? 0 : mostWaiting, taken);
  }

  /** Hands on all that wait. */
  async end(taken: (swept: PlayedBatch) => Promise<void>): Promise<void> {
    await this.#take(0, taken);
  }

  /** Hands on what was swept, the oldest first, until so many are left: which they are hangs on nothing but their order. */
  async #take(left: number, taken: (swept: PlayedBatch) => Promise<void>): Promise<void> {
    while (this.#waiting.length > left) {
      const ended = await this.#waiting.shift()?.ended;
      if (!ended) return;
      if ('error' in ended) throw ended.error;
      if (hasDelayedFinalReads(ended.batch, ended.mark.batches)) await ended.batch.delayedFinalReads();
      await taken(ended);
    }
  }
}
