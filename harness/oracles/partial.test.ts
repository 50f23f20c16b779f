import { expect, test } from '@playwright/test';
import { paymentLike, recordTold, type Told } from '../recorded.ts';
import { differenceFields, partialsIn } from './partial.ts';

const payout: Told = {
  operation: 'POST /v1/user/payments/payout',
  key: 'K-1',
  body: '{"amount":10,"clientOrderId":"K-1"}',
  answer: 'ORD-1',
};
const get = (fields: object): Told => ({
  operation: 'GET /v1/user/payments/{id}',
  answer: paymentLike({ status: 'PARTIAL_SUCCESS', amount: -4, ...fields }),
  atMs: 100,
});

const told = async (...tale: Told[]) => partialsIn(await recordTold(...tale)).map(differenceFields);

test('the fields that carry the difference are told, wherever they are', async () => {
  expect(await told(payout, get({}))).toEqual(['none']);
  expect(await told(payout, get({ unprocessedAmount: 6 }))).toEqual(['unprocessedAmount']);
  expect(await told(payout, get({ parts: [{ returned: -6, currency: 'EUR' }], rest: 6 }))).toEqual([
    'parts[].returned and rest',
  ]);
  expect(await told(payout, get({ unprocessedAmount: '6', fee: 5.99 }))).toEqual(['none']);
});

test('only a payment of ours that was made in part has a difference', async () => {
  expect(await told(get({ unprocessedAmount: 6 }))).toEqual([]);
  expect(await told(payout, get({ status: 'SUCCESS' }))).toEqual([]);
  expect(await told(payout, get({ amount: 10 }))).toEqual([]);
});
