import type { FuzzCase } from '../cases/fuzzCase.ts';
import { referencedSteps } from '../cases/references.ts';

const whoAsks = [401, 403, 407];

const whatIsGone = [404, 410];

/** True for a status by which a request is refused for who asks: nobody has looked at what it asks for. */
export const isAuthRefusal = (status = 0): boolean => whoAsks.includes(status);

/** True for a status by which a request is refused for what is not there, whatever else is wrong with it. */
export const isNotFound = (status = 0): boolean => whatIsGone.includes(status);

/** What answers whoever is not let in, or asks too often, whatever is asked. */
const barring = [...whoAsks, 429];

/** Statuses that say nothing of what a case was made for: it was not let in, unless who asks is what is wrong with it. */
export function inconclusiveStatuses({ label }: FuzzCase): readonly number[] {
  return label.is === 'invalid' && label.broken.keyword === 'authentication' ? [] : barring;
}

/** Statuses that refuse a case for what it asks for: its path has an id that it has not made itself, and that is not what is wrong with it. */
export function notFoundStatuses({ label, steps }: FuzzCase): readonly number[] {
  const { operation = '', path = '' } = steps.at(-1) ?? {};
  const isOfPath = label.is === 'invalid' && label.broken.place.startsWith('path');
  return operation.includes('{') && referencedSteps(path).length === 0 && !isOfPath ? whatIsGone : [];
}

const noClass: readonly number[] = [];

/** Faults that stand in an answer itself, whatever its case was made to be, and the classes of statuses that plainly have none of them. */
export const requestIndependentFaults: ReadonlyMap<string | undefined, readonly number[]> = new Map([
  ['schema', noClass],
  ['contentType', noClass],
  ['notJson', noClass],
  ['undescribed', noClass],
  ['echoed', noClass],
  ['stackTrace', [1, 2, 3]],
  ['ledAway', [1, 2, 4, 5]],
]);
