import { expect, test } from '@playwright/test';
import { assert, constantFrom, property, record, shuffledSubarray, subarray } from 'fast-check';
import type { Halt } from '../traffic/journal/journalTypes.ts';
import { type Attribution, type Outcome, outcomes } from '../traffic/outcome/outcome.ts';
import { exitOf } from './buildVerdict.ts';
import type { RequirementVerdict } from './requirementVerdict.ts';

const verdict = (outcome: Outcome, attribution: Attribution = 'target'): RequirementVerdict => ({
  id: 'PAY-01',
  title: 'told',
  section: 'PAY',
  kind: 'must',
  basis: 'text',
  law: false,
  where: 'specs/payment.spec.ts:1',
  outcome,
  attribution,
  findings: [],
  exchanges: [],
});

const ours = verdict('error', 'suite');
const unreachable: Halt = { cause: 'unreachable', message: 'gone' };
const credential: Halt = { cause: 'credential', message: '401' };

const exit = (verdicts: readonly RequirementVerdict[], halt?: Halt, strict = false) =>
  exitOf(verdicts, { halt, strict });

test('each outcome on its own has its exit code', () => {
  const codes: Partial<Record<Outcome, number>> = { fail: 1, pass: 0, warn: 0, learned: 0, changed: 0 };
  for (const outcome of outcomes) expect(exit([verdict(outcome)]), outcome).toBe(codes[outcome] ?? 4);
});

test('--strict counts a warn and a change as a fail', () => {
  for (const outcome of outcomes) {
    const plain = exit([verdict(outcome)]);
    const expected = outcome === 'warn' || outcome === 'changed' ? 1 : plain;
    expect(exit([verdict(outcome)], undefined, true), outcome).toBe(expected);
  }
});

test('a run that decided nothing never exits with 0', () => {
  expect(exit([])).toBe(4);
  expect(exit([verdict('not applicable'), verdict('not selected'), verdict('deferred')])).toBe(4);
  expect(exit([verdict('not applicable'), verdict('pass')])).toBe(0);
});

test('a run that asks only for declared gaps is not incomplete', () => {
  const asking = (verdicts: readonly RequirementVerdict[]) =>
    exitOf(verdicts, { halt: undefined, strict: false, isAsked: true });
  expect(asking([verdict('not applicable'), verdict('not selected')])).toBe(0);
  expect(asking([verdict('not selected')])).toBe(4);
  expect(asking([verdict('not applicable'), verdict('unverified')])).toBe(4);
  expect(asking([])).toBe(4);
});

test('an interrupted run is incomplete unless something failed', () => {
  const interrupted: Halt = { cause: 'interrupted', message: 'after 1 s' };
  expect(exit([verdict('pass')], interrupted)).toBe(4);
  expect(exit([verdict('pass'), verdict('fail')], interrupted)).toBe(1);
  expect(exit([verdict('fail')], { cause: 'disk', message: 'full' })).toBe(5);
});

test('own errors come first, then credential and target, then a fail, then an incomplete run', () => {
  const all = shuffledSubarray(
    outcomes.map((outcome) => verdict(outcome)),
    { minLength: outcomes.length },
  );
  assert(
    property(all, (verdicts) => {
      expect(exit([...verdicts, ours], unreachable)).toBe(5);
      expect(exit(verdicts, credential)).toBe(2);
      expect(exit(verdicts, unreachable)).toBe(3);
      expect(exit(verdicts)).toBe(1);
      expect(exit(verdicts.filter(({ outcome }) => outcome !== 'fail'))).toBe(4);
    }),
  );
});

test('an error of the environment or the quota is not an error of the suite', () => {
  for (const attribution of ['environment', 'quota', 'configuration'] as const)
    expect(exit([verdict('error', attribution), verdict('pass')])).toBe(4);
});

test('more verdicts never turn a failing exit code into 0', () => {
  const some = subarray(outcomes.map((outcome) => verdict(outcome)));
  assert(
    property(record({ some, more: some, strict: constantFrom(true, false) }), ({ some: given, more, strict }) => {
      if (given.length > 0 && exit(given, undefined, strict) === 1)
        expect(exit([...given, ...more], undefined, strict)).toBe(1);
      if (exit([...given, ...more], undefined, strict) === 0)
        expect(given.every(({ outcome }) => outcome !== 'fail' && outcome !== 'error')).toBe(true);
    }),
  );
});
