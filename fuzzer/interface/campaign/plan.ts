import type { Budget } from '../../engine/budget/remainingBudget.ts';
import type { Spent } from '../../engine/budget/requestMeter.ts';
import type { Found } from '../../engine/findings/finding.ts';
import type { FindingStore } from '../../engine/findings/findingStore.ts';
import type { Violation } from '../../engine/judgement/violation.ts';
import type { HaltReason } from '../../engine/progress/haltReason.ts';
import type { ReplaySummary } from '../../engine/replay/replayFindings.ts';
import type { CaseGenerator } from '../builder/caseGenerator.ts';
import type { Coverage } from '../coverage/coverage.ts';
import type { Batch } from '../executor/batch.ts';
import type { CampaignEnvironment } from '../executor/environment.ts';
import type { Combination } from '../schedule/generatorProgress.ts';
import type { FirstViolation } from './findings.ts';
import type { CampaignProgress } from './progress.ts';

/** A finding that is to be made smaller, and the batch that showed it. */
export interface NewFinding {
  found: Found;
  violation: Violation;
  batch: Batch;
}

/** How a campaign is made. */
export interface CampaignPlan {
  environment: CampaignEnvironment;
  generators: readonly CaseGenerator[];
  seed: number;
  budget: Budget;
  store: FindingStore;
  /** Ends it early. */
  signal?: AbortSignal;
  /** Told of each breach, as often as it is seen. */
  onViolation?: (breach: Violation) => void;
  /** Told at its beginning, and after each batch that was judged. */
  onProgress?: (progress: CampaignProgress) => void;
  /** Sends again what is known, before anything new, within what may be spent for that. */
  replayed?: (purse: { left: Spent; isOver: () => boolean }) => Promise<ReplaySummary>;
  /** Makes a finding smaller with so many POSTs at the most; what it spends counts. */
  shrunk?: (fresh: NewFinding, posts: number) => Promise<Spent>;
  /** Where an earlier campaign of the same seed has stopped. */
  from?: CampaignProgress | undefined;
}

/** A campaign as it stands. */
export interface CampaignState extends CampaignProgress, HaltReason {
  elapsedMs: number;
  coverage: Coverage;
  /** Every variation of every move, and how often it was tried. */
  combinations: readonly Combination[];
  /** Breaches by requirement, and after how many POSTs each was first seen. */
  violations: ReadonlyMap<string, FirstViolation>;
  findings: number;
}
