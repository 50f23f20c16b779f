import { expect, test } from '@playwright/test';
import { sampleFailure, sampleHistory, sampleNight } from '../../tests/support/reports/sampleHistory.ts';
import { sampleRequirement, sampleVerdict } from '../../tests/support/reports/sampleVerdict.ts';
import { nextWords } from './responsible.ts';
import { changedWords } from './sinceLast.ts';

const nights = [sampleNight({ startedAt: '2026-11-20T02:03:04Z', exit: 0, failed: [] })];
const lastRun = 'the run of 2026-11-20 02:03 UTC (nightly, exit 0, nothing failed)';

test('a run whose credential is refused names the run in which it was accepted, and what says more', () => {
  const untried = sampleRequirement({ outcome: 'not run', findings: [], exchanges: [] });
  const history = sampleHistory({ new: [], known: [], fixed: [], nights });
  const verdict = sampleVerdict([untried], { history, exit: 2, halt: { cause: 'credential', message: 'refused' } });
  expect(changedWords(verdict)).toBe(
    `the credential was accepted in ${lastRun}; it is refused now; nothing else is compared`,
  );
  const header = { ...verdict.header, again: '--target t.yaml' };
  expect(nextWords({ ...verdict, header })).toContain(
    'Then: npx assay doctor --target t.yaml, then npx assay run --target t.yaml',
  );
});

test('a run names what is new and what is fixed, and the run that it is compared with', () => {
  const failures = ['a1', 'b2'].map((fingerprint) => sampleFailure({ requirement: 'OUT-02', fingerprint }));
  const changed = sampleHistory({ new: failures, known: [], fixed: [], nights });
  expect(changedWords(sampleVerdict([sampleRequirement()], { history: changed }))).toBe(
    `OUT-02 new, nothing is fixed, compared with ${lastRun}`,
  );
  const other = sampleRequirement({ id: 'PAY-16b', outcome: 'changed', findings: [] });
  expect(changedWords(sampleVerdict([other], { history: { ...changed, new: [] } }))).toBe(
    `no failure is new, nothing is fixed, PAY-16b unlike the baseline, compared with ${lastRun}`,
  );
  const first = sampleHistory({ new: [], known: [], fixed: [], nights: [] });
  expect(changedWords(sampleVerdict([sampleRequirement()], { history: first }))).toContain('no earlier run');
  expect(changedWords(sampleVerdict([sampleRequirement()]))).toBeUndefined();
});
