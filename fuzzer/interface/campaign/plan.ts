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

/** A finding to shrink, and the batch that showed it. */
export interface NewFinding {
  found: Found;
  violation: Violation;
  batch: Batch;
}

/** The options of a campaign. */
export interface CampaignPlan {
  environment: CampaignEnvironment;
  generators: readonly CaseGenerator[];
  seed: number;
  budget: Budget;
  store: FindingStore;
  /** Stops the campaign early. */
  signal?: AbortSignal;
  /** Called with each violation, every time it shows. */
  onViolation?: (violation: Violation) => void;
  /** Called at the start, and after each judged batch. */
  onProgress?: (progress: CampaignProgress) => void;
  /** Replays known findings before anything new, within this budget. */
  replayed?: (budget: { left: Spent; isOver: () => boolean }) => Promise<ReplaySummary>;
  /** Shrinks a finding with at most this many POSTs. Returns what it spent, which counts towards the budget. */
  shrunk?: (fresh: NewFinding, posts: number) => Promise<Spent>;
  /** The progress of an earlier campaign of the same seed, from which to continue. */
  from?: CampaignProgress | undefined;
}

/** The current state of a campaign. */
export interface CampaignState extends CampaignProgress, HaltReason {
  elapsedMs: number;
  coverage: Coverage;
  /** Every combination of every case generator, and how often it was tried. */
  combinations: readonly Combination[];
  /** Violations by requirement, and the campaign's POSTs when each was first observed. */
  violations: ReadonlyMap<string, FirstViolation>;
  findings: number;
}
