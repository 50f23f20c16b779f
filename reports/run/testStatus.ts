import type { Outcome } from '../../traffic/outcome/outcome.ts';

/** What a reader that knows only tests is told of an outcome (§ Outcomes of ARCHITECTURE.md); only `passed` is green. */
export type TestStatus = 'passed' | 'failed' | 'undecided' | 'skipped';

/** The standing of each outcome: what warns or was learned is green, what could not be decided never is. */
export const testStatuses: Readonly<Record<Outcome, TestStatus>> = {
  fail: 'failed',
  error: 'undecided',
  inconclusive: 'undecided',
  'not run': 'undecided',
  unverified: 'undecided',
  changed: 'passed',
  warn: 'passed',
  learned: 'passed',
  pass: 'passed',
  'not applicable': 'skipped',
  deferred: 'skipped',
  'not selected': 'skipped',
};
