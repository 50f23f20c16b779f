import { expect, test } from '@playwright/test';
import { recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { movedLimitFault } from './movedLimits.ts';

const methods = (minLimit: number, atMs: number, more = {}): SampleExchange => ({
  operation: 'GET /v1/user/methods',
  answer: [{ id: 'PMD-1', orderType: 'PAYOUT', methodKey: 'CRYPTOCOIN', currency: 'TRX', minLimit, ...more }],
  atMs,
});
const payout = (amount: number, body: object = { paymentMethodId: 'PMD-1' }): SampleExchange => ({
  operation: 'POST /v1/user/payments/payout',
  key: 'K-1',
  status: 400,
  body: JSON.stringify({ amount, ...body }),
  atMs: 100,
});

const faultOf = async (...tale: SampleExchange[]) => {
  const record = await recordOfExchanges(...tale);
  return movedLimitFault(record, record.exchange('p0-2'));
};

test('an order close to a minimum that moved proves nothing about the target', async () => {
  const moved = { code: 'missing', hint: 'the list shows 10, then 11' };
  expect(await faultOf(methods(10, 0), payout(10), methods(11, 200))).toMatchObject(moved);
  const inWords = { currency: 'TRX', method: 'CRYPTOCOIN' };
  expect(await faultOf(methods(10, 0), payout(9.99, inWords), methods(11, 200))).toMatchObject(moved);
});

test('an order is judged if the minimum is constant, far from the amount or of another method', async () => {
  expect(await faultOf(methods(10, 0), payout(10), methods(10, 200))).toBeUndefined();
  expect(await faultOf(methods(10, 0), payout(23), methods(11, 200))).toBeUndefined();
  expect(await faultOf(methods(10, 0), payout(10, { currency: 'EUR' }), methods(11, 200))).toBeUndefined();
  const payin = { orderType: 'PAYIN' };
  expect(await faultOf(methods(10, 0, payin), payout(10), methods(11, 200, payin))).toBeUndefined();
});

test('two methods that a body may mean have separate limits, and neither has moved', async () => {
  const method = { orderType: 'PAYOUT', methodKey: 'CRYPTOCOIN', currency: 'USDT' };
  const both: SampleExchange = {
    operation: 'GET /v1/user/methods',
    answer: [
      { id: 'PMD-1', ...method, blockchain: 'TRON', minLimit: 1 },
      { id: 'PMD-2', ...method, blockchain: 'ETHEREUM', minLimit: 2 },
    ],
  };
  const unsaid = payout(1, { currency: 'USDT', method: 'CRYPTOCOIN' });
  expect(await faultOf({ ...both, atMs: 0 }, unsaid, { ...both, atMs: 200 })).toBeUndefined();
});

const options = (minLimit: number, atMs: number): SampleExchange => ({
  operation: 'GET /v1/user/crypto-acquiring/{widgetId}/deposit-options',
  path: '/v1/user/crypto-acquiring/CAP-1/deposit-options',
  answer: { cryptoCurrencies: ['TRON_USDT'], limits: { TRON_USDT: { minLimit } } },
  atMs,
});

test('the limits of an asset come from the deposit options of its project', async () => {
  const request = (projectId: string): SampleExchange => ({
    operation: 'POST /v1/user/crypto-acquiring/{projectId}/requests',
    path: `/v1/user/crypto-acquiring/${projectId}/requests`,
    status: 400,
    body: JSON.stringify({ amount: 1, amountIn: 'USDT', cryptoCurrency: 'TRON_USDT' }),
    atMs: 100,
  });
  expect(await faultOf(options(1, 0), request('CAP-1'), options(1.1, 200))).toMatchObject({ code: 'missing' });
  expect(await faultOf(options(1, 0), request('CAP-2'), options(1.1, 200))).toBeUndefined();
});
