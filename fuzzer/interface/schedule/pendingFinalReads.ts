import type { Spent } from '../../engine/budget/requestMeter.ts';
import type { TargetIds } from '../../engine/cases/targetIds.ts';
import type { Batch } from '../executor/batch.ts';

/** A batch that is to make its final reads, what it has spent, and the progress of the campaign when its cases had run. */
export interface PlayedBatch {
  batch: Batch;
  meter: () => Spent;
  played: Spent;
  /** The campaign's POSTs after the batch had run. */
  posts: number;
  ids: TargetIds;
  mark: { cases: number; batches: number; tried: Readonly<Record<string, number>> };
}

/** The most batches that may wait while the next one runs. */
const mostWaiting = 3;

/** Batches that wait, while other batches run, until a missing record counts as absent. */
export class PendingFinalReads {
  readonly #waiting: { reads: number; ended: Promise<PlayedBatch | { error: unknown }> }[] = [];

  /** The most GETs that the final reads of the waiting batches take, including those already sent. */
  get reads(): number {
    return this.#waiting.reduce((total, { reads }) => total + reads, 0);
  }

  /**
   * Starts the final reads of a batch, and hands on the batches that have waited long enough. If the clock can be moved, waits for this batch too: the clock moves
   * in the final reads and between the cases of the next one, and nothing else may be under way then. An error is thrown when its batch is handed on.
   */
  async begin(pending: PlayedBatch, taken: (swept: PlayedBatch) => Promise<void>): Promise<void> {
    const { batch } = pending;
    const failed = async (error: unknown) => {
      await batch.close({ storesJournal: true });
      return { error };
    };
    const reads = batch.finalReadCount(batch.hasClock);
    this.#waiting.push({ reads, ended: batch.finalReads().then(() => pending, failed) });
    await this.#take(batch.hasClock ? 0 : mostWaiting, taken);
  }

  /** Hands on all waiting batches. */
  async end(taken: (pending: PlayedBatch) => Promise<void>): Promise<void> {
    await this.#take(0, taken);
  }

  /** Hands on waiting batches, oldest first, until only `left` of them remain. Only the order of the batches decides which of them are handed on. */
  async #take(left: number, taken: (pending: PlayedBatch) => Promise<void>): Promise<void> {
    while (this.#waiting.length > left) {
      const ended = await this.#waiting.shift()?.ended;
      if (!ended) return;
      if ('error' in ended) throw ended.error;
      if (ended.batch.hasClock) await ended.batch.delayedFinalReads();
      await taken(ended);
    }
  }
}
