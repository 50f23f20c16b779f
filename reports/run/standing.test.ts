import { expect, test } from '@playwright/test';
import { sampleFailure, sampleHistory } from '../../tests/support/reports/sampleHistory.ts';
import { sampleBroken, sampleRequirement, sampleVerdict } from '../../tests/support/reports/sampleVerdict.ts';
import { writeConsole } from './console.ts';
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
