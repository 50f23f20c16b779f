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

test('a smoke run, which leaves most requirements out, changes nothing', () => {
  const nights = [sampleNight(), sampleNight({ profile: 'smoke', failed: [] }), sampleNight()];
  expect(nightHistory(nights).flaky).toEqual([]);
  expect(nightHistory(nights).nights).toHaveLength(3);
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
