import type { Contract } from '../../../schemas/load/contract.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { CaseLabel, CaseStep } from '../../engine/cases/fuzzCase.ts';

/** A request of a case that was sent, with its context. */
export interface JudgedAnswer {
  /** The run record of the campaign so far: it holds the repeats that confirm an answer. */
  record: RunRecord;
  exchange: Exchange;
  /** The step of the case, before references and credentials are filled in. */
  step: CaseStep;
  label: CaseLabel;
  contract: Contract;
  /** An id in its path comes from no earlier answer: it is not known whether the resource exists. */
  isInvented?: boolean;
}

/** A placeholder of our own redaction in an answer: the original text can no longer be judged. */
const placeholder = /<(?:card ending \d{4}|(?:weak )?credential [^<>]*)>/;

/** True if a text of an answer holds the placeholder of a secret. */
export function isRedacted(text: string): boolean {
  return placeholder.test(text);
}
