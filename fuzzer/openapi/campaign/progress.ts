import {
  type Guard,
  isCount,
  isText,
  listOf,
  mapOf,
  objectWith,
  optional,
  pairOf,
} from '../../../schemas/json/guards.ts';
import type { Plain } from '../../../schemas/json/plain.ts';
import type { Spent } from '../../engine/budget/requestMeter.ts';
import { isStep } from '../../engine/findings/findingValidators.ts';
import type { ShownFindings } from '../../engine/judgement/violation.ts';
import { progressFields } from '../../engine/progress/progressFile.ts';
import type { StoredSequences } from '../cases/sequences.ts';
import type { StoredCoverage } from '../coverage/coverage.ts';

/** The progress of a campaign on any API: another one with the same seed continues from there as if it had not stopped. */
export interface OpenApiProgress {
  /** The fingerprint of the contract. */
  contract: string;
  spent: Spent;
  cases: number;
  unsent: number;
  /** The findings that showed, and the POSTs that shrinking them has cost. */
  shown: ShownFindings;
  shrunkPosts: number;
  /** The round, and how many operations have had their turn in it. */
  round: number;
  turn: number;
  /** Hashes of the sent cases, by operation. */
  tried: Readonly<Record<string, readonly number[]>>;
  /** Operations that are no longer tried, since they do not answer. */
  silent: readonly string[];
  coverage: StoredCoverage;
  sequences: StoredSequences;
}

const isFlag: Guard = (value) => typeof value === 'boolean';

const areMarks = listOf(isCount);

const areCounts = listOf(pairOf(isText, isCount));

const isSeen = objectWith({
  cases: isCount,
  valid: isCount,
  accepted: isCount,
  bases: isCount,
  isWalked: isFlag,
  lacks: optional(isText),
  door: objectWith({ barred: isCount, letIn: isCount, decided: isCount, blind: isCount }),
  touched: listOf(isText),
  sides: areMarks,
  judged: areMarks,
  offered: areMarks,
  lost: listOf(pairOf(isText, areMarks)),
  classes: areCounts,
  responses: listOf(isText),
  dropped: areCounts,
});

const isLead = objectWith({
  steps: listOf(isStep),
  segments: listOf(pairOf(isCount, isText)),
  refused: isCount,
  used: isCount,
});

const isRuled = objectWith({ held: isCount, broken: isCount, undecided: isCount, learned: isCount });

const isPassing = objectWith({ failed: isCount, lost: isCount, unasked: optional(isCount), first: optional(isText) });

const isReached = objectWith({
  ...progressFields,
  contract: isText,
  unsent: isCount,
  shrunkPosts: isCount,
  round: isCount,
  turn: isCount,
  tried: mapOf(areMarks),
  silent: listOf(isText),
  coverage: objectWith({ seen: mapOf(isSeen), labels: mapOf(isCount), rulings: mapOf(isRuled), passing: isPassing }),
  sequences: objectWith({ leads: listOf(pairOf(isText, isLead)), failures: areCounts }),
});

/** True if a value is the progress of a campaign on any API. */
export const isOpenApiProgress = (value: unknown): value is OpenApiProgress => isReached(value as Plain);
