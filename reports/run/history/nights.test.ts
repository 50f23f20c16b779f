import { expect, test } from '@playwright/test';
import { sampleNight } from '../../../tests/support/reports/sampleHistory.ts';
import { writeHistory } from './historyText.ts';
import { nightHistory } from './nights.ts';

test('counts how often an outcome changed between the runs that tried the requirement', () => {
  const { flaky } = nightHistory([
    sampleNight({ failed: ['OUT-02'], others: { 'PAY-01': 'warn' } }),
    sampleNight({ failed: [], others: { 'OUT-02': 'not run', 'PAY-01': 'warn' } }),
    sampleNight({ failed: [], others: { 'PAY-01': 'warn' } }),
    sampleNight({ failed: ['OUT-02'], others: { 'PAY-01': 'warn' } }),
  ]);
  expect(flaky).toEqual([{ id: 'OUT-02', changes: 2, runs: 3, outcomes: ['fail', 'fine', 'fail'] }]);
});

test('a smoke run counts for the requirements that it tried', () => {
  const smoke = (parts: Parameters<typeof sampleNight>[0]) => sampleNight({ profile: 'smoke', failed: [], ...parts });
  const history = nightHistory([
    smoke({ failed: ['PAY-04'], fine: ['PAY-01'] }),
    smoke({ fine: ['PAY-04', 'PAY-01'] }),
    smoke({ fine: ['PAY-01'] }),
    smoke({ failed: ['PAY-04'], others: { 'PAY-01': 'warn' }, fine: [] }),
  ]);
  expect(history.flaky).toEqual([
    { id: 'PAY-04', changes: 2, runs: 3, outcomes: ['fail', 'fine', 'fail'] },
    { id: 'PAY-01', changes: 1, runs: 4, outcomes: ['fine', 'fine', 'fine', 'warn'] },
  ]);
  expect(history.unsaid).toBe(0);
  expect(history.nights).toHaveLength(4);
});

test('of a smoke run that does not say what passed, only what failed counts, and the history says so', () => {
  const history = nightHistory([
    sampleNight(),
    sampleNight({ profile: 'smoke', failed: [] }),
    sampleNight(),
    sampleNight({ profile: 'smoke', failed: ['PAY-04'] }),
  ]);
  expect(history.flaky.map(({ id }) => id)).toEqual(['PAY-04']);
  expect(writeHistory(history)).toContain('2 smoke runs do not say what passed, so only what failed there is compared');
});

test('prints a line for each run, then what changed its outcome', () => {
  const nights = [sampleNight({ failed: [], exit: 0, fixed: 1 }), sampleNight({ new: 1, posts: 7, minutes: 12.5 })];
  expect(writeHistory(nightHistory(nights)).split('\n')).toEqual([
    'day         profile  exit      passed    rate  failed  new  fixed  POST  minutes',
    '2026-11-21  nightly     0  170 of 200  85.0 %       0    0      1   190      2.0',
    '2026-11-21  nightly     1  170 of 200  85.0 %       1    1      0     7     12.5',
    '',
    'Changed their outcome:',
    'OUT-02  1 change in 2 runs; last fine, fail',
    '',
  ]);
});

test('a run that judged nothing has no rate, and texts of the file cannot control the terminal', () => {
  const text = writeHistory(nightHistory([sampleNight({ judged: 0, passed: 0, profile: 'x\u001b[2J' })]));
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  expect(text).toMatch(/0 of 0\s+-/);
});
