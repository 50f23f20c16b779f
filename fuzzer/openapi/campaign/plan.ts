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

/** How a campaign on any API is made. */
export interface OpenApiPlan {
  contract: Contract;
  /** The door to the target. */
  session: OpenSession;
  seed: number;
  budget: Budget;
  store: FindingStore;
  /** Run id, under which findings are kept. */
  run: string;
  /** POSTs for making one finding smaller. */
  shrinkPosts: number;
  /** Nothing is sent that may change anything. */
  isReadOnly: boolean;
  /** A credential is at hand. */
  hasCredential: boolean;
  /** The operations that are tried; all, where nothing is said. */
  isWanted?: (operation: Operation) => boolean;
  /** Ends it early. */
  signal?: AbortSignal;
  /** Where it is that findings are found. */
  api?: ApiSource;
  /** Sends again what is known, before anything new, within what may be spent for that. */
  replayed?: (purse: { left: Spent; isOver: () => boolean }) => Promise<ReplaySummary>;
  /** Where an earlier campaign of the same seed has stopped. */
  from?: OpenApiProgress | undefined;
  /** Keeps how far it is, after what was known was sent again and after turns of operations. */
  storeProgress?: (progress: OpenApiProgress) => void;
  /** Told after each turn of an operation. */
  onTurn?: (state: OpenApiState) => void;
}

/** A campaign on any API as it stands. */
export interface OpenApiState extends HaltReason {
  spent: Spent;
  cases: number;
  elapsedMs: number;
  coverage: OpenApiCoverage;
  /** What is broken, by requirement. */
  violations: ReadonlyMap<string, ViolationSummary>;
  findings: number;
  /** Findings that showed. */
  shown: ShownFindings;
  /** Cases that could not be sent to their end: what led to them made nothing. */
  unsent: number;
  /** Operations that are asked of what was created before. */
  led: number;
}
