import { expect, test } from '@playwright/test';
import { sampleFailure, sampleHistory } from '../../tests/support/reports/sampleHistory.ts';
import { sampleBroken, sampleRequirement, sampleVerdict } from '../../tests/support/reports/sampleVerdict.ts';
import { writeConsole } from './formats/console.ts';
import { writeCtrf } from './formats/ctrf.ts';
import { writeJunit } from './formats/junit.ts';
import { writeMarkdown } from './markdown.ts';
import { standingLines } from './standing.ts';

const print = (digit: string) => digit.repeat(16);

/** Requirements of one cause, each with failures of its own. */
const together = [
  sampleRequirement({
    broken: ['a', 'b', 'c', 'd'].map((digit) => sampleBroken(digit, { fingerprint: print(digit) })),
  }),
  sampleRequirement({ id: 'OUT-03', title: 'another', broken: [sampleBroken(undefined, { fingerprint: print('e') })] }),
];

test('every failure is named by its fingerprint in each report, those of every requirement of a cause', () => {
  const verdict = sampleVerdict(together);
  for (const written of [writeConsole(verdict, 'out'), writeMarkdown(verdict)]) {
    expect(written).toContain('failure  aaaaaaaa bbbbbbbb cccccccc dddddddd\n');
    expect(written).toContain('failure  eeeeeeee\n');
  }
  const all = ['a', 'b', 'c', 'd'].map(print);
  expect(writeJunit(verdict)).toContain(`<property name="fingerprints" value="${all.join(' ')}"/>`);
  const tests = JSON.parse(writeCtrf(verdict)).results.tests as { extra: { fingerprints: string[] } }[];
  expect(tests.map(({ extra }) => extra.fingerprints)).toEqual([all, [print('e')]]);
});

test('warnings have no fingerprint to name, and failures of a state say since when they are known', () => {
  const warned = sampleRequirement({ outcome: 'warn', broken: [sampleBroken('by card', { outcome: 'warn' })] });
  expect(standingLines(warned, sampleVerdict([warned]))).toEqual([]);
  const [one] = together;
  if (!one) throw new Error('expected a requirement');
  const known = [sampleFailure({ fingerprint: print('a') }), sampleFailure({ fingerprint: print('b') })];
  const fresh = ['c', 'd'].map((digit) => sampleFailure({ fingerprint: print(digit), times: 1 }));
  expect(standingLines(one, sampleVerdict([one], { history: sampleHistory({ new: fresh, known }) }))).toEqual([
    'failure  cccccccc dddddddd, new',
    'failure  aaaaaaaa bbbbbbbb, since 2026-11-20, in 2 runs',
  ]);
});

const entry = {
  id: 'OUT-02',
  reason: 'mended in March',
  owner: 'payments',
  link: 'https://t.example/7',
  until: '2026-12-31',
};

test('of failures that are known in part, each says which and why, and the requirement counts', () => {
  const [one] = together;
  if (!one) throw new Error('expected a requirement');
  const fresh = ['c', 'd'].map((digit) => sampleFailure({ fingerprint: print(digit), times: 1 }));
  const known = ['a', 'b'].map((digit) => sampleFailure({ fingerprint: print(digit), accepted: entry }));
  const verdict = sampleVerdict([one], { history: sampleHistory({ new: fresh, known }) });
  const line =
    'known    mended in March, payments, https://t.example/7, until 2026-12-31 (only aaaaaaaa bbbbbbbb; the rest counts)';
  for (const written of [writeConsole(verdict, 'out'), writeMarkdown(verdict)]) expect(written).toContain(line);
  const whole = sampleVerdict([{ ...one, accepted: [entry] }], { history: sampleHistory({ known }) });
  expect(standingLines({ ...one, accepted: [entry] }, whole).at(-1)).toBe(line.replace(/ \(.*/, ''));
});

test('a failure that does not count stands apart from those of its cause that do', () => {
  const [one, other] = together;
  if (!one || !other) throw new Error('expected two requirements');
  const verdict = sampleVerdict([{ ...one, accepted: [entry] }, other]);
  const written = [writeConsole(verdict, 'out'), writeMarkdown(verdict)];
  for (const text of written) {
    expect(text).not.toContain('2 requirements fail, one cause');
    expect(text.lastIndexOf('OUT-02  fail')).toBeGreaterThan(text.lastIndexOf('OUT-03  fail'));
  }
});
