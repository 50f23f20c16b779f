import { expect, test } from '@playwright/test';
import { assert, property } from 'fast-check';
import type { Verdict } from '../../../judge/buildVerdict.ts';
import type { RequirementVerdict } from '../../../judge/requirementVerdict.ts';
import { arbitraryVerdict } from '../../../tests/support/reports/arbitraryVerdict.ts';
import { sampleFailure, sampleHistory } from '../../../tests/support/reports/sampleHistory.ts';
import { sampleBroken, sampleRequirement, sampleVerdict } from '../../../tests/support/reports/sampleVerdict.ts';
import { type Comparison, compareVerdicts } from './compare.ts';
import { writeComparison } from './comparisonText.ts';

type Broken = NonNullable<RequirementVerdict['broken']>[number];

const fails = (broken: readonly Broken[], parts: Partial<RequirementVerdict> = {}) =>
  sampleRequirement({ broken, ...parts });

const passes = (held: readonly string[] = [], parts: Partial<RequirementVerdict> = {}) =>
  sampleRequirement({ outcome: 'pass', findings: [], ...(held.length > 0 && { held }), ...parts });

const of = (requirement: RequirementVerdict, parts: Partial<Verdict> = {}) => sampleVerdict([requirement], parts);

const groups = ['regressions', 'fixes', 'failing', 'notAsked'] as const;

/** Returns the groups of a comparison that have an entry, each with the words on what was got. */
function shown(before: RequirementVerdict, after: RequirementVerdict): string[] {
  const comparison = compareVerdicts(of(before), of(after));
  return groups.flatMap((name) => comparison[name].map((one) => `${name}: ${one.before}, ${one.now}`));
}

test('a failure is a regression where its combination held before, and fixed where it holds now', () => {
  const [failing, passing] = [fails([sampleBroken('by card')]), passes(['by card'])];
  expect(shown(passing, failing)).toEqual(['regressions: it held, got 200']);
  expect(shown(failing, passing)).toEqual(['fixes: got 200, it held']);
  expect(shown(failing, failing)).toEqual(['failing: got 200, got 200']);
});

test('a failure is neither where the other run did not ask for its combination, or could not decide it', () => {
  const failing = fails([sampleBroken('by card')]);
  expect(shown(passes(['by bank']), failing)).toEqual(['notAsked: not asked, got 200']);
  expect(shown(failing, passes(['by bank']))).toEqual(['notAsked: got 200, not asked']);
  const { attribution: _, ...open } = sampleRequirement({ outcome: 'unverified' });
  expect(shown(failing, open)).toEqual(['notAsked: got 200, unverified']);
});

test('a known defect that spreads to a combination that held is a regression; in one that was not asked it still fails', () => {
  const before = fails([sampleBroken('by card')], { held: ['by bank'] });
  expect(shown(before, fails([sampleBroken('by card'), sampleBroken('by bank')]))).toEqual([
    'regressions: it held, got 200',
  ]);
  expect(shown(before, fails([sampleBroken('by phone', { seen: '201' })]))).toEqual(['failing: got 200, got 201']);
});

test('a test that fails in other forms of one combination still fails; by another code it fails anew', () => {
  const before = fails([sampleBroken('near')]);
  const forms = [sampleBroken('near', { fingerprint: 'b2' }), sampleBroken('near', { fingerprint: 'c3' })];
  expect(shown(before, fails(forms))).toEqual(['failing: got 200, got 200']);
  const other = sampleBroken('near', { fingerprint: 'b2', code: 'schema', seen: 'a text' });
  expect(shown(before, fails([sampleBroken('near'), other]))).toEqual([
    'regressions: another failure, got a text',
    'failing: got 200, got 200',
  ]);
});

test('verdicts without fingerprints are compared by their outcomes', () => {
  const failing = sampleRequirement();
  expect(shown(failing, fails([sampleBroken('by card')]))).toEqual(['failing: got 200, got 200']);
  expect(shown(passes(), failing)).toEqual(['regressions: it held, got 200']);
  expect(shown(failing, passes(['by card']))).toEqual(['fixes: got 200, it held']);
});

test('what the later run itself calls fixed or not asked since the earlier one is so in the comparison', () => {
  const law = { id: 'GEN-01', law: true } as const;
  const tracked = sampleFailure({ requirement: 'GEN-01', fingerprint: 'a1', askedBy: ['OUT-02 by card'] });
  const before = of(fails([sampleBroken(undefined)], law), { history: sampleHistory({ new: [tracked] }) });
  const since = before.header.run.startedAt;
  const after = (parts: Parameters<typeof sampleHistory>[0]) =>
    sampleVerdict([passes([], law), passes(['by bank'])], { history: sampleHistory({ since, ...parts }) });
  const { fixes, notAsked } = compareVerdicts(before, after({ fixed: [tracked] }));
  expect([fixes.map(({ now }) => now), notAsked.length]).toEqual([['it held'], 0]);
  const unasked = of(fails([sampleBroken(undefined)], { law: false }), {});
  const own = sampleFailure({ fingerprint: 'a1' });
  const later = of(passes(), { history: sampleHistory({ since, notAsked: [own] }) });
  const other = compareVerdicts(unasked, later);
  expect([other.fixes.length, other.notAsked.map(({ now }) => now)]).toEqual([0, ['not asked']]);
});

test('a failure of a trace check is a regression only if the earlier run sent what showed it', () => {
  const law = { id: 'GEN-01', law: true } as const;
  const failing = fails([sampleBroken(undefined)], law);
  const tracked = sampleFailure({ requirement: 'GEN-01', fingerprint: 'a1', askedBy: ['OUT-02 by card'] });
  const history = sampleHistory({ new: [tracked] });
  const regressionsAfter = (held: string) => {
    const before = sampleVerdict([passes([], law), passes([held])]);
    const after = sampleVerdict([failing, passes([held])], { history });
    return compareVerdicts(before, after).regressions.length;
  };
  expect(regressionsAfter('by card')).toBe(1);
  expect(regressionsAfter('by bank')).toBe(0);
});

test('a known failure is no regression, and says why', () => {
  const entry = { id: 'OUT-02', fingerprint: 'a1', reason: 'the processor is old', until: '2026-12-31' };
  const after = fails([sampleBroken('by card')], { accepted: [entry] });
  const comparison = compareVerdicts(of(passes(['by card'])), of(after));
  expect(comparison.regressions).toEqual([]);
  expect(writeComparison(comparison)).toContain('1 still failing (1 known)');
  expect(writeComparison(comparison)).toContain('the processor is old');
});

test('what differs only by rotation is folded, and what contradicts the earlier run is not', () => {
  const learned = (value: string, more: Partial<RequirementVerdict> = {}) =>
    sampleRequirement({ outcome: 'learned', findings: [], learned: { sign: value }, ...more });
  const others = (before: RequirementVerdict, after: RequirementVerdict) => {
    const comparison = compareVerdicts(of(before), of(after));
    return [comparison.rotated, ...comparison.others.map(({ what, before: was, after: is }) => `${what} ${was} ${is}`)];
  };
  expect(others(passes(['by card']), passes(['by bank']))).toEqual([1]);
  expect(others(learned('minus'), passes([], { learned: { other: 'x' } }))).toEqual([1]);
  expect(others(learned('NEW, FAILED'), learned('NEW, SUCCESS'))).toEqual([1]);
  expect(others(learned('minus'), learned('plus'))).toEqual([0, 'learned sign minus plus']);
  expect(others(passes(), learned('plus', { outcome: 'changed', was: { sign: 'minus' } }))).toEqual([
    0,
    'learned sign minus plus',
  ]);
  expect(others(sampleRequirement({ outcome: 'not selected' }), passes())).toEqual([1]);
});

test('a requirement that is no longer decided, and a new warning, are differences and no regressions', () => {
  const open = sampleRequirement({ outcome: 'error', attribution: 'environment' });
  const warns = sampleRequirement({ outcome: 'warn', broken: [sampleBroken('by card', { outcome: 'warn' })] });
  for (const [after, words] of [
    [open, 'outcome  pass (target) -> error (environment)'],
    [warns, 'warning  it held -> got 200'],
  ] as const) {
    const comparison = compareVerdicts(of(passes(['by card'])), of(after));
    expect(comparison.regressions).toEqual([]);
    expect(writeComparison(comparison)).toContain(`OUT-02  ${words}`);
  }
});

test('a comparison begins with its counts; regressions come before fixes and what still fails', () => {
  const before = sampleVerdict([
    passes(['by card']),
    fails([sampleBroken(undefined)], { id: 'OUT-03' }),
    fails([sampleBroken(undefined)], { id: 'OUT-01' }),
  ]);
  const after = sampleVerdict(
    [
      fails([sampleBroken('by card')]),
      passes([], { id: 'OUT-03' }),
      fails([sampleBroken(undefined, { seen: '201' })], { id: 'OUT-01' }),
    ],
    { exit: 1, target: { ...before.target, name: 'bank' } },
  );
  expect(writeComparison(compareVerdicts(before, after)).split('\n')).toEqual([
    '1 regression, 1 fixed, 1 still failing',
    'target  shop (vendor) at https://api.example.com -> bank (vendor) at https://api.example.com',
    '',
    'Regressions:',
    'OUT-02  by card: expected a refusal; before it held, now got 200 (a1)',
    '',
    'Fixed:',
    'OUT-03  expected a refusal; before got 200, now it held (a1)',
    '',
    'Still failing:',
    'OUT-01  expected a refusal; before got 200, now got 201 (a1)',
    '',
  ]);
});

test('a verdict has neither regressions nor fixes against itself, at any time and place and with any requests', () => {
  assert(
    property(arbitraryVerdict, arbitraryVerdict, (left, { header }) => {
      const moved = left.requirements.map((each) => ({ ...each, where: 'specs/other.spec.ts:1', exchanges: ['w-9'] }));
      const selection = { ...left.selection, day: '1999-12-31' };
      const { failing: _, ...rest } = compareVerdicts(left, { ...left, header, selection, requirements: moved });
      expect(rest).toMatchObject({
        run: [],
        fixes: [],
        notAsked: [],
        others: [],
        rotated: 0,
      } satisfies Partial<Comparison>);
    }),
  );
});

test('text of a target cannot control the terminal', () => {
  assert(
    property(arbitraryVerdict, arbitraryVerdict, (left, right) => {
      const text = writeComparison(compareVerdicts(left, right)).replaceAll('\n', '');
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }),
  );
});

test('equal verdicts without a failure produce one sentence', () => {
  const verdict = of(passes());
  expect(writeComparison(compareVerdicts(verdict, verdict))).toBe('The two verdicts say the same.\n');
});
