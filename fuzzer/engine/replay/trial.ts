import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { Spent } from '../budget/requestMeter.ts';
import type { FuzzCase } from '../cases/fuzzCase.ts';
import type { FindingEvidence } from '../findings/finding.ts';
import type { Violation } from '../judgement/violation.ts';

/** The violation that a case is expected to show: its requirement and its fault code. The fault code is absent if any fault counts. */
export interface SoughtViolation {
  requirement: string;
  code?: string;
  /** The status of the answer that showed it. */
  status?: number;
  /** True if the violation shows only when absence can be concluded, false if it shows earlier. Absent if the time does not matter. */
  isLate?: boolean;
}

/** The result of sending one case on its own. */
export interface TrialResult {
  shown: boolean;
  /** True if the requirement was decided, with any result. Without a decision the case could not have shown anything. */
  isDecided: boolean;
  /** The violation that was shown. */
  violation?: Violation;
  /** True if the violation showed only when absence could be concluded. */
  isLate: boolean;
  /** The evidence in the form that a finding stores. */
  showing?: FindingEvidence;
  spent: Spent;
  /** Why the case was not sent to the end. */
  incompleteBecause?: string;
  /** Why the case must not be sent again: the outcome of one of its writes is unknown. */
  doubtfulBecause?: string;
  /** The target stopped answering: nothing can be sent after it. */
  isGone?: true;
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

/** Why a case with this exchange must not be sent again. */
export const unknownOutcomeWords = ({ request, seen }: Exchange): string =>
  `nobody knows what became of ${request} (${seen}): it is not sent again`;
