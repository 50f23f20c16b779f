import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { partialPaymentsIn, remainderFields } from './partialPayment.ts';

const payout: SampleExchange = {
  operation: 'POST /v1/user/payments/payout',
  key: 'K-1',
  body: '{"amount":10,"clientOrderId":"K-1"}',
  answer: 'ORD-1',
};
const get = (fields: object): SampleExchange => ({
  operation: 'GET /v1/user/payments/{id}',
  answer: paymentLike({ status: 'PARTIAL_SUCCESS', amount: -4, ...fields }),
  atMs: 100,
});

const fieldsIn = async (...tale: SampleExchange[]) =>
  partialPaymentsIn(await recordOfExchanges(...tale)).map(remainderFields);

test('the fields that carry the difference are reported, wherever they are', async () => {
  expect(await fieldsIn(payout, get({}))).toEqual(['none']);
  expect(await fieldsIn(payout, get({ unprocessedAmount: 6 }))).toEqual(['unprocessedAmount']);
  expect(await fieldsIn(payout, get({ parts: [{ returned: -6, currency: 'EUR' }], rest: 6 }))).toEqual([
    'parts[].returned and rest',
  ]);
  expect(await fieldsIn(payout, get({ unprocessedAmount: '6', fee: 5.99 }))).toEqual(['none']);
});

test('only our own partially made payment has a difference', async () => {
  expect(await fieldsIn(get({ unprocessedAmount: 6 }))).toEqual([]);
  expect(await fieldsIn(payout, get({ status: 'SUCCESS' }))).toEqual([]);
  expect(await fieldsIn(payout, get({ amount: 10 }))).toEqual([]);
});
