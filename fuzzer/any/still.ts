import type { Contract } from '../../schemas/contract.ts';
import type { FuzzCase } from '../case.ts';
import { casesBy } from '../requests/cases.ts';
import { subjectOf } from '../requests/subject.ts';
import { operationFor } from './answered.ts';
import { isAsSaid, soundBefore } from './sameness.ts';

/** Whether a case is by a contract what it is said to be: one that changed meanwhile may no longer know its operation, or the constraint that it breaks. */
export function isStill(contract: Contract, one: FuzzCase): boolean {
  const step = one.steps.at(-1);
  const operation = step && operationFor({ contract, step });
  if (!operation) return false;
  const subject = subjectOf(contract, operation);
  const cases = casesBy(subject, { seed: 0, random: 0, dropped: () => undefined });
  return cases !== undefined && isAsSaid(subject, cases.base, one) && soundBefore(contract)(one);
}
