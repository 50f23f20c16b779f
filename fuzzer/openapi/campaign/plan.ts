import type { Operation } from '../../../schemas/document/operations.ts';
import type { Contract } from '../../../schemas/load/contract.ts';
import type { Budget } from '../../engine/budget/remainingBudget.ts';
import type { Spent } from '../../engine/budget/requestMeter.ts';
import type { ApiSource } from '../../engine/findings/finding.ts';
import type { FindingStore } from '../../engine/findings/findingStore.ts';
import type { ShownFindings } from '../../engine/judgement/violation.ts';
import type { HaltReason } from '../../engine/progress/haltReason.ts';
import type { ReplaySummary } from '../../engine/replay/replayFindings.ts';
import type { OpenApiCoverage } from '../coverage/coverage.ts';
import type { OpenSession } from '../executor/session.ts';
import type { ViolationSummary } from './findings.ts';
import type { OpenApiProgress } from './progress.ts';

/** The settings of a campaign on any API. */
export interface OpenApiPlan {
  contract: Contract;
  /** The open session with the target. */
  session: OpenSession;
  seed: number;
  budget: Budget;
  store: FindingStore;
  /** The run id under which findings are stored. */
  run: string;
  /** The POSTs for shrinking one finding. */
  shrinkPosts: number;
  /** True if only safe methods may be sent. */
  isReadOnly: boolean;
  /** True if a credential is available. */
  hasCredential: boolean;
  /** Selects the operations to try; all by default. */
  isWanted?: (operation: Operation) => boolean;
  /** Ends the campaign early. */
  signal?: AbortSignal;
  /** The API where findings are found. */
  api?: ApiSource;
  /** Sends known findings again before anything new, within the given budget. */
  replayed?: (budget: { left: Spent; isOver: () => boolean }) => Promise<ReplaySummary>;
  /** The progress of an earlier campaign with the same seed. */
  from?: OpenApiProgress | undefined;
  /** Stores the progress, after known findings were sent again and after turns of operations. */
  storeProgress?: (progress: OpenApiProgress) => void;
  /** Called after each turn of an operation. */
  onTurn?: (state: OpenApiState) => void;
}

/** The current state of a campaign on any API. */
export interface OpenApiState extends HaltReason {
  spent: Spent;
  cases: number;
  elapsedMs: number;
  coverage: OpenApiCoverage;
  /** The violations by requirement. */
  violations: ReadonlyMap<string, ViolationSummary>;
  findings: number;
  /** Findings that showed. */
  shown: ShownFindings;
  /** Cases that could not be sent to the end: the requests before them did not create what they need. */
  unsent: number;
  /** The number of operations that are tried on resources that were created before. */
  led: number;
}
