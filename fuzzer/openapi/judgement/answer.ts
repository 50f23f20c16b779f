import type { Contract } from '../../../schemas/load/contract.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { CaseLabel, CaseStep } from '../../engine/cases/fuzzCase.ts';

/** A request of a case that was sent, and what is known of it. */
export interface JudgedAnswer {
  /** Of the campaign so far: what was sent again to confirm an answer is looked for in it. */
  record: RunRecord;
  exchange: Exchange;
  /** As the case has it, before references and credentials. */
  step: CaseStep;
  label: CaseLabel;
  contract: Contract;
  /** An id in its path is of no earlier answer: nobody knows whether anything is there. */
  isInvented?: boolean;
}

/** What our own redaction puts into an answer: what it stands for is no longer to be judged. */
const placeholder = /<(?:card ending \d{4}|(?:weak )?credential [^<>]*)>/;

/** Whether a text of an answer holds what stands for a secret. */
export function isRedacted(text: string): boolean {
  return placeholder.test(text);
}
