import { expect, test } from '@playwright/test';
import { paymentLike } from '../../tests/support/records/records.ts';
import { recordOfTrades, type SampleTrade, type SampleTrades } from '../../tests/support/records/tradeRecords.ts';
import type { OracleResult } from '../core/result.ts';
import { exchangeMoves, traded, untraded } from './exchangeOrders.ts';
import { isExecuted, tradesOf } from './trades.ts';

const said = (ruled: OracleResult) =>
  'faults' in ruled ? [...new Set(ruled.faults.map(({ code }) => code))] : ruled.state;

const moved = async (given: SampleTrades) => {
  const { record, args } = await recordOfTrades(given);
  return said(exchangeMoves(record, args));
};

const twice = (one: SampleTrade) => [one, one];

test.describe('what the text leaves open passes', () => {
  for (const [why, given] of [
    ['a price at the ask', { trades: [{ amount: '10', base: '10', quote: '-21' }] }],
    ['a price at the bid', { trades: [{ amount: '10', base: '10', quote: '-19' }] }],
    ['a price between', { trades: [{ amount: '10', base: '10', quote: '-20.07' }] }],
    ['one unit of rounding', { trades: [{ amount: '10', base: '10', quote: '-21.01' }] }],
    ['a worth that is rounded to nothing', { trades: [{ amount: '0.001', base: '0.001', quote: '0' }] }],
    ['an amount in quote', { trades: [{ amount: '10', base: '5.11', quote: '-10' }] }],
    ['a sale', { side: 'SELL', trades: [{ amount: '10', base: '-10', quote: '19' }] }],
    ['a sale by quote', { side: 'SELL', trades: [{ amount: '10', base: '-5.2', quote: '10' }] }],
    ['a commission on top', { trades: twice({ amount: '10', base: '10', quote: '-24' }) }],
    ['a commission from the proceeds', { side: 'SELL', trades: twice({ amount: '10', base: '-10', quote: '18.1' }) }],
    ['a market that moves', { trades: [{ amount: '10', base: '10', quote: '-22.9', later: ['2', '2.2'] }] }],
    [
      'bid and ask the wrong way round',
      { prices: ['2.1', '1.9'], trades: [{ amount: '10', base: '10', quote: '-20' }] },
    ],
  ] satisfies [string, SampleTrades][])
    test(why, async () => {
      expect(await moved(given)).toBe('held');
    });
});

test.describe('a movement that no reading allows fails if it happens twice', () => {
  for (const [why, one] of [
    ['only the base moves', { amount: '10', base: '10', quote: '0' }],
    ['only the quote moves', { amount: '10', base: '0', quote: '-20' }],
    ['both rise', { amount: '10', base: '10', quote: '20' }],
    ['both go the other way', { amount: '10', base: '-10', quote: '20' }],
    ['nothing moves', { amount: '10', base: '0', quote: '0' }],
    ['twice the amount', { amount: '10', base: '20', quote: '-40' }],
  ] satisfies [string, SampleTrade][])
    test(why, async () => {
      expect(await moved({ trades: twice(one) })).toEqual(['notConserved']);
      expect(await moved({ trades: [one] })).toEqual(['unconfirmed']);
      expect(await moved({ trades: twice({ ...one, disturbed: true }) })).toEqual(['noEvidence']);
    });
});

test('one conforming order passes even if the other orders were disturbed', async () => {
  const odd = { amount: '10', base: '20', quote: '-50', disturbed: true };
  expect(await moved({ trades: [odd, { amount: '10', base: '10', quote: '-21' }] })).toBe('held');
});

test('an exact move counts even if disturbed, and an unpaid pay-in disturbs nothing', async () => {
  const conforming = { amount: '10', base: '10', quote: '-21' };
  expect(await moved({ trades: [{ ...conforming, disturbed: true }] })).toBe('held');
  const odd = { ...conforming, base: '20', shown: { orderType: 'PAYIN', orderId: 'ORD-9', clientOrderId: 'theirs' } };
  expect(await moved({ trades: twice(odd) })).toEqual(['notConserved']);
});

test('an order that ended after the reads around it decides nothing, and one that never ended counts as it was', async () => {
  const half = { amount: '10', base: '0', quote: '-21', shown: { status: 'PENDING' } };
  const given = { trades: twice(half) };
  expect(await moved(given)).toEqual(['notConserved']);
  const ended = [0, 1].map((index) =>
    paymentLike({ id: `PMT-${index}`, clientOrderId: `K-${index}`, status: 'SUCCESS' }),
  );
  const later = { operation: 'GET /v2/user/payments/search' as const, answer: { content: ended } };
  const { record, args } = await recordOfTrades(given, undefined, [later]);
  expect(said(exchangeMoves(record, args))).toEqual(['noEvidence']);
});

test('a converted amount may be rounded to the decimals of its currency, and no further', async () => {
  const isExact = async (given: Partial<SampleTrades>) => {
    const trades = [{ amount: '10', base: '10', quote: '-21.01' }];
    const { record, args } = await recordOfTrades({ rate: { scale: 8 }, trades, ...given });
    return tradesOf(record, args).every(isExecuted);
  };
  expect(await isExact({})).toBe(false);
  expect(await isExact({ quotePlaces: 2 })).toBe(true);
  expect(await isExact({ quotePlaces: 3 })).toBe(false);
});

test('balances without a figure decide nothing', async () => {
  expect(await moved({ figure: 'worth', trades: [{ amount: '10', base: '10', quote: '-21' }] })).toEqual(['missing']);
});

test('an order within its limits is accepted and answers an order id', async () => {
  const order = { amount: '10', base: '10', quote: '-21' };
  const saying = async (created: SampleTrade['created'], held = '1000') => {
    const { record, args } = await recordOfTrades({
      balance: held,
      trades: [{ ...order, ...(created && { created }) }],
    });
    return said(traded(record, args));
  };
  expect(await saying(undefined)).toBe('held');
  expect(await saying({ status: 201 })).toBe('held');
  expect(await saying({ answer: 'PMT-1' })).toEqual(['notBareOrderId']);
  expect(await saying({ status: 400, answer: {} })).toEqual(['notAccepted']);
  expect(await saying({ status: 400, answer: {} }, '20')).toEqual(['missing']);
  expect(await saying({ failure: 'reset' })).toEqual(['transport']);
});

test('a refused order moves nothing, and search shows no payment of it', async () => {
  const refused = { status: 400, answer: {} };
  const still = { amount: '10', base: '0', quote: '0', created: refused };
  const saying = async (trades: readonly SampleTrade[], isUncovered = false, isFine = false) => {
    const { record, args } = await recordOfTrades({ trades }, undefined, [
      { operation: 'POST /v1/user/exchange', key: 'K-c', answer: 'ORD-1' },
    ]);
    const marks = { defect: 'a defect', isUncovered, isFine };
    return said(untraded(record, { ...args, control: `p0-${trades.length * 9 + 1}`, ...marks }));
  };
  expect(await saying([still])).toBe('held');
  expect(await saying([still], true)).toEqual(['notApplicable']);
  expect(await saying([{ ...still, base: '10', quote: '-20' }, still])).toBe('held');
  expect(await saying(twice({ ...still, quote: '-22' }))).toBe('held');
  expect(await saying(twice({ ...still, quote: '20' }))).toBe('held');
  expect(await saying(twice({ ...still, base: '10' }))).toBe('held');
  expect(await saying([{ ...still, quote: '-20' }])).toEqual(['unconfirmed']);
  expect(await saying(twice({ ...still, quote: '-20' }))).toEqual(['happened']);
  expect(await saying(twice({ ...still, quote: '-10' }))).toEqual(['happened']);
  expect(await saying(twice({ ...still, base: '10', quote: '-20' }))).toEqual(['happened']);
  expect(await saying(twice({ ...still, base: '-10', quote: '20' }))).toEqual(['happened']);
  expect(await saying([{ ...still, shown: { orderType: 'EXCHANGE' } }])).toEqual(['happened']);
  const failed = { orderType: 'EXCHANGE', status: 'FAILED' };
  expect(await saying([{ ...still, created: {} }])).toEqual(['noEvidence']);
  expect(await saying([{ ...still, created: {}, shown: failed }])).toBe('held');
  expect(await saying([{ ...still, created: {}, shown: { ...failed, status: 'SUCCESS' } }])).toEqual(['notRefused']);
  const traded = { ...still, base: '10', quote: '-20', created: {} };
  expect(await saying([traded])).toEqual(['notRefused']);
  expect(await saying([traded], true)).toEqual(['notRefused']);
  expect(await saying([{ ...still, created: {} }], false, true)).toEqual(['notApplicable']);
  expect(await saying([still], false, true)).toBe('held');
  expect(await saying(twice({ ...still, quote: '-20' }), false, true)).toEqual(['happened']);
});
