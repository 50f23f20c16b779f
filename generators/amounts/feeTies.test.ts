import { expect, test } from '@playwright/test';
import { assert, integer, property } from 'fast-check';
import { decimal, roundTo } from '../../schemas/json/exact.ts';
import { feeTieAmounts } from './feeTies.ts';

test('two amounts distinguish the usual roundings', () => {
  const [even, odd] = feeTieAmounts(
    { scale: 2, minLimit: decimal('100'), percent: decimal('1'), fixed: decimal('10') },
    '100',
  );
  const rounded = (amount: unknown, mode: 'HALF_UP' | 'HALF_EVEN' | 'HALF_DOWN') =>
    roundTo(decimal(String(amount)).div(100).plus(10), 2, mode).toFixed();
  expect(rounded(even, 'HALF_UP')).not.toBe(rounded(even, 'HALF_EVEN'));
  expect(rounded(odd, 'HALF_EVEN')).not.toBe(rounded(odd, 'HALF_DOWN'));
});

test('amounts are never below the least and no larger than necessary', () => {
  assert(
    property(
      integer({ min: 0, max: 8 }),
      integer({ min: 1, max: 10_000 }),
      integer({ min: 0, max: 500 }),
      (scale, least, basisPoints) => {
        const minLimit = roundTo(decimal(String(least)).div(7), scale, 'UP');
        const method = { scale, minLimit, percent: decimal(String(basisPoints)).div(100), fixed: decimal('0.3') };
        for (const amount of feeTieAmounts(method, '10')) {
          const above = decimal(amount).minus(minLimit).times(decimal('10').pow(scale));
          expect(above.gte(0) && above.lte(2_000)).toBe(true);
        }
      },
    ),
  );
});
