import { expect, test } from '@playwright/test';
import { type Arbitrary, array, assert, boolean, constant, constantFrom, oneof, property, record } from 'fast-check';
import type { OracleResult } from '../oracles/core/result.ts';
import { faultResult, lookedAt } from '../oracles/core/result.ts';
import type { BaselineValues } from '../traffic/journal/journalTypes.ts';
import type { Fault } from '../traffic/outcome/fault.ts';
import { type Outcome, outcomes } from '../traffic/outcome/outcome.ts';
import type { Kind, Requirement } from '../traffic/requirements/requirement.ts';
import type { Contribution } from './assertionLog.ts';
import { aggregate, type Circumstance } from './requirementVerdict.ts';

const requirementOf = (kind: Kind): Requirement => ({
  id: 'PAY-01',
  title: 'a payment is a payment',
  section: 'PAY',
  kind,
  basis: 'text',
  law: false,
  where: 'specs/payment.spec.ts:1',
});

const exchanges = ['p0-1'];
const leftFinal = (older: boolean): Fault => ({
  code: 'leftFinal',
  payment: 'PMT-1',
  from: 'SUCCESS',
  to: 'PENDING',
  older,
  exchanges,
});
const updated: Fault = { code: 'updatedAtCreation', where: 'a request', seen: 'a time', exchanges };
const notAccepted: Fault = { code: 'notAccepted', what: 'a body', seen: '400', exchanges };

/** One result for every outcome that a single contribution to a must can have. */
const results = {
  fail: faultResult(notAccepted),
  error: faultResult({ code: 'transport', request: 'GET /', seen: 'reset', exchanges }),
  inconclusive: faultResult({ code: 'unconfirmed', request: 'GET /', seen: '500, then 200', exchanges }),
  'not run': faultResult({ code: 'unreachable', seen: 'nothing', exchanges }),
  unverified: faultResult({ code: 'missing', wanted: 'a sample', hint: 'name it', exchanges }),
  changed: { state: 'learned', key: 'b', value: 'new', exchanges },
  warn: faultResult(leftFinal(true)),
  learned: { state: 'learned', key: 'a', value: 'seen', exchanges },
  pass: { state: 'held', exchanges },
  'not applicable': faultResult({ code: 'notApplicable', reason: 'no such cards', exchanges }),
} as const satisfies Partial<Record<Outcome, OracleResult>>;

type Named = keyof typeof results;

const names = Object.keys(results) as Named[];
const pins: BaselineValues = { 'PAY-01': { b: 'old', c: 'same' } };
const selected: Circumstance = { selected: true };
const given = (result: OracleResult, combination?: string): Contribution => ({
  id: 'PAY-01',
  ruling: result,
  ...(combination && { cell: combination }),
});

function judged(contributions: readonly Contribution[], circumstance = selected, kind: Kind = 'must') {
  return aggregate(requirementOf(kind), contributions, { circumstance, pins });
}

const kinds: Arbitrary<Kind> = constantFrom('must', 'should', 'observe');

const anyResult: Arbitrary<OracleResult> = oneof(
  constantFrom<OracleResult>(...Object.values(results)),
  constant<OracleResult>({ state: 'held', exchanges: [] }),
  constant<OracleResult>({ state: 'learned', key: 'c', value: 'same', exchanges }),
);

const contributions: Arbitrary<Contribution[]> = array(
  record({ ruling: anyResult, cell: constantFrom(undefined, 'one', 'two') }).map(
    ({ ruling: result, cell: combination }) => given(result, combination),
  ),
  { maxLength: 6 },
);

for (const name of names) {
  test(`one contribution that is ${name} makes the requirement ${name}`, () => {
    expect(judged([given(results[name])]).outcome).toBe(name);
  });
}

test('the worst of several contributions decides, in any order', () => {
  const some = array(constantFrom(...names), { minLength: 1, maxLength: 6 });
  assert(
    property(some, (drawn) => {
      const applicable = drawn.filter((name) => name !== 'not applicable');
      const found = outcomes.find((outcome) => applicable.some((name) => name === outcome)) ?? 'not applicable';
      const worst = found === 'learned' && applicable.includes('pass') ? 'pass' : found;
      for (const order of [drawn, drawn.toReversed()])
        expect(judged(order.map((name) => given(results[name]))).outcome).toBe(worst);
    }),
  );
});

for (const [kind, outcome] of [
  ['must', 'fail'],
  ['should', 'warn'],
  ['observe', 'warn'],
] as const) {
  test(`a violated ${kind} is ${outcome}, and a lenient fault is never more than warn`, () => {
    expect(judged([given(results.fail)], selected, kind)).toMatchObject({ outcome, attribution: 'target' });
    expect(judged([given(results.warn)], selected, kind)).toMatchObject({ outcome: 'warn', attribution: 'target' });
    expect(judged([given(faultResult(updated))], selected, kind)).toMatchObject({
      outcome: 'warn',
      attribution: 'target',
    });
    const both: OracleResult = { state: 'broken', faults: [leftFinal(true), leftFinal(false)], exchanges };
    expect(judged([given(both)], selected, kind).outcome).toBe(outcome);
  });
}

test('an observed value is learned first, then passes if it equals the baseline value, and otherwise is changed', () => {
  const shown = (key: string, value: string) => judged([given({ state: 'learned', key, value, exchanges })]);
  expect(shown('a', 'x')).toMatchObject({ outcome: 'learned', attribution: 'target', learned: { a: 'x' } });
  expect(shown('c', 'same')).toMatchObject({ outcome: 'pass', learned: { c: 'same' } });
  expect(shown('c', 'other')).toMatchObject({ outcome: 'changed', attribution: 'target', learned: { c: 'other' } });
});

test('a must that held and learned something passes, and the learned value is stored', () => {
  const both = [given(results.pass), given(results.learned)];
  for (const kind of ['must', 'should'] as const) {
    const passed = judged(both, selected, kind);
    expect(passed).toMatchObject({ outcome: 'pass', learned: { a: 'seen' }, exchanges, findings: [] });
    expect(passed.attribution).toBeUndefined();
  }
  expect(judged(both, selected, 'observe').outcome).toBe('learned');
  expect(judged([given(results.learned)]).outcome).toBe('learned');
  expect(judged([...both, given(results.changed)]).outcome).toBe('changed');
  expect(judged([given({ state: 'held', exchanges: [] }), given(results.learned)]).outcome).toBe('unverified');
});

test('a requirement without evidence never passes', () => {
  expect(judged([])).toMatchObject({ outcome: 'unverified', findings: [{ code: 'noEvidence' }] });
  expect(judged([given({ state: 'held', exchanges: [] })]).outcome).toBe('unverified');
  expect(judged([given({ state: 'learned', key: 'a', value: 'x', exchanges: [] })]).outcome).toBe('unverified');
  expect(judged([given(results.pass), given({ state: 'held', exchanges: [] })]).outcome).toBe('unverified');
  assert(
    property(contributions, kinds, (drawn, kind) => {
      const { outcome, exchanges: shown } = judged(drawn, selected, kind);
      if (['pass', 'learned', 'changed', 'warn', 'fail'].includes(outcome)) expect(shown).not.toEqual([]);
    }),
  );
});

test('a violation that shows no exchange is unverified, and one beside it that does still fails', () => {
  const bare: OracleResult = { ...results.fail, exchanges: [] };
  expect(judged([given(bare)]).outcome).toBe('unverified');
  expect(judged([given(bare), given(results.fail)]).outcome).toBe('fail');
});

test('every outcome except a pass has an attribution', () => {
  assert(
    property(contributions, kinds, (drawn, kind) => {
      const { outcome, attribution } = judged(drawn, selected, kind);
      expect(attribution === undefined).toBe(outcome === 'pass');
    }),
  );
});

test('a requirement fails only if the target violated it', () => {
  assert(
    property(contributions, kinds, (drawn, kind) => {
      const { outcome, attribution } = judged(drawn, selected, kind);
      const broken = drawn.some(({ ruling: isViolated }) => isViolated === results.fail);
      expect(outcome === 'fail').toBe(broken && kind === 'must');
      if (outcome === 'fail') expect(attribution).toBe('target');
    }),
  );
});

test('removing a contribution never produces or keeps a pass', () => {
  const anyMask = array(boolean(), { minLength: 6, maxLength: 6 });
  assert(
    property(contributions, kinds, anyMask, (drawn, kind, mask) => {
      const circumstance = { selected: true, expected: drawn.length };
      const left = drawn.filter((_, index) => mask[index]);
      const after = judged(left, circumstance, kind).outcome;
      if (left.length < drawn.length) expect(after).not.toBe('pass');
      else expect(after).toBe(judged(drawn, circumstance, kind).outcome);
    }),
  );
});

const ends: readonly (readonly [Fault, Outcome, string])[] = [
  [{ code: 'notFinished', seen: 'the run ended before its test did', exchanges: [] }, 'not run', 'environment'],
  [{ code: 'suiteError', message: 'ours', exchanges: [] }, 'error', 'suite'],
  [{ code: 'unreachable', seen: 'nothing', exchanges: [] }, 'not run', 'environment'],
  [{ code: 'credentialRefused', seen: '401', exchanges: [] }, 'not run', 'configuration'],
];

for (const [end, outcome, attribution] of ends) {
  test(`a test that ends with ${end.code} turns a pass into ${outcome} and leaves a fail`, () => {
    const circumstance = { selected: true, end };
    expect(judged([given(results.pass)], circumstance)).toMatchObject({ outcome, attribution });
    expect(judged([], circumstance)).toMatchObject({ outcome, attribution });
    expect(judged([given(results.fail)], circumstance)).toMatchObject({ outcome: 'fail', attribution: 'target' });
  });
}

test('no way in which a test can end is a fault of the target', () => {
  expect(() => judged([], { selected: true, end: notAccepted })).toThrow('notAccepted');
});

test('a gap or the selection decides before any contribution', () => {
  assert(
    property(contributions, kinds, (drawn, kind) => {
      const gap = { selected: true, gap: 'not built yet' };
      // A gap that the target does not have is a warning: the target file declares less than the target offers.
      const isThere = judged(drawn, { selected: true }, kind).outcome === 'pass';
      const outcome = isThere ? 'warn' : 'not applicable';
      expect(judged(drawn, gap, kind)).toMatchObject({ outcome, attribution: 'configuration' });
      expect(JSON.stringify(judged(drawn, gap, kind).findings)).toContain('not built yet');
      expect(judged(drawn, { selected: false }, kind)).toMatchObject({ outcome: 'not selected', findings: [] });
    }),
  );
});

test('a combination that does not apply has no effect beside one that does', () => {
  const combinations = [given(results['not applicable'], 'one'), given(results.pass, 'two')];
  expect(judged(combinations)).toMatchObject({ outcome: 'pass', cells: { evidenced: 1, of: 1 } });
  expect(judged([given(results['not applicable'], 'one')]).outcome).toBe('not applicable');
});

test('a combination counts as evidenced when all of its contributions were decided', () => {
  const combinations = [given(results.pass, 'one'), given(results.fail, 'two'), given(results.pass, 'three')];
  expect(judged(combinations).cells).toEqual({ evidenced: 3, of: 3 });
  for (const name of ['error', 'inconclusive', 'not run', 'unverified'] as const)
    expect(judged([...combinations, given(results[name], 'three')]).cells).toEqual({ evidenced: 2, of: 3 });
  expect(judged([given(results.pass)]).cells).toBeUndefined();
});

test('findings are those of the deciding outcome, without duplicates, at most ten', () => {
  const faults = Array.from({ length: 30 }, (_, index): Fault => ({ ...notAccepted, what: `body ${index % 15}` }));
  const verdict = judged([...faults.map((fault) => given(faultResult(fault))), given(results.unverified)]);
  expect(verdict.findings).toHaveLength(10);
  expect(new Set(verdict.findings.map(({ wanted }) => wanted)).size).toBe(10);
  expect(verdict.findings.every(({ code }) => code === 'notAccepted')).toBe(true);
});

test('a pass says how much it looked at of the whole that it looked at least', () => {
  const held: OracleResult = { state: 'held', exchanges };
  const why = 'payments';
  const all = lookedAt(held, { of: 5, at: 5, why });
  const half = lookedAt(held, { of: 10, at: 5, why });
  const tenth = lookedAt(held, { of: 40, at: 4, why });
  expect(judged([given(all)]).looked).toBeUndefined();
  expect(judged([given(half), given(tenth), given(all)])).toMatchObject({
    outcome: 'pass',
    looked: { of: 40, at: 4, why },
  });
  expect(judged([given(half), given(results.fail)])).not.toHaveProperty('looked');
});

test('what was looked at in no place does not pass', () => {
  const none = lookedAt({ state: 'held', exchanges }, { of: 3, at: 0, why: 'payments' });
  expect(judged([given(none)]).outcome).toBe('unverified');
});
