import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { paymentsAsAsked, recordsAsAsked } from './askedIds.ts';

const idOf = (prefix: string, last: number) => `${prefix}-00000000-0000-4000-8000-00000000000${last}`;
const [one, other] = [idOf('PMT', 1), idOf('PMT', 2)];

const list: SampleExchange = {
  operation: 'GET /v1/user/payments',
  answer: [paymentLike({ id: one }), paymentLike({ id: other })],
};

const get = (asked: string, id: unknown, status = 200): SampleExchange => ({
  operation: 'GET /v1/user/payments/{id}',
  path: `/v1/user/payments/${asked}`,
  status,
  answer: paymentLike({ id }),
});

test('a read by id shows the payment with that id', async () => {
  const seen = async (...reads: SampleExchange[]) => paymentsAsAsked(await recordOfExchanges(list, ...reads)).length;
  expect(await seen(get(one, one), get(other, other), get(one, one.toUpperCase()))).toBe(0);
  expect(await seen(get(one, other))).toBe(1);
  expect(await seen(get(one, one), get(other, one))).toBe(1);
  // Whether an unknown id, an answer without an id or a refusal is right, others judge.
  expect(await seen(get(idOf('PMT', 3), one), get(one, undefined), get(one, other, 404))).toBe(0);
});

const checkout = (last: number): SampleExchange => ({
  operation: 'POST /v1/user/crypto-acquiring/{projectId}/checkouts',
  path: '/v1/user/crypto-acquiring/CAP-1/checkouts',
  answer: { id: idOf('CCO', last) },
});

test('a read of a checkout shows the checkout with that id', async () => {
  const seen = async (asked: number, id: string) => {
    const read: SampleExchange = { readBack: 'checkout', path: `/read/${idOf('CCO', asked)}?full=1`, answer: { id } };
    return recordsAsAsked(await recordOfExchanges(checkout(1), checkout(2), read), 'checkout').length;
  };
  expect(await seen(1, idOf('CCO', 1))).toBe(0);
  expect(await seen(1, idOf('CCO', 2))).toBe(1);
  expect(await seen(1, 'of another shape')).toBe(0);
  expect(await seen(3, idOf('CCO', 1))).toBe(0);
});
