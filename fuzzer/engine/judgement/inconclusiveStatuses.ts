import type { FuzzCase } from '../cases/fuzzCase.ts';
import { referencedSteps } from '../cases/references.ts';

const callerStatuses = [401, 403, 407];

const missingStatuses = [404, 410];

/** True for a status that refuses the caller: the service has not looked at the request itself. */
export const isAuthRefusal = (status = 0): boolean => callerStatuses.includes(status);

/** True for a status that says that the resource does not exist, even if the request has another defect. */
export const isNotFound = (status = 0): boolean => missingStatuses.includes(status);

/** Statuses that refuse unauthenticated or too frequent calls, independent of the request itself. */
const barring = [...callerStatuses, 429];

/** Returns the statuses that say nothing about a case, because the caller was refused; empty if the case is about authentication. */
export function inconclusiveStatuses({ label }: FuzzCase): readonly number[] {
  return label.is === 'invalid' && label.broken.keyword === 'authentication' ? [] : barring;
}

/** Returns the statuses that say nothing about a case, because its path holds an id that the case did not create; empty if the path is the defect. */
export function notFoundStatuses({ label, steps }: FuzzCase): readonly number[] {
  const { operation = '', path = '' } = steps.at(-1) ?? {};
  const isOfPath = label.is === 'invalid' && label.broken.place.startsWith('path');
  return operation.includes('{') && referencedSteps(path).length === 0 && !isOfPath ? missingStatuses : [];
}

const noClass: readonly number[] = [];

/** Faults of an answer itself, which do not depend on the label of the request. Each fault has the classes of statuses in which it cannot occur. */
export const requestIndependentFaults: ReadonlyMap<string | undefined, readonly number[]> = new Map([
  ['schema', noClass],
  ['contentType', noClass],
  ['notJson', noClass],
  ['undescribed', noClass],
  ['echoed', noClass],
  ['stackTrace', [1, 2, 3]],
  ['ledAway', [1, 2, 4, 5]],
]);
