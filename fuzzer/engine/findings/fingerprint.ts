import { hash } from 'node:crypto';
import { normalised } from '../../../traffic/outcome/normalised.ts';
import type { CaseLabel } from '../cases/fuzzCase.ts';

/** The parts that identify a finding: other values of the same defect give the same finding. */
export interface FindingKey {
  /** The id of the violated requirement. */
  requirement: string;
  /** The operation of the last step: its method and the path template. */
  operation: string;
  label: CaseLabel;
  /** The class of the answer: accepted, refused, crashed … */
  outcome: string;
  /** The difference from the expected result, in words. */
  difference: string;
}

/** Returns the constraint of a label, with `*` for list indices. A valid case breaks no constraint, so the reason in its label does not count. */
function constraintOf(label: CaseLabel): string {
  if (label.is === 'valid') return '';
  if (label.is === 'odd') return normalised(label.because);
  const { schema, keyword, place } = label.broken;
  return [schema, keyword, place.replaceAll(/\/\d+(?=\/|$)/g, '/*')].join(' ');
}

/** Returns the fingerprint of a finding: 16 hexadecimal digits. */
export function fingerprintOf({ requirement, operation, label, outcome, difference }: FindingKey): string {
  const parts = [requirement, operation, label.is, constraintOf(label), outcome, normalised(difference)];
  return hash('sha256', JSON.stringify(parts)).slice(0, 16);
}
