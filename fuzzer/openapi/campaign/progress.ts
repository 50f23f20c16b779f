import { isCount, isText, listOf, mapOf, objectWith, pairOf } from '../../../schemas/json/guards.ts';
import type { CampaignProgress } from '../../engine/campaign/driver.ts';
import { isStep } from '../../engine/findings/findingValidators.ts';
import { progressForm } from '../../engine/progress/progressFile.ts';
import type { StoredSequences } from '../cases/sequences.ts';
import { isCoverage, type StoredCoverage } from '../coverage/coverage.ts';

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

const isLead = objectWith({
  steps: listOf(isStep),
  segments: listOf(pairOf(isCount, isText)),
  refused: isCount,
  used: isCount,
});

/** The form in which the progress of a campaign on any API is stored. */
export const openApiProgress = progressForm<OpenApiProgress>(2, {
  shrunkPosts: isCount,
  contract: isText,
  unsent: isCount,
  round: isCount,
  turn: isCount,
  tried: mapOf(listOf(isCount)),
  silent: listOf(isText),
  coverage: isCoverage,
  sequences: objectWith({ leads: listOf(pairOf(isText, isLead)), failures: listOf(pairOf(isText, isCount)) }),
});
