import { expect, test } from '@playwright/test';
import { decimal } from '../../../schemas/json/exact.ts';
import { leastOf, type MarketPair, smallOf } from './market.ts';

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
