import type { RequirementVerdict } from '../../judge/requirementVerdict.ts';
import type { Outcome } from '../../traffic/outcome/outcome.ts';

/** The status of an outcome for readers that know only tests (§ Outcomes of ARCHITECTURE.md); only `passed` is green. */
export type TestStatus = 'passed' | 'failed' | 'undecided' | 'skipped';

/** The status of each outcome: warnings and learned values are green, undecided outcomes never are. */
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

/** Returns the status of a requirement: a failure that is known and does not count is skipped, so that it turns no pipeline red. */
export const testStatusOf = ({ outcome, accepted }: Pick<RequirementVerdict, 'outcome' | 'accepted'>): TestStatus =>
  accepted ? 'skipped' : testStatuses[outcome];
