import { expect, test } from '@playwright/test';
import type { Price } from '../../schemas/domain/assets.ts';
import { decimal } from '../../schemas/json/exact.ts';
import { amountInTurn, amountWithin, placesOf } from './prices.ts';

const priceOf = (minLimit: string, maxLimit?: string): Price => ({
  ...{ asset: 'TRON_USDT', currency: 'USDT', isOwn: true, rate: undefined },
  minLimit: decimal(minLimit),
  maxLimit: maxLimit === undefined ? undefined : decimal(maxLimit),
});

const turns = Array.from({ length: 20 }, (_, nth) => nth);

test('drawn amounts are within the minimum and the maximum, and have the decimals of their currency', () => {
  for (const price of [priceOf('1'), priceOf('0.001'), priceOf('250'), priceOf('3', '20'), priceOf('0.0004', '0.01')])
    for (const nth of turns) {
      const amount = amountInTurn(price, nth);
      expect(amount.gte(price.minLimit ?? 0), `${nth} of ${price.minLimit?.toFixed()}`).toBe(true);
      expect(amount.lte(price.maxLimit ?? amount)).toBe(true);
      expect(amount.decimalPlaces()).toBeLessThanOrEqual(placesOf(price));
    }
});

test('drawn amounts have several sizes and numbers of decimals, one of them is the usual amount, and one the least of an own currency', () => {
  const amounts = turns.map((nth) => amountInTurn(priceOf('1'), nth));
  expect(new Set(amounts.map((amount) => amount.toFixed())).size).toBeGreaterThan(5);
  expect(new Set(amounts.map((amount) => amount.decimalPlaces()))).toEqual(new Set([0, 1, 2]));
  expect(amounts[0]?.toFixed()).toBe(amountWithin(priceOf('1')).toFixed());
  expect(amounts.filter((amount) => amount.eq(1)).length).toBe(3);
  expect(turns.map((nth) => amountInTurn({ ...priceOf('1'), isOwn: false }, nth)).every((one) => one.gt(1))).toBe(true);
});
