import { expect, test } from '@playwright/test';
import { recordOfExchanges } from '../../../tests/support/records/records.ts';
import { requirementNamed } from '../../interface/executor/requirements.ts';
import type { CaseAssertion, CaseStep, FuzzCase } from '../cases/fuzzCase.ts';
import type { Violation } from '../judgement/violation.ts';
import { buildFinding } from './buildFinding.ts';

const step: CaseStep = {
  operation: 'POST /v1/user/payments/payin',
  method: 'POST',
  path: '/v1/user/payments/payin',
  headers: [],
  signing: 'signed',
};

const assertions: readonly CaseAssertion[] = [
  { requirement: 'PIN-02', oracle: 'refused', args: { exchange: '#2', control: '#1', defect: 'no amount' } },
  { requirement: 'PIN-01', oracle: 'answersPayment', args: { exchange: '#1', what: 'a sound payment' } },
];

const broken = (keyword: string): FuzzCase => ({
  steps: [step, step],
  label: { is: 'invalid', broken: { schema: '', keyword, place: 'body/amount', words: 'no amount' } },
  claims: assertions,
});

const record = await recordOfExchanges({ status: 400 }, { status: 400, atMs: 9 }, { status: 200, atMs: 20 });

const violation: Violation = {
  requirement: requirementNamed('PIN-01'),
  outcome: 'fail',
  code: 'notAccepted',
  wanted: 'a sound payment accepted',
  seen: '400',
  exchanges: [],
};

const found = (one: FuzzCase, exchanges: readonly string[]) =>
  buildFinding(
    { ...violation, exchanges },
    { case: one, steps: one.steps.map((_, at) => record.exchange(`p0-${at + 1}`)) },
    { record, seed: 1 },
  );

test('a failure of a valid request gives a case of that request only', () => {
  const { case: one, fingerprint, exchanges } = found(broken('required'), ['p0-1']);
  expect(one).toEqual({
    steps: [step],
    label: { is: 'valid', because: 'a sound request' },
    claims: assertions.slice(1),
  });
  expect(exchanges).toHaveLength(1);
  expect(found(broken('type'), ['p0-1']).fingerprint).toBe(fingerprint);
  expect(found({ steps: [step], label: { is: 'valid', because: 'another' } }, ['p0-1']).fingerprint).toBe(fingerprint);
});

test('a failure of the defect or of a later read keeps the whole case', () => {
  for (const exchanges of [['p0-2'], ['p0-1', 'p0-2'], ['p0-1', 'p0-3'], []])
    expect(found(broken('required'), exchanges).case).toEqual(broken('required'));
});

test('a valid request of a race is never a case on its own', () => {
  const raced = { ...broken('unique'), steps: [1, 1].map((race) => ({ ...step, race })) };
  expect(found(raced, ['p0-1']).case).toEqual(raced);
});
