import { expect, test } from '@playwright/test';
import { quietRecord, type SampleMoment } from '../../tests/support/records/quietRecords.ts';
import { paymentLike, type SampleExchange } from '../../tests/support/records/records.ts';
import type { OracleResult } from '../core/result.ts';
import { creditsSettled } from './settledCredits.ts';

const methods: SampleExchange = {
  operation: 'GET /v1/user/methods',
  answer: [{ id: 'PMD-1', orderType: 'PAYIN', methodKey: 'VA_QR', currency: 'EUR', percent: 1, fixed: 0.1, scale: 2 }],
};

const payin = (id: string, amount: number, status: string): SampleExchange => ({
  operation: 'GET /v1/user/payments/{id}',
  answer: paymentLike({ id, orderId: `ORD ${id}`, clientOrderId: `K ${id}`, method: 'VA_QR', amount, status }),
});

/** Returns the moment in which a pay-in of an amount is settled. */
const settled = (
  [id, amount]: readonly [id: string, amount: number],
  EUR: number,
  more: Partial<SampleMoment> = {},
): SampleMoment => ({
  what: `payments/${id}/settle`,
  args: { status: 'SUCCESS' },
  reads: [payin(id, amount, 'SUCCESS')],
  balances: { EUR },
  ...more,
});

const payoutMethod: SampleExchange = {
  operation: 'GET /v1/user/methods',
  answer: [{ id: 'PMD-2', orderType: 'PAYOUT', methodKey: 'VA_QR', currency: 'EUR', percent: 1, fixed: 0.1, scale: 2 }],
};

/** Returns the moment in which a pay-out of ten fails, which leaves this balance. */
const failed = (id: string, EUR: number, status = 'FAILED'): SampleMoment => {
  const shown = paymentLike({ id, orderType: 'PAYOUT', method: 'VA_QR', amount: -10, status });
  const reads = [{ operation: 'GET /v1/user/payments/{id}', answer: shown } as const];
  return { what: `payments/${id}/settle`, args: { status }, reads, balances: { EUR } };
};

const codes = (result: OracleResult) =>
  'faults' in result ? [result.state, ...result.faults.map(({ code }) => code)] : [result.state];

/** Returns what is said of these moments, the first of which starts with 100 EUR. */
const said = async (...moments: readonly SampleMoment[]) =>
  codes(creditsSettled(await quietRecord({ before: [methods], first: { EUR: 100 } }, ...moments), {}));

test('BAL-02 a pay-in raises the balance by its amount, with or without its fee', async () => {
  expect(await said(settled(['PMT-1', 10], 109.8))).toEqual(['held']);
  expect(await said(settled(['PMT-1', 10], 110))).toEqual(['held']);
  expect(await said(settled(['PMT-1', 10], 109.81))).toEqual(['broken', 'notConserved']);
  expect(await said(settled(['PMT-1', 10], 100))).toEqual(['broken', 'notConserved']);
});

test('BAL-02 what else moved money, or may have, says nothing', async () => {
  const open = ['undecided', 'notApplicable'];
  const others = payin('PMT-9', 5, 'SUCCESS');
  const inIt = { ...others, answer: { ...(others.answer as object), createdAt: '2026-01-01T00:01:20Z' } };
  expect(await said(settled(['PMT-1', 10], 120, { beside: [inIt] }))).toEqual(open);
  const order: SampleExchange = { operation: 'POST /v1/user/exchange', answer: 'ORD-5' };
  expect(await said(settled(['PMT-1', 10], 120, { beside: [order] }))).toEqual(open);
  const choice = {
    kind: 'lever',
    requirement: 'sweep',
    what: 'checkouts/C/choose',
    args: {},
    ok: true,
    atNs: '0',
  } as const;
  expect(await said(settled(['PMT-1', 10], 120, { levers: [choice] }))).toEqual(open);
  expect(await said(settled(['PMT-1', 10], 120, { reads: [payin('PMT-1', 10, 'PENDING')] }))).toEqual(open);
  expect(await said()).toEqual(open);
});

test('BAL-02 credits that no one rule of rounding explains are a warning', async () => {
  // Fees of 0.145 and of 0.155: both down is one rule, one up and one down to the even digit is another.
  expect(await said(settled(['PMT-1', 4.5], 104.36), settled(['PMT-2', 5.5], 109.71))).toEqual(['held']);
  expect(await said(settled(['PMT-1', 4.5], 104.35), settled(['PMT-2', 5.5], 109.7))).toEqual([
    'undecided',
    'misstated',
  ]);
});

test('BAL-02 what a pay-out held returns when it fails, with or without its fee', async () => {
  const saidOf = async (...moments: readonly SampleMoment[]) =>
    codes(creditsSettled(await quietRecord({ before: [payoutMethod], first: { EUR: 100 } }, ...moments), {}));
  expect(await saidOf(failed('PMT-1', 110))).toEqual(['held']);
  expect(await saidOf(failed('PMT-1', 110.2, 'CANCELLED'))).toEqual(['held']);
  expect(await saidOf(failed('PMT-1', 100))).toEqual(['held']);
  expect(await saidOf(failed('PMT-1', 100.2))).toEqual(['broken', 'notConserved']);
  expect(await saidOf(failed('PMT-1', 110, 'PARTIAL_SUCCESS'))).toEqual(['undecided', 'notApplicable']);
  // Where another one returned, this one was held too.
  expect(await saidOf(failed('PMT-1', 110), failed('PMT-2', 110))).toEqual(['broken', 'notConserved']);
});

test('BAL-02 a fee that some failed pay-outs return and others keep is a warning, unless they end in different statuses', async () => {
  const saidOf = async (...moments: readonly SampleMoment[]) =>
    codes(creditsSettled(await quietRecord({ before: [payoutMethod], first: { EUR: 100 } }, ...moments), {}));
  expect(await saidOf(failed('PMT-1', 110.2), failed('PMT-2', 120.4))).toEqual(['held']);
  expect(await saidOf(failed('PMT-1', 110.2), failed('PMT-2', 120.2))).toEqual(['undecided', 'misstated']);
  expect(await saidOf(failed('PMT-1', 110.2), failed('PMT-2', 120.2, 'CANCELLED'))).toEqual(['held']);
});
