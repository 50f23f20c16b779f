import { casesBy, type GroupedCase, groups, type Making } from '../../../fuzzer/requests/cases.ts';
import type { Subject } from '../../../fuzzer/requests/subject.ts';

interface Limited {
  /** So many of each group at the most; all of them where nothing is said. */
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

/** The cases of one operation, group by group, none twice; the same seed makes the same. */
export function* casesOf(subject: Subject, { most, ...making }: Making & Limited): Generator<GroupedCase> {
  const cases = casesBy(subject, making);
  const known = new Set<string>();
  for (const group of cases ? groups : [])
    for (const one of firstOf(cases?.of(group) ?? [], most)) {
      const text = JSON.stringify(one.steps);
      if (!known.has(text)) yield one;
      known.add(text);
    }
}
