import { expect, test } from '@playwright/test';
import { decimal } from '../../../schemas/json/exact.ts';
import { exchangeOf } from '../../../tests/support/records/records.ts';
import { coveredOrder, leastOf, type MarketPair, smallOf } from './market.ts';

const pairOf = (minLimit: string, maxLimit?: string): MarketPair => ({
  ...{ symbolPair: 'ABCXYZ', base: 'ABC', quote: 'XYZ', bid: decimal('1.9'), ask: decimal('2.1'), scale: 2 },
  minLimit: decimal(minLimit),
  ...(maxLimit !== undefined && { maxLimit: decimal(maxLimit) }),
});

test('a small order is somewhat above the minimum of its pair and has no more decimals', () => {
  expect(['10', '1', '0.5', '40'].map((least) => smallOf(pairOf(least)).toFixed())).toEqual(['13', '2', '0.7', '50']);
  expect(smallOf(pairOf('10', '12')).toFixed()).toBe('10');
});

test('a small order is never below the least amount with a value', () => {
  const [worth, small] = [leastOf, smallOf].map((of) => of(pairOf('0.0001')).toFixed());
  expect(worth).toBe('0.5264');
  expect(small).toBe(worth);
});

test('the covered order is the next one from a drawn place, if possible of the preferred side', () => {
  const pairs = ['ABC', 'DEF', 'GHI'].map((base) => ({ ...pairOf('1'), symbolPair: `${base}XYZ`, base }));
  const balances = exchangeOf({ answer: ['XYZ', 'GHI'].map((currency) => ({ currency, balance: 1000 })) });
  const found = (from: number, prefers?: 'BUY' | 'SELL') => {
    const order = coveredOrder(pairs, balances, { times: 10, from, ...(prefers && { prefers }) });
    return order && `${order.side} ${order.pair.symbolPair}`;
  };
  expect([0, 1, 3, 5, 6].map((from) => found(from))).toEqual([
    'BUY ABCXYZ',
    'BUY DEFXYZ',
    'BUY GHIXYZ',
    'SELL GHIXYZ',
    'BUY ABCXYZ',
  ]);
  expect([0, 3].map((from) => found(from, 'SELL'))).toEqual(['SELL GHIXYZ', 'SELL GHIXYZ']);
});
