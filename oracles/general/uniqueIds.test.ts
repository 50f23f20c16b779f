import { expect, test } from '@playwright/test';
import { readOf } from '../../tests/support/records/acquiringRecords.ts';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { sharedIds } from './uniqueIds.ts';

const payout = (answer: string, key?: string): SampleExchange => ({
  operation: 'POST /v1/user/payments/payout',
  answer,
  ...(key !== undefined && { key }),
});
const list = (...payments: unknown[]): SampleExchange => ({ operation: 'GET /v1/user/payments', answer: payments });
const methods = (...entries: unknown[]): SampleExchange => ({ operation: 'GET /v1/user/methods', answer: entries });
const request = (id: string, paymentId: string) => readOf('request', { id, paymentId, txHash: 't1' }, 2_000);
const method = { id: 'PMD-1', name: 'Card', orderType: 'PAYIN', methodKey: 'CC_VISAMC', currency: 'EUR' };
const other = { orderId: 'ORD-00000000-0000-4000-8000-000000000002', clientOrderId: 'K-2' };

const conforming: Readonly<Record<string, readonly SampleExchange[]>> = {
  'two creations with two ids': [payout('ORD-1', 'K-1'), payout('ORD-2', 'K-2')],
  'a repetition in capitals that answers the first id again': [payout('ORD-1', 'k-1'), payout('ORD-1', ' K-1')],
  'a repetition that answers the first id again': [payout('ORD-1', 'K-1'), payout('ORD-1', 'K-1')],
  'creations without a clientOrderId': [payout('ORD-1'), payout('ORD-1')],
  'one payment in two reads': [list(paymentLike()), list(paymentLike({ status: 'SUCCESS' }))],
  'one payment twice in a list that moved while it was read': [list(paymentLike(), paymentLike())],
  'two payments of one order': [list(paymentLike(), paymentLike({ id: 'PMT-2' }))],
  'two methods with two ids': [methods(method, { ...method, id: 'PMD-2' })],
  'a method twice': [methods(method, { ...method })],
  'one transaction for two requests': [
    request('CAPD-1', 'PMT-1'),
    request('CAPD-2', 'PMT-2'),
    request('CAPD-2', 'PMT-2'),
  ],
  'entries without ids': [list({}, {}), methods({}, {})],
};

for (const [name, tale] of Object.entries(conforming)) {
  test(`${name}: no identifier is shared`, async () => {
    expect(sharedIds(await recordOfExchanges(...tale))).toEqual([]);
  });
}

const broken: Readonly<Record<string, readonly [value: string, ...tale: SampleExchange[]]>> = {
  'two creations with one id': ['ORD-1', payout('ORD-1', 'K-1'), payout('ORD-1', 'K-2')],
  'two records of a list with one id': [paymentLike()['id'] as string, list(paymentLike(), paymentLike(other))],
  'two requests with one payment': ['PMT-1', request('CAPD-1', 'PMT-1'), request('CAPD-2', 'PMT-1')],
  'two methods with one id': ['PMD-1', methods(method, { ...method, currency: 'USD' })],
  'a pay-in and a pay-out method with one id': ['PMD-1', methods(method, { ...method, orderType: 'PAYOUT' })],
};

for (const [name, [value, ...tale]] of Object.entries(broken)) {
  test(`${name} share an identifier`, async () => {
    expect(sharedIds(await recordOfExchanges(...tale))).toMatchObject([{ code: 'sharedId', value }]);
  });
}
