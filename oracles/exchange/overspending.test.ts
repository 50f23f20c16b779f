import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { notOverspent, type OverspentArgs } from './overspending.ts';
import type { TradeSide } from './trades.ts';

const rates: SampleExchange = {
  operation: 'GET /v1/user/exchange/rates',
  answer: [{ pair: 'ABCXYZ', baseAsset: 'ABC', quoteAsset: 'XYZ', bid: 1.9, ask: 2.1, scale: 2 }],
};
const balances = (base: number, quote: number): SampleExchange => ({
  operation: 'GET /v1/user/wallet/balances',
  answer: [
    { currency: 'ABC', balance: base },
    { currency: 'XYZ', balance: quote },
  ],
});
const page = (content: unknown[] = []): SampleExchange => ({
  operation: 'GET /v2/user/payments/search',
  answer: { content },
});
const order = (fields: Partial<SampleExchange> = {}): SampleExchange => ({
  operation: 'POST /v1/user/exchange',
  answer: 'ORD-1',
  ...fields,
});
const refusal: Partial<SampleExchange> = { status: 400, answer: {} };

interface Tale {
  side?: TradeSide;
  asset?: OverspentArgs['asset'];
  control?: Partial<SampleExchange>;
  orders?: readonly [Partial<SampleExchange>, Partial<SampleExchange>];
  /** Both balances before. */
  had?: readonly [base: number, quote: number];
  /** Both balances afterwards. */
  base?: number;
  quote?: number;
  others?: unknown[];
  /** The orders that the assertion names as sent together. */
  created?: readonly string[];
  /** The account that sends all requests, if it is not main. */
  account?: string;
}

/** Judges two orders of 60 each, sent together. */
async function said({
  side = 'SELL',
  asset = 'base',
  control,
  orders,
  had = [100, 1000],
  base = 40,
  quote = 1114,
  others,
  created,
  account,
}: Tale) {
  const [one, two] = orders ?? [{}, refusal];
  const tale = [
    order({ key: 'K-c', ...control }),
    rates,
    balances(...had),
    page(),
    page(),
    order({ key: 'K-1', ...one }),
    order({ key: 'K-2', answer: 'ORD-2', ...two }),
    rates,
    balances(base, quote),
    page(others),
    page(),
  ];
  const record = await recordOfExchanges(
    ...tale.map((sample) => ({ ...sample, ...(account !== undefined && { account }) })),
  );
  const before = { rates: 'p0-2', balances: 'p0-3', base: 'p0-4', quote: 'p0-5' };
  const after = { rates: 'p0-8', balances: 'p0-9', base: 'p0-10', quote: 'p0-11' };
  const sent = created ?? ['p0-6', 'p0-7'];
  const attempts = sent.length === 0 ? [] : [{ before, created: sent, after, amount: '60' }];
  const names = { symbolPair: 'ABCXYZ', base: 'ABC', quote: 'XYZ' };
  const ruled = notOverspent(record, { ...names, side, asset, control: 'p0-1', attempts });
  return 'faults' in ruled ? ruled.faults.map(({ code }) => code) : ruled.state;
}

const bothTaken: Pick<Tale, 'orders'> = { orders: [{}, {}] };

test('at most one of two simultaneous orders is executed', async () => {
  expect(await said({})).toBe('held');
  expect(await said({ orders: [refusal, refusal], base: 100, quote: 1000 })).toBe('held');
  expect(await said({ orders: [{}, { status: 409, answer: {} }] })).toBe('held');
});

test('a second order may be accepted and not executed, or only in part', async () => {
  expect(await said(bothTaken)).toBe('held');
  expect(await said({ ...bothTaken, base: 0, quote: 1190 })).toBe('held');
});

test('two complete orders that the balance covered prove nothing', async () => {
  expect(await said({ ...bothTaken, had: [200, 1000], base: 80, quote: 1228 })).toEqual(['noEvidence']);
  expect(await said({ ...bothTaken, side: 'BUY', base: 220, quote: 748 })).toEqual(['noEvidence']);
});

test('two complete orders that the balance does not cover fail, with any final balance', async () => {
  for (const base of [-20, 0, 40]) expect(await said({ ...bothTaken, base, quote: 1228 })).toEqual(['overdrawn']);
  expect(await said({ ...bothTaken, side: 'BUY', had: [100, 200], base: 220, quote: 80 })).toEqual(['overdrawn']);
  expect(await said({ ...bothTaken, asset: 'quote', had: [50, 1000], base: 0, quote: 1120 })).toEqual(['overdrawn']);
  expect(await said({ ...bothTaken, side: 'BUY', asset: 'quote', had: [100, 100], base: 160, quote: 0 })).toEqual([
    'overdrawn',
  ]);
});

test('a balance below zero fails with any answers', async () => {
  const sunk: Tale = { orders: [refusal, refusal], base: -1, quote: 1000 };
  expect(await said(sunk)).toEqual(['overdrawn']);
  expect(await said({ ...sunk, account: 'second' })).toEqual(['overdrawn']);
});

test('other movements at the same time decide nothing', async () => {
  const others = [paymentLike({ id: 'PMT-9', orderId: 'ORD-9', clientOrderId: 'theirs', status: 'SUCCESS' })];
  expect(await said({ ...bothTaken, base: 40, quote: 1228, others })).toEqual(['noEvidence']);
});

test('without two orders sent together the race is not applicable', async () => {
  expect(await said({ created: [] })).toEqual(['notApplicable']);
  expect(await said({ created: ['p0-7'] })).toEqual(['notApplicable']);
});

test('without an accepted control order or an answer nothing is concluded', async () => {
  expect(await said({ control: refusal })).toEqual(['controlFailed']);
  expect(await said({ orders: [{}, { failure: 'reset' }] })).toEqual(['transport']);
});
