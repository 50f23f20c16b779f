import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { crossPaidOut, notCrossed, tradeOfCrossPayout } from './crossPayout.ts';

type Items = Record<string, unknown>[];

const page = (content: Items): SampleExchange => ({ operation: 'GET /v2/user/payments/search', answer: { content } });
const balances = (trx: number, usdt: number): SampleExchange => ({
  operation: 'GET /v1/user/wallet/balances',
  answer: [
    { currency: 'TRX', balance: trx },
    { currency: 'USDT', balance: usdt },
  ],
});

const payment = (fields: Record<string, unknown>) => paymentLike({ currency: 'TRX', ...fields });
const paidOut = (status = 'SUCCESS') =>
  payment({ id: 'PMT-1', clientOrderId: 'K-1', orderId: 'ORD-1', orderType: 'PAYOUT', amount: -30, status });
const bought = (amount: number) =>
  payment({ id: 'PMT-2', clientOrderId: null, orderId: 'ORD-2', orderType: 'EXCHANGE', amount, status: 'SUCCESS' });
const restored = payment({ id: 'PMT-3', clientOrderId: 'K-3', orderId: 'ORD-3', orderType: 'EXCHANGE', amount: 10 });
const foreign = payment({ id: 'PMT-9', clientOrderId: 'K-9', orderId: 'ORD-9', amount: 7, status: 'SUCCESS' });

/** A pay-out of 30 TRX and a fee of 1 from a balance of 10, as a target may show it. */
interface Tale {
  rates?: unknown[];
  limits?: unknown[];
  created?: SampleExchange;
  /** What search shows afterwards of the paid-out currency and of exchange orders. */
  wanted?: Items;
  orders?: Items;
  /** The two balances afterwards. */
  trx?: number;
  usdt?: number;
}

function exchangesOf({
  rates = [],
  limits = [],
  created = {},
  wanted,
  orders,
  trx = 0,
  usdt = 79,
}: Tale): readonly SampleExchange[] {
  const own = wanted ?? [bought(21), paidOut()];
  return [
    page([]),
    page([]),
    page([]),
    balances(10, 100),
    { operation: 'POST /v1/user/payments/payout', key: 'K-1', answer: 'ORD-1', ...created },
    page(own),
    page([]),
    page(orders ?? [restored, bought(21)]),
    balances(trx, usdt),
    { operation: 'POST /v1/user/exchange', key: 'K-3', answer: 'ORD-3' },
    { operation: 'POST /v1/user/payments/payout', key: 'K-0', answer: 'ORD-0' },
    { operation: 'GET /v1/user/exchange/rates', answer: rates },
    { operation: 'GET /v1/user/exchange/limits', answer: limits },
  ];
}

const looks = (first: number) => ({
  wanted: `p0-${first}`,
  from: `p0-${first + 1}`,
  orders: `p0-${first + 2}`,
  balances: `p0-${first + 3}`,
  rates: 'p0-12',
});
const asked = { wanted: 'TRX', from: 'USDT', amount: '30', fees: { percent: '0', fixed: '1', scale: 2 } };
const round = { before: looks(1), created: 'p0-5', after: looks(6) };

const crossed = async (tale: Tale = {}) =>
  crossPaidOut(await recordOfExchanges(...exchangesOf(tale)), { ...asked, round, restored: 'p0-10' });
const crossedAfter = async (earlier: { status: string }) => {
  const shown = payment({ id: 'PMT-8', clientOrderId: 'K-0', orderId: 'ORD-0', amount: -3, ...earlier });
  const record = await recordOfExchanges(...exchangesOf({ wanted: [shown, bought(21), paidOut()] }));
  return crossPaidOut(record, { ...asked, earlier: 'p0-11', round, restored: 'p0-10' });
};
const withoutCross = async (tale: Tale = {}, said: { isUnsaid?: boolean } = {}) =>
  notCrossed(await recordOfExchanges(...exchangesOf(tale)), { ...asked, round, control: 'p0-11', ...said });

test('the missing amount is bought and paid out, with its fee on top or charged elsewhere', async () => {
  expect((await crossed()).state).toBe('held');
  const freeOfFee = [bought(20), paidOut()];
  expect((await crossed({ wanted: freeOfFee, orders: [restored, bought(20)] })).state).toBe('held');
});

test('an exchange of more or less than the missing amount fails, even by one unit', async () => {
  for (const amount of [21.01, 20.99, 30, 31])
    expect(
      await crossed({ wanted: [bought(amount), paidOut()], orders: [restored, bought(amount)], trx: amount - 21 }),
      String(amount),
    ).toMatchObject({ state: 'broken' });
});

test('balances that do not add up fail', async () => {
  expect((await crossed({ trx: 0.01 })).state).toBe('broken');
  expect((await crossed({ trx: -0.01 })).state).toBe('broken');
  expect(await crossed({ usdt: 100 })).toMatchObject({ faults: [{ wanted: 'less than 100' }] });
});

test('a hidden order fails only if search shows our other exchange orders', async () => {
  const hidden = { wanted: [paidOut()] };
  expect(await crossed({ ...hidden, orders: [restored] })).toMatchObject({ faults: [{ code: 'notFound' }] });
  expect((await crossed({ ...hidden, orders: [] })).state).toBe('held');
  expect(await crossed({ wanted: [bought(21)] })).toMatchObject({ faults: [{ code: 'notFound' }] });
});

test('a pay-out that was on its way before moves nothing more, unless it fails', async () => {
  expect((await crossedAfter({ status: 'SUCCESS' })).state).toBe('held');
  expect((await crossedAfter({ status: 'PENDING' })).state).toBe('held');
  expect(await crossedAfter({ status: 'FAILED' })).toMatchObject({ outcome: 'unverified' });
});

test('other movements and unfinished orders decide nothing', async () => {
  expect(await crossed({ wanted: [foreign, bought(21), paidOut()] })).toMatchObject({ outcome: 'unverified' });
  for (const status of ['PENDING', 'FAILED'])
    expect(await crossed({ wanted: [bought(21), paidOut(status)] })).toMatchObject({ outcome: 'unverified' });
  expect(await crossed({ created: { failure: 'reset' } })).toMatchObject({ outcome: 'error' });
  expect((await crossed({ created: { status: 400 } })).state).toBe('broken');
});

test('an unexpected exchange refers to the target file if that says nothing about the account', async () => {
  const enabled = { created: { status: 400 }, wanted: [], orders: [bought(21)], trx: 10, usdt: 100 };
  expect(await withoutCross(enabled)).toMatchObject({ faults: [{ code: 'happened' }] });
  expect(await withoutCross(enabled, { isUnsaid: true })).toMatchObject({ faults: [{ code: 'missing' }] });
});

test('without cross payout a short pay-out is refused or fails, and nothing is bought', async () => {
  const nothing = { orders: [], trx: 10, usdt: 100 };
  expect((await withoutCross({ created: { status: 400 }, wanted: [], ...nothing })).state).toBe('held');
  expect((await withoutCross({ wanted: [paidOut('FAILED')], ...nothing })).state).toBe('held');
  expect(await withoutCross({ wanted: [paidOut('PENDING')], ...nothing })).toMatchObject({ outcome: 'unverified' });
  expect(await withoutCross({ wanted: [paidOut()], ...nothing })).toMatchObject({ faults: [{ code: 'overdrawn' }] });
  const bySurprise = { created: { status: 400 }, wanted: [], orders: [bought(21)] };
  expect(await withoutCross(bySurprise)).toMatchObject({ faults: [{ code: 'happened' }] });
  expect((await withoutCross({ ...bySurprise, orders: [foreign] })).state).toBe('held');
});

test('the exchange of a cross payout is known by its order, else by the missing amount', async () => {
  const rates = [{ pair: 'TRXUSDT', baseAsset: 'TRX', quoteAsset: 'USDT', bid: 0.9, ask: 1.1, scale: 2 }];
  const traded = async (tale: Tale) =>
    tradeOfCrossPayout(await recordOfExchanges(...exchangesOf(tale)), { ...asked, round, restored: 'p0-10' }).map(
      ({ side, moved }) => `${side} ${moved?.base.toFixed()} for ${moved?.quote.toFixed()}`,
    );
  expect(await traded({ rates })).toEqual(['BUY 21 for 21']);
  expect(await traded({ rates, wanted: [paidOut()], orders: [], usdt: 78 })).toEqual(['BUY 20 for 22']);
  expect(await traded({ rates, usdt: 0 })).toEqual(['BUY 21 for 100']);
  expect(await traded({ rates, trx: 2 })).toEqual([]);
  expect(await traded({})).toEqual([]);
});

test('what is bought if less than the minimum of the pair is missing is learned, and half of it fails', async () => {
  const rates = [{ pair: 'TRXUSDT', baseAsset: 'TRX', quoteAsset: 'USDT', bid: 0.9, ask: 1.1, scale: 2 }];
  const limits = [{ symbolPair: 'TRXUSDT', minLimit: 25, maxLimit: 500 }];
  const buying = (amount: number) =>
    crossed({
      ...{ rates, limits, trx: amount - 21 },
      ...{ wanted: [bought(amount), paidOut()], orders: [restored, bought(amount)] },
    });
  expect(await buying(21)).toMatchObject({ state: 'learned', value: 'buys what is missing' });
  expect(await buying(25)).toMatchObject({ state: 'learned', value: 'buys the minimum or more' });
  expect(await buying(40)).toMatchObject({ state: 'learned', value: 'buys the minimum or more' });
  expect(await buying(22)).toMatchObject({ faults: [{ wanted: '20 or 21 or at least 25', seen: '22' }] });
  expect((await crossed({ rates, limits, created: { status: 400 } })).state).toBe('undecided');
});
