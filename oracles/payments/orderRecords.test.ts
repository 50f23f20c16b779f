import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { exchangesAsOrdered, orderIdsAgree, otherAmounts } from './orderRecords.ts';

const search = (fields: object): SampleExchange => ({
  operation: 'GET /v2/user/payments/search',
  path: '/v2/user/payments/search?clientOrderId=K-1',
  answer: { content: [paymentLike({ ...fields })] },
  atMs: 100,
});

const order = (digit: number) => `ORD-00000000-0000-4000-8000-00000000000${digit}`;
const payout = (answer: string, key = 'K-1'): SampleExchange => ({
  operation: 'POST /v1/user/payments/payout',
  key,
  answer,
});

test('the order id that a pay-out answered is the one of its payment', async () => {
  const seen = (digit: number): SampleExchange => search({ orderId: order(digit) });
  expect(orderIdsAgree(await recordOfExchanges(payout(order(1)), seen(1)))).toEqual([]);
  expect(orderIdsAgree(await recordOfExchanges(payout(`${order(1)}\n`), seen(1)))).toEqual([]);
  expect(orderIdsAgree(await recordOfExchanges(payout(order(1))))).toEqual([]);
  expect(orderIdsAgree(await recordOfExchanges(payout(order(1)), seen(2)))).toMatchObject([
    { field: 'orderId', here: `${order(1)} by create`, there: `${order(2)} by search` },
  ]);
});

test('two accepted pay-outs with one clientOrderId have separate orders', async () => {
  const both: SampleExchange = {
    ...search({}),
    answer: { content: [1, 2].map((digit) => paymentLike({ id: `PMT-${digit}`, orderId: order(digit) })) },
  };
  expect(orderIdsAgree(await recordOfExchanges(payout(order(1)), payout(order(2)), both))).toEqual([]);
});

test('the records of an exchange order are those of an exchange, in a currency of its pair', async () => {
  const ordered: SampleExchange = {
    operation: 'POST /v1/user/exchange',
    key: 'K-1',
    body: '{"symbolPair":"BTCEUR","side":"BUY","amount":1,"clientOrderId":"K-1"}',
    answer: order(1),
  };
  const leg = { orderType: 'EXCHANGE', orderId: order(1), currency: 'BTC' };
  const found = async (fields: object) => {
    const record = await recordOfExchanges(ordered, search({ ...leg, ...fields }));
    return [...orderIdsAgree(record), ...exchangesAsOrdered(record)].map((fault) => 'field' in fault && fault.field);
  };
  for (const fields of [{}, { currency: 'EUR' }, { orderType: 'TRANSFER' }, { clientOrderId: null }])
    expect(await found(fields), JSON.stringify(fields)).toEqual([]);
  expect(await found({ orderType: 'PAYIN' })).toEqual(['orderType']);
  expect(await found({ currency: 'USD' })).toEqual(['currency']);
  expect(await found({ clientOrderId: 'K-9' })).toEqual(['clientOrderId']);
  expect(await found({ orderId: order(2) })).toEqual(['orderId']);
});

/** Returns the amounts that are reported of sales of 50 USDT, whose payments show these amounts. */
async function amountsReported(shown: readonly (number | null)[], fields: object = {}) {
  const tale = shown.flatMap((amount, nth): SampleExchange[] => {
    const [id, clientOrderId] = [order(nth + 1), `K-${nth + 1}`];
    const body = JSON.stringify({ symbolPair: 'USDTUSD', side: 'SELL', amount: 50, clientOrderId });
    const payment = { id: `PMT-${nth}`, orderId: id, clientOrderId, orderType: 'EXCHANGE', status: 'SUCCESS' };
    return [
      { operation: 'POST /v1/user/exchange', key: clientOrderId, body, answer: id },
      { ...search({}), answer: { content: [paymentLike({ ...payment, currency: 'USDT', amount, ...fields })] } },
    ];
  });
  const rates: SampleExchange = {
    operation: 'GET /v1/user/exchange/rates',
    answer: [{ pair: 'USDTUSD', baseAsset: 'USDT', quoteAsset: 'USD', bid: 1, ask: 1 }],
  };
  return otherAmounts(await recordOfExchanges(rates, ...tale)).map((fault) => 'there' in fault && fault.there);
}

test('XCH-04c the payments of exchange orders show the amounts that were ordered, if those of most do', async () => {
  expect(await amountsReported([-50, -50, -50])).toEqual([]);
  expect(await amountsReported([-50, 50, -50.05])).toEqual(['-50.05 by search']);
  expect(await amountsReported([-50.05, -50.05, -50.05])).toEqual([]);
  expect(await amountsReported([-50, -50.05, -50.05])).toEqual([]);
  expect(await amountsReported([-50, -50, -50.05], { currency: 'USD' })).toEqual([]);
  expect(await amountsReported([-50, -50, -50.05], { status: 'PENDING' })).toEqual([]);
});
