import { expect, test } from '@playwright/test';
import { assert, property, string } from 'fast-check';
import { sampleReported } from '../../tests/support/findings/sampleFindings.ts';
import { findingLines, type ReportedFinding } from './findingList.ts';

const linesOf = (findings: readonly ReportedFinding[], place?: string) => findingLines(findings, place).join('\n');

test('a finding is listed with requirement, state, wanted and seen, and how to send it again', () => {
  const one = sampleReported({ title: 'a bad amount is refused', shrunk: { by: 'emulator', posts: 1 } });
  expect(linesOf([one], '--target x.yaml')).toBe(
    [
      'PAY-05  open  a bad amount is refused',
      '        in      POST /v1/user/payments/payin',
      '        case    below exclusiveMinimum at body/amount; 1 request, the smallest found, confirmed by the emulator for 1 POST',
      '        wanted  refusal of an amount below exclusiveMinimum',
      '        seen    200 text/plain ORD-1',
      '        again   npx assay replay 00112233 --target x.yaml        shown in 1 of 1 tries, in run-1',
      '',
      '1 finding: 1 open',
    ].join('\n'),
  );
  expect(linesOf([{ ...one, is: 'warn' }])).toContain('PAY-05  open, a warning  a bad amount');
  expect(linesOf([])).toBe('0 findings');
});

test('open findings come first, and each fingerprint has enough digits to be unique', () => {
  const text = linesOf([
    sampleReported({ fingerprint: '0011223344aa', requirement: 'A-01', standing: { state: 'fixed' } }),
    sampleReported({ fingerprint: '0011223344bb', requirement: 'A-02', standing: { state: 'flaky', shown: 2, of: 7 } }),
    sampleReported({ fingerprint: '0011223355bb', requirement: 'A-03', lastRun: 'run-9' }),
  ]);
  expect(text.match(/A-0\d.*/g)).toEqual(['A-03    open', 'A-02    flaky, 2 of 7', 'A-01    fixed']);
  expect(text.match(/replay \w+/g)).toEqual(['replay 001122335', 'replay 0011223344b', 'replay 0011223344a']);
  expect(text).toContain('from run-1 to run-9');
  expect(text).toContain('3 findings: 1 open, 1 flaky, 1 fixed');
});

test('a known failure comes last, with its day and reason, and is counted apart', () => {
  const accepted = { id: 'A-01', fingerprint: '00112233445566aa', reason: 'mended in March', until: '2026-12-31' };
  const text = linesOf([sampleReported({ requirement: 'A-01', accepted }), sampleReported({ requirement: 'A-02' })]);
  expect(text.match(/A-0\d.*/g)).toEqual(['A-02    open', 'A-01    known, open']);
  expect(text).toContain('        known   until 2026-12-31: mended in March\n');
  expect(text).toContain('2 findings: 1 open, 1 known');
});

test('text of a target stays on its line and moves no cursor', () => {
  assert(
    property(string({ unit: 'binary' }), (words) => {
      const text = linesOf([sampleReported({ seen: words, wanted: words, operation: words })]);
      expect(text.split('\n')).toHaveLength(8);
      expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    }),
  );
});
