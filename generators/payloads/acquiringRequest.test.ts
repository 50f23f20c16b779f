import { expect, test } from '@playwright/test';
import type { Price } from '../../schemas/domain/assets.ts';
import { type Decimal, decimal, roundTo } from '../../schemas/json/exact.ts';
import { amountNearTie, tieSides } from '../amounts/conversionTies.ts';
import { amountsOfSizes, amountWithin, precisely } from '../amounts/prices.ts';
import { outsidePrice, requestBody } from './acquiringRequest.ts';
import { expiry, type Fraction, fixedCheckout } from './checkout.ts';

/** Sample prices of such services: least and largest amount, and the rate of a converted one. */
const shown: readonly (readonly [currency: string, min: string, max: string, rate?: string])[] = [
  ['USDT', '1', '999999'],
  ['BTC', '0.0001', '10'],
  ['USD', '1.0054', '1005398.9946', '1.0054'],
  ['EUR', '0.9211', '921099.0789', '0.9211'],
  ['IDR', '16432.5', '16432500000', '16432.5'],
  ['USD', '6.5', '650000', '64980.5'],
];

const priceOf = ([currency, min, max, rate]: (typeof shown)[number]): Price => ({
  ...{ asset: `CHAIN_${currency}`, currency, isOwn: rate === undefined },
  ...{ minLimit: decimal(min), maxLimit: decimal(max), rate: rate === undefined ? undefined : decimal(rate) },
});

const isWithin = (amount: Decimal, { minLimit, maxLimit }: Price) =>
  (minLimit?.lte(amount) ?? true) && (maxLimit?.gte(amount) ?? true);

test('amounts are within the limits of every price and have few decimals', () => {
  for (const price of shown.map(priceOf)) {
    const amount = amountWithin(price);
    expect(isWithin(amount, price), amount.toFixed()).toBe(true);
    expect(amount.decimalPlaces()).toBeLessThanOrEqual(price.isOwn ? 4 : 2);
  }
  const bare = { asset: 'A_B', currency: 'B', isOwn: true, minLimit: undefined, maxLimit: undefined, rate: undefined };
  expect(amountWithin(bare).toFixed()).toBe('16.06');
  expect(amountWithin({ ...bare, maxLimit: decimal('5') }).toFixed()).toBe('5');
});

test('an amount with every decimal fills them, and stays within its maximum', () => {
  for (const places of [5, 6, 7, 8])
    for (const price of shown.map(priceOf)) {
      const amount = precisely(amountWithin(price), places, price);
      expect(isWithin(amount, price), amount.toFixed()).toBe(true);
      expect(amount.decimalPlaces()).toBe(places);
    }
  expect(precisely(decimal('12.34'), 2, { maxLimit: undefined }).toFixed()).toBe('12.34');
  expect(precisely(decimal('12.34'), 6, { maxLimit: decimal('12.34') }).toFixed()).toBe('12.34');
});

test('amounts near a tie convert to a value just beside the middle, within the limits', () => {
  for (const price of shown.map(priceOf).filter(({ rate }) => rate !== undefined))
    for (const scale of [2, 5, 8])
      for (const [nth, side] of [...tieSides, ...tieSides].entries()) {
        const amount = decimal(amountNearTie({ side, scale, nth: nth >> 1 }, price));
        const units = amount.div(price.rate ?? 1).times(decimal('10').pow(scale));
        const part = units.minus(roundTo(units, 0, 'DOWN'));
        expect(isWithin(amount, price)).toBe(true);
        if (
          [amountWithin(price), ...amountsOfSizes(price, nth >> 1).map((one) => one.amount)].some((one) =>
            one.eq(amount),
          )
        )
          continue;
        expect(units.toNumber()).toBeLessThanOrEqual(10_000_000_000);
        expect(side === 'below' ? part.lt('0.5') && part.gt('0') : part.gt('0.5'), part.toFixed(6)).toBe(true);
      }
});

test('a price with endless decimals has amounts on both sides of a tie', () => {
  const dollar = priceOf(['USD', '1.0054', '1005398.9946', '1.0054']);
  const amounts = tieSides.map((side) => amountNearTie({ side, scale: 5, nth: 0 }, dollar).value);
  expect(new Set([...amounts, amountWithin(dollar).toFixed()]).size).toBe(3);
});

test('a tie is never so large that the arithmetic of doubles decides it', () => {
  const dollar = priceOf(['USD', '50', '9999999999', '1.0054']);
  for (const side of tieSides)
    for (const nth of [0, 1])
      expect(Number(amountNearTie({ side, scale: 8, nth }, dollar).value)).toBeLessThanOrEqual(100.54);
  const large = priceOf(['USD', '500', '9999999999', '1.0054']);
  expect(amountNearTie({ side: 'above', scale: 8, nth: 0 }, large).value).toBe(amountWithin(large).toFixed());
});

test('amounts outside the limits are outside and positive', () => {
  for (const price of shown.map(priceOf)) {
    const { minLimit, maxLimit } = outsidePrice(price);
    for (const amount of [minLimit, maxLimit]) expect(isWithin(decimal(amount ?? '1'), price)).toBe(false);
    expect(decimal(minLimit ?? '0').gt(0)).toBe(true);
  }
  expect(outsidePrice({ ...priceOf(['USDT', '1', '5']), minLimit: undefined, maxLimit: undefined })).toEqual({});
});

test('converted amounts are far outside the limits, since the rate may move before sending', () => {
  const { minLimit, maxLimit } = outsidePrice(priceOf(['USD', '1.0054', '1005398.9946', '1.0054']));
  expect([minLimit?.value, maxLimit?.value]).toEqual(['0.5', '2010798']);
});

test('a body names the asset, the amount and its currency', () => {
  const price = priceOf(['USD', '1.0054', '1005398.9946', '1.0054']);
  expect(JSON.parse(JSON.stringify(requestBody(price)))).toMatchObject({
    amountIn: 'USD',
    cryptoCurrency: 'CHAIN_USD',
  });
  expect(fixedCheckout(price, 'then')).toMatchObject({
    type: 'FIXED_PRICE',
    expiresAt: 'then',
    fixedAmount: { currency: 'USD' },
  });
});

test('an expiry has whole seconds, or a fraction that no service would invent', () => {
  expect(expiry(Date.parse('2026-01-01T00:00:00.999Z'), 60)).toBe('2026-01-01T01:00:00Z');
  const with20 = (fraction: Fraction) => expiry(Date.parse('2026-01-01T00:00:00Z'), 20, fraction);
  expect(with20('milliseconds')).toBe('2026-01-01T00:19:59.347Z');
  expect(with20('nanoseconds')).toBe('2026-01-01T00:19:59.347123456Z');
  expect(with20('milliseconds and an offset')).toBe('2026-01-01T00:19:59.347+00:00');
});
