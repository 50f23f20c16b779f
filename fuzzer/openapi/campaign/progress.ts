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
import type { CampaignProgress } from '../../engine/campaign/driver.ts';
import { isStep } from '../../engine/findings/findingValidators.ts';
import { type ProgressForm, progressFields } from '../../engine/progress/progressFile.ts';
import type { StoredSequences } from '../cases/sequences.ts';
import type { StoredCoverage } from '../coverage/coverage.ts';

/** What a campaign on any API adds to the progress. */
export interface OwnProgress {
  /** The fingerprint of the contract. */
  contract: string;
  unsent: number;
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

/** The progress of a campaign on any API, as its file stores it. */
export type OpenApiProgress = CampaignProgress & OwnProgress;

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
  shrunkPosts: isCount,
  contract: isText,
  unsent: isCount,
  round: isCount,
  turn: isCount,
  tried: mapOf(areMarks),
  silent: listOf(isText),
  coverage: objectWith({ seen: mapOf(isSeen), labels: mapOf(isCount), rulings: mapOf(isRuled), passing: isPassing }),
  sequences: objectWith({ leads: listOf(pairOf(isText, isLead)), failures: areCounts }),
});

/** The form in which the progress of a campaign on any API is stored. */
export const openApiProgress: ProgressForm<OpenApiProgress> = {
  version: 2,
  isProgress: (value): value is OpenApiProgress => isReached(value as Plain),
};
