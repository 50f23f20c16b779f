import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { Spent } from '../budget/requestMeter.ts';
import type { FuzzCase } from '../cases/fuzzCase.ts';
import type { FindingEvidence } from '../findings/finding.ts';
import type { Violation } from '../judgement/violation.ts';

/** What a case is to show: the requirement that is broken, and by which fault; none where any will do. */
export interface SoughtViolation {
  requirement: string;
  code?: string;
  /** The status of the answer that showed it. */
  status?: number;
  /** It is known to show before absence may be concluded, or only then; either where nothing is said. */
  isLate?: boolean;
}

/** What a case showed when it was sent by itself. */
export interface TrialResult {
  shown: boolean;
  /** The requirement was decided, whatever was seen: else it could not have shown. */
  isDecided: boolean;
  /** What showed it. */
  violation?: Violation;
  /** It showed only when absence could be concluded. */
  isLate: boolean;
  /** The same as a finding keeps it. */
  showing?: FindingEvidence;
  spent: Spent;
  /** Why it was not sent to its end. */
  incompleteBecause?: string;
  /** Why it is not to be sent again: nobody knows what became of one of its writes. */
  doubtfulBecause?: string;
  /** The target answers no more: nothing can be sent after it. */
  isGone?: true;
}

/** How a case is sent by itself. */
export interface TrialOptions {
  twins?: Map<string, Exchange>;
  isLate?: boolean;
  /** Its journal is kept. */
  isKept?: boolean;
}

/** Sends the case of a finding by itself, and says what it showed. */
export interface TrialSender {
  send(one: FuzzCase, sought: SoughtViolation, options?: TrialOptions): Promise<TrialResult>;
}

/** Why what a case holds is not to be sent again. */
export const doubtWords = ({ request, seen }: Exchange): string =>
  `nobody knows what became of ${request} (${seen}): it is not sent again`;
