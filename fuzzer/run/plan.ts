import type { Found } from '../findings/finding.ts';
import type { FindingStore } from '../findings/store.ts';
import type { CampaignEnvironment } from '../interface/executor/environment.ts';
import type { CaseGenerator } from '../interface/move.ts';
import type { Batch } from './batch.ts';
import type { Combination } from './branch.ts';
import type { Violation } from './breach.ts';
import type { Coverage } from './coverage.ts';
import type { HaltReason } from './halting.ts';
import type { FirstViolation } from './kept.ts';
import type { Spent } from './meter.ts';
import type { CampaignProgress } from './progress.ts';
import type { Budget } from './purse.ts';
import type { ReplaySummary } from './replays.ts';

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
