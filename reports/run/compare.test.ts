import { expect, test } from '@playwright/test';
import { assert, property } from 'fast-check';
import type { Verdict } from '../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../judge/requirementVerdict.ts';
import { arbitraryVerdict } from '../../tests/support/reports/arbitraryVerdict.ts';
import { sampleRequirement, sampleVerdict } from '../../tests/support/reports/sampleVerdict.ts';
import { compareVerdicts, writeComparison } from './compare.ts';

const one = sampleRequirement();

const verdict = sampleVerdict([one], { cells: { evidenced: 1, of: 2 } });

const comparisonLines = (before: Verdict, after: Verdict) =>
  writeComparison(compareVerdicts(before, after)).split('\n');

test('a verdict equals itself at any time and place and with any requests', () => {
  assert(
    property(arbitraryVerdict, arbitraryVerdict, (left, { header }) => {
      const moved = left.requirements.map((each) => ({
        ...each,
        where: 'specs/other.spec.ts:1',
        exchanges: ['w-9'],
        findings: each.findings.map((finding) => ({ ...finding, seen: 'another id', exchanges: ['w-9'] })),
      }));
      const selection = { ...left.selection, day: '1999-12-31' };
      expect(compareVerdicts(left, { ...left, header, selection, requirements: moved })).toEqual({
        same: true,
        run: [],
        requirements: [],
      });
    }),
  );
});

test('what one verdict gained is what the other lost', () => {
  assert(
    property(arbitraryVerdict, arbitraryVerdict, (left, right) => {
      const [there, back] = [compareVerdicts(left, right), compareVerdicts(right, left)];
      expect(back.same).toBe(there.same);
      const ids = (from: typeof there, state: string) =>
        from.requirements.filter((each) => each.state === state).map(({ id }) => id);
      expect(ids(back, 'went')).toEqual(ids(there, 'came'));
      expect(ids(back, 'differs')).toEqual(ids(there, 'differs'));
    }),
  );
});

test('outcome, attribution, codes, learned values and combinations are compared', () => {
  const before = { ...one, learned: { sign: 'minus', gone: 'x' }, cells: { evidenced: 1, of: 2 } };
  const { attribution: _, ...rest } = one;
  const combinations = { evidenced: 2, of: 2 };
  const after: RequirementVerdict = {
    ...rest,
    outcome: 'pass',
    findings: [],
    learned: { sign: 'plus' },
    cells: combinations,
  };
  expect(
    comparisonLines(
      { ...verdict, requirements: [before] },
      { ...verdict, exit: 0, cells: combinations, requirements: [after] },
    ),
  ).toEqual([
    'exit  1 -> 0',
    'cells  1 of 2 combinations -> 2 of 2 combinations',
    'OUT-02  fail (target) -> pass  KZT requires firstName and lastName',
    '        codes  notRefused -> none',
    '        cells  1 of 2 combinations -> 2 of 2 combinations',
    '        learned sign  minus -> plus',
    '        learned gone  x -> none',
    '1 requirements differ, 0 came, 0 went',
    '',
  ]);
});

test('outcomes with another attribution differ', () => {
  const error = { ...one, outcome: 'error', attribution: 'environment' } as const;
  const other = { ...error, attribution: 'quota' } as const;
  expect(comparisonLines({ ...verdict, requirements: [error] }, { ...verdict, requirements: [other] })[0]).toBe(
    'OUT-02  error (environment) -> error (quota)  KZT requires firstName and lastName',
  );
});

test('added and removed requirements are listed with their outcome', () => {
  const other = { ...one, id: 'OUT-03', outcome: 'warn' } as const;
  expect(comparisonLines(verdict, { ...verdict, requirements: [other] })).toEqual([
    'OUT-02  went  fail (target)  KZT requires firstName and lastName',
    'OUT-03  came  warn (target)  KZT requires firstName and lastName',
    '0 requirements differ, 1 came, 1 went',
    '',
  ]);
});

test('verdicts of another target, contract or selection say so', () => {
  const target = { ...verdict.target, name: 'bank' };
  const selection = { ...verdict.selection, profile: 'full' } as const;
  const lines = comparisonLines(verdict, { ...verdict, target, selection, contract: 'e'.repeat(64) });
  expect(lines.slice(0, 3)).toEqual([
    'target  shop (vendor) at https://api.example.com -> bank (vendor) at https://api.example.com',
    `contract  ${'f'.repeat(64)} -> ${'e'.repeat(64)}`,
    'profile  nightly -> full',
  ]);
});

test('text of a target cannot control the terminal', () => {
  assert(
    property(arbitraryVerdict, arbitraryVerdict, (left, right) => {
      const text = writeComparison(compareVerdicts(left, right)).replaceAll('\n', '');
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }),
  );
});

test('equal verdicts produce one sentence', () => {
  expect(writeComparison(compareVerdicts(verdict, verdict))).toBe('The two verdicts say the same.\n');
});
