import { expect, test } from '@playwright/test';
import { recordOfExchanges } from '../../../tests/support/records/records.ts';
import { ratesTurn } from './rateWays.ts';

const operation = 'GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}' as const;

const judged = async (...rates: readonly (readonly [base: string, quote: string, rate: string])[]) => {
  const tale = rates.map(([baseAsset, quoteAsset, rate]) => ({
    operation,
    answer: `{"baseAsset":"${baseAsset}","quoteAsset":"${quoteAsset}","rate":${rate}}`,
  }));
  const asked = rates.map(([base, quote], at) => ({ base, quote, exchange: `p0-${at + 1}` }));
  return ratesTurn(await recordOfExchanges(...tale), { asked });
};

const inDollars = [
  ['A', 'USD', '1.0054'],
  ['B', 'USD', '1.0067'],
] as const;

test('two ways with one figure fail if third currencies say that they differ', async () => {
  for (const rate of ['0.9987', '1.0013'])
    expect(await judged(['A', 'B', rate], ['B', 'A', rate], ...inDollars)).toMatchObject({
      state: 'broken',
      faults: [{ code: 'differs', what: 'the rate of B in A', seen: rate, exchanges: ['p0-1', 'p0-2'] }],
    });
});

test('two ways with two figures pass, with a spread too', async () => {
  for (const [there, back] of [
    ['0.9987', '1.0013'],
    ['0.9950', '0.9976'],
  ] as const)
    expect((await judged(['A', 'B', there], ['B', 'A', back], ...inDollars)).state).toBe('held');
});

test('one figure for both ways passes if it may be rounded, if both are worth the same, or if nothing says their worth', async () => {
  const alike = [
    ['A', 'USD', '1.01'],
    ['B', 'USD', '1.01'],
  ] as const;
  for (const tale of [
    [['A', 'B', '0.99'], ['B', 'A', '0.99'], ...inDollars],
    [['A', 'B', '0.9987'], ['B', 'A', '0.9987'], ...alike],
    [['A', 'B', '0.9987'], ['B', 'A', '0.9987'], inDollars[0]],
  ] as const)
    expect((await judged(...tale)).state).toBe('held');
});
