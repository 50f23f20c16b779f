import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Spent } from '../budget/requestMeter.ts';
import type { FuzzCase } from '../cases/fuzzCase.ts';
import type { SentCase } from '../findings/buildFinding.ts';
import type { FindingEvidence } from '../findings/finding.ts';
import type { Violation } from '../judgement/violation.ts';

/** The violation that a case is expected to show: its requirement and its fault code. The fault code is absent if any fault counts. */
export interface SoughtViolation {
  requirement: string;
  code?: string | undefined;
  /** The status of the answer that showed it. */
  status?: number | undefined;
  /** True if the violation shows only when absence can be concluded, false if it shows earlier. Absent if the time does not matter. */
  isLate?: boolean;
}

/** What a kind of campaign sees when it sends a case. */
interface Sighting {
  /** True if the requirement was decided, with any result. Without a decision the case could not have shown anything. */
  isDecided: boolean;
  /** The violation that was shown. */
  violation?: Violation | undefined;
  /** True if the violation showed only when absence could be concluded. */
  isLate: boolean;
  spent: Spent;
  /** Why the case was not sent to the end. */
  incompleteBecause?: string | undefined;
}

/** The result of sending one case on its own. */
export interface TrialResult extends Sighting {
  shown: boolean;
  /** The evidence in the form that a finding stores. */
  showing?: FindingEvidence | undefined;
  /** Why the case must not be sent again: the outcome of one of its writes is unknown. */
  doubtfulBecause?: string | undefined;
  /** The target stopped answering: nothing can be sent after it. */
  isGone?: true;
}

/** A sent case, and where its exchanges are recorded; `doubtful` is a write whose outcome is unknown. */
export interface SentTrial extends Sighting {
  steps: SentCase['steps'];
  record: RunRecord;
  doubtful?: Exchange | undefined;
}

/** How a case is sent on its own. */
export interface TrialOptions {
  controls?: Map<string, Exchange>;
  isLate?: boolean;
  /** True if the journal of the case is stored. */
  storesJournal?: boolean;
}

/** Sends the case of a finding on its own, and returns what it showed. */
export interface TrialSender {
  send(one: FuzzCase, sought: SoughtViolation, options?: TrialOptions): Promise<TrialResult>;
}
