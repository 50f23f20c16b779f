import type { Amounts } from '../../harness/outlay.ts';
import type { Plain } from '../../schemas/plain.ts';
import { having, isCount, isText, mapOf, maybe, textLike } from '../../schemas/shape.ts';
import type { Shown } from './breach.ts';
import { noSpent, type Spent } from './meter.ts';
import { reached } from './progressFile.ts';

/** How far a campaign is: what another one of the same seed goes on from. */
export interface Progress {
  spent: Spent;
  cases: number;
  batches: number;
  tried: Readonly<Record<string, number>>;
  /** Findings that showed. */
  shown: Shown;
  /** What was taken of its money. */
  money?: Amounts;
  /** Where its journals are: of batches that nobody has judged they tell what was sent. */
  out?: string;
}

/** Where a campaign begins that does not go on. */
export const nowhere: Progress = { spent: noSpent, cases: 0, batches: 0, tried: {}, shown: {} };

const isAmount = textLike(/^\d{1,1000}(?:\.\d{1,1000})?$/);

const isReached = having({
  ...reached,
  batches: isCount,
  tried: mapOf(isCount),
  out: maybe(isText),
  money: maybe(mapOf(isAmount)),
});

/** True where a value says how far a campaign on the interface is. */
export const isProgress = (value: unknown): value is Progress => isReached(value as Plain);
