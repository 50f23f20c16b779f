import type { Plain } from '../../schemas/plain.ts';
import { having, isCount, isText, listOf, mapOf, maybe, pairOf, type Shape } from '../../schemas/shape.ts';
import { isStep } from '../findings/shapes.ts';
import type { Shown } from '../run/breach.ts';
import type { Spent } from '../run/meter.ts';
import { reached } from '../run/progressFile.ts';
import type { KeptCoverage } from './coverage.ts';
import type { KeptSequences } from './sequences.ts';

/** How far a campaign on any API is: another one of the same seed goes on from there as if it were the same. */
export interface AnyProgress {
  /** The fingerprint of the contract. */
  contract: string;
  spent: Spent;
  cases: number;
  unsent: number;
  /** Findings that showed, and what making them smaller has cost. */
  shown: Shown;
  shrunkPosts: number;
  /** The round, and how many operations have had their turn in it. */
  round: number;
  turn: number;
  /** Marks of the cases that were sent of each operation. */
  tried: Readonly<Record<string, readonly number[]>>;
  /** Operations that are asked no more. */
  silent: readonly string[];
  coverage: KeptCoverage;
  sequences: KeptSequences;
}

const isFlag: Shape = (value) => typeof value === 'boolean';

const areMarks = listOf(isCount);

const areCounts = listOf(pairOf(isText, isCount));

const isSeen = having({
  cases: isCount,
  valid: isCount,
  accepted: isCount,
  bases: isCount,
  isWalked: isFlag,
  lacks: maybe(isText),
  door: having({ barred: isCount, letIn: isCount, decided: isCount, blind: isCount }),
  touched: listOf(isText),
  sides: areMarks,
  judged: areMarks,
  offered: areMarks,
  lost: listOf(pairOf(isText, areMarks)),
  classes: areCounts,
  responses: listOf(isText),
  dropped: areCounts,
});

const isLead = having({
  steps: listOf(isStep),
  segments: listOf(pairOf(isCount, isText)),
  refused: isCount,
  used: isCount,
});

const isRuled = having({ held: isCount, broken: isCount, undecided: isCount, learned: isCount });

const isPassing = having({ failed: isCount, lost: isCount, unasked: maybe(isCount), first: maybe(isText) });

const isReached = having({
  ...reached,
  contract: isText,
  unsent: isCount,
  shrunkPosts: isCount,
  round: isCount,
  turn: isCount,
  tried: mapOf(areMarks),
  silent: listOf(isText),
  coverage: having({ seen: mapOf(isSeen), labels: mapOf(isCount), rulings: mapOf(isRuled), passing: isPassing }),
  sequences: having({ leads: listOf(pairOf(isText, isLead)), failures: areCounts }),
});

/** True where a value says how far a campaign on any API is. */
export const isAnyProgress = (value: unknown): value is AnyProgress => isReached(value as Plain);
