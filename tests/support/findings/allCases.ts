import {
  type CaseOptions,
  caseGroups,
  type GroupedCase,
  operationCases,
} from '../../../fuzzer/engine/requests/requestCases.ts';
import type { RequestModel } from '../../../fuzzer/engine/requests/requestModel.ts';

interface Limited {
  /** The most cases of each group; all of them by default. */
  most?: number;
}

function* firstOf<T>(all: Iterable<T>, most = Number.POSITIVE_INFINITY): Generator<T> {
  let left = most;
  for (const one of all) {
    if (left <= 0) return;
    left -= 1;
    yield one;
  }
}

/** Yields the cases of one operation, group by group, without duplicates. The same seed gives the same cases. */
export function* allOperationCases(
  subject: RequestModel,
  { most, ...making }: CaseOptions & Limited,
): Generator<GroupedCase> {
  const cases = operationCases(subject, making);
  const known = new Set<string>();
  for (const group of cases ? caseGroups : [])
    for (const one of firstOf(cases?.of(group) ?? [], most)) {
      const text = JSON.stringify(one.steps);
      if (!known.has(text)) yield one;
      known.add(text);
    }
}
