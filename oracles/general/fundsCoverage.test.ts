import { expect, test } from '@playwright/test';
import { recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { insufficientFunds, unknownFunds } from './fundsCoverage.ts';

const methods: SampleExchange = { answer: [{ id: 'PMD-1', orderType: 'PAYOUT', currency: 'TRX' }] };
const refused: SampleExchange = {
  operation: 'POST /v1/user/payments/payout',
  key: 'K-1',
  status: 400,
  body: '{"amount":10,"currency":"TRX"}',
  atMs: 100,
};
const balances = (figure: number, atMs = 200): SampleExchange => ({
  operation: 'GET /v1/user/wallet/balances',
  answer: [{ currency: 'TRX', balance: figure }],
  atMs,
});

const faultOf = async (...tale: SampleExchange[]) => {
  const record = await recordOfExchanges(methods, ...tale);
  return insufficientFunds(record, record.exchange('p0-2'));
};

test('a pay-out refused for lack of balance proves nothing about the target', async () => {
  expect(await faultOf(refused, balances(9.99))).toMatchObject({
    code: 'missing',
    hint: expect.stringContaining('9.99'),
  });
  const byMethod = { ...refused, body: '{"amount":10,"paymentMethodId":"PMD-1"}' };
  expect(await faultOf(byMethod, balances(0))).toMatchObject({ code: 'missing' });
});

test('a refusal is judged if the balance covered it, has no figure or was read only before', async () => {
  expect(await faultOf(refused, balances(10))).toBeUndefined();
  expect(await faultOf(refused, { ...balances(0), answer: [{ currency: 'EUR', balance: 0 }] })).toBeUndefined();
  expect(await faultOf(refused, balances(0, 10))).toBeUndefined();
  expect(await faultOf({ ...refused, status: 200 }, balances(0))).toBeUndefined();
  expect(await faultOf({ ...refused, body: '{"amount":10,"paymentMethodId":"PMD-2"}' }, balances(0))).toBeUndefined();
});

const rates: SampleExchange = {
  operation: 'GET /v1/user/exchange/rates',
  answer: [{ pair: 'ABCXYZ', baseAsset: 'ABC', quoteAsset: 'XYZ', bid: 1.9, ask: 2.1 }],
};

const order = (side: string, amount = 10): SampleExchange => ({
  operation: 'POST /v1/user/exchange',
  status: 400,
  body: JSON.stringify({ symbolPair: 'ABCXYZ', side, amount }),
  atMs: 100,
});

const holding = (...figures: [string, number][]): SampleExchange => ({
  ...balances(0),
  answer: figures.map(([currency, balance]) => ({ currency, balance })),
});

test('a refused exchange order without enough balance proves nothing, in either asset', async () => {
  const codeOf = async (side: string, ...figures: [string, number][]) => {
    const record = await recordOfExchanges(rates, order(side), holding(...figures));
    return insufficientFunds(record, record.exchange('p0-2'))?.code;
  };
  expect(await codeOf('BUY', ['ABC', 100], ['XYZ', 20.9])).toBe('missing');
  expect(await codeOf('BUY', ['ABC', 0], ['XYZ', 21])).toBeUndefined();
  expect(await codeOf('SELL', ['ABC', 9.9], ['XYZ', 100])).toBe('missing');
  expect(await codeOf('SELL', ['ABC', 10], ['XYZ', 0])).toBeUndefined();
  const unknown = await recordOfExchanges(order('BUY'), holding(['XYZ', 0]));
  expect(insufficientFunds(unknown, unknown.exchange('p0-1'))).toBeUndefined();
});

test('coverage is unknown if the balances show no figure of the currency', async () => {
  const none = { ...balances(0), answer: [{ currency: 'EUR', balance: 0 }] };
  const says = async (...tale: SampleExchange[]) => {
    const record = await recordOfExchanges(methods, ...tale);
    return unknownFunds(record, record.exchange('p0-2'))?.code;
  };
  expect(await says(refused, none)).toBe('missing');
  expect(await says(refused, balances(0))).toBeUndefined();
  expect(await says(refused)).toBeUndefined();
  expect(await says({ ...refused, status: 200 }, none)).toBeUndefined();
});
