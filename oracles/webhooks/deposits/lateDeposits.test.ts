import { expect, test } from '@playwright/test';
import { quietRecord, type SampleMoment } from '../../../tests/support/records/quietRecords.ts';
import { paymentLike, type SampleExchange } from '../../../tests/support/records/records.ts';
import type { OracleResult } from '../../core/result.ts';
import { depositsCredited } from './lateDeposits.ts';

const values = { minLimit: 2, percentFee: 1, fixedFee: 0.5, networkFeeEstimate: 1 };

const bundle: SampleExchange = {
  operation: 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles',
  answer: {
    referenceId: 'r1',
    id: 'CASB-1',
    addresses: [{ id: 'UBADR-1', asset: 'TRON_USDT', address: 'TAddress1', active: true, values }],
  },
};

const payment = (id: string, amount: number, status: string) => ({
  ...paymentLike({ id, orderId: `ORD ${id}`, method: 'CRYPTOCOIN', amount, status }),
  ...{ currency: 'USDT', blockchain: 'TRON', clientOrderId: null },
});

/** Returns the moment in which an amount is paid to the address, and what a search and the balances then show. */
const paid = (
  amount: string,
  USDT: number,
  { status = 'SUCCESS', others = [] as object[], id = 'PMT-1' } = {},
): SampleMoment => ({
  what: 'chain/transfers',
  args: { asset: 'TRON_USDT', address: 'TAddress1', amount },
  reads: [
    {
      operation: 'GET /v2/user/payments/search',
      answer: { content: [payment(id, Number(amount), status), ...others] },
    },
  ],
  balances: { USDT },
});

const codes = (result: OracleResult) =>
  'faults' in result ? [result.state, ...result.faults.map(({ code }) => code)] : [result.state];

/** Returns what is said of these moments, the first of which starts with 100 USDT. */
const said = async (...moments: readonly SampleMoment[]) =>
  codes(depositsCredited(await quietRecord({ before: [bundle], first: { USDT: 100 } }, ...moments), {}));

test('SAB-14 a late payment to a static address is credited less its fees', async () => {
  // Of 40 the fees leave 39.1, and the network takes 1, as it says, or a little more or less.
  expect(await said(paid('40', 138.1))).toEqual(['held']);
  expect(await said(paid('40', 139.1))).toEqual(['held']);
  expect(await said(paid('40', 139.6))).toEqual(['broken', 'differs']);
  expect(await said(paid('40', 140))).toEqual(['broken', 'differs']);
  expect(await said(paid('40', 100))).toEqual(['broken', 'differs']);
  expect(await said(paid('40', 130))).toEqual(['broken', 'beyondEstimate']);
});

test('SAB-14 each late payment is judged, and of a small one nothing need be left', async () => {
  expect(await said(paid('40', 138.1), paid('9', 147, { id: 'PMT-2' }))).toEqual(['broken', 'differs']);
  expect(await said(paid('2', 100))).toEqual(['held']);
});

test('SAB-14 a late payment says nothing while it is on its way, if another is like it, or if its address is not the run’s', async () => {
  const open = ['undecided', 'notApplicable'];
  expect(await said(paid('40', 100, { status: 'PENDING' }))).toEqual(open);
  expect(await said(paid('40', 180, { others: [payment('PMT-9', 40, 'SUCCESS')] }))).toEqual(open);
  expect(await said(paid('40', 180, { others: [payment('PMT-9', 4, 'SUCCESS')] }))).not.toEqual(['held']);
  const elsewhere = { ...paid('40', 100), args: { asset: 'TRON_USDT', address: 'TAddress2', amount: '40' } };
  expect(await said(elsewhere)).toEqual(open);
});

test('SAB-14 two payments at once are both credited', async () => {
  const transfer = (address: string, amount: string) => ({ asset: 'TRON_USDT', address, amount });
  const levers = [
    {
      kind: 'lever',
      requirement: 'sweep',
      what: 'chain/transfers',
      args: transfer('TAddress1', '30'),
      ok: true,
      atNs: '0',
    },
  ] as const;
  const both = (USDT: number, status = 'SUCCESS') => ({
    ...paid('40', USDT, { others: [payment('PMT-2', 30, status)] }),
    levers,
  });
  const alone = paid('9', 147, { id: 'PMT-3' });
  const before = { ...alone, balances: { USDT: 107.4 } };
  expect(await said(before, both(174.6))).toEqual(['held']);
  expect(await said(before, both(145.5))).toEqual(['broken', 'differs']);
  expect(await said(before, both(145.5, 'PENDING'))).toEqual(['held']);
});
