import { expect, test } from '@playwright/test';
import { recordTold, type Told } from '../recorded.ts';
import { uncovered } from './coverage.ts';

const methods: Told = { answer: [{ id: 'PMD-1', orderType: 'PAYOUT', currency: 'TRX' }] };
const refused: Told = {
  operation: 'POST /v1/user/payments/payout',
  key: 'K-1',
  status: 400,
  body: '{"amount":10,"currency":"TRX"}',
  atMs: 100,
};
const balances = (figure: number, atMs = 200): Told => ({
  operation: 'GET /v1/user/wallet/balances',
  answer: [{ currency: 'TRX', balance: figure }],
  atMs,
});

const told = async (...tale: Told[]) => {
  const record = await recordTold(methods, ...tale);
  return uncovered(record, record.exchange('p0-2'));
};

test('a pay-out that is refused with less on the balance than its amount says nothing of the target', async () => {
  expect(await told(refused, balances(9.99))).toMatchObject({ code: 'missing', hint: expect.stringContaining('9.99') });
  const byMethod = { ...refused, body: '{"amount":10,"paymentMethodId":"PMD-1"}' };
  expect(await told(byMethod, balances(0))).toMatchObject({ code: 'missing' });
});

test('where the balance covers it, or shows no figure, or is read before it only, nothing stands between', async () => {
  expect(await told(refused, balances(10))).toBeUndefined();
  expect(await told(refused, { ...balances(0), answer: [{ currency: 'EUR', balance: 0 }] })).toBeUndefined();
  expect(await told(refused, balances(0, 10))).toBeUndefined();
  expect(await told({ ...refused, status: 200 }, balances(0))).toBeUndefined();
  expect(await told({ ...refused, body: '{"amount":10,"paymentMethodId":"PMD-2"}' }, balances(0))).toBeUndefined();
});
