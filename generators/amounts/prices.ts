import { LosslessNumber } from 'lossless-json';
import type { Price } from '../../schemas/domain/assets.ts';
import { type Decimal, decimal, roundTo } from '../../schemas/json/exact.ts';

/** Writes a decimal as a JSON number, digit for digit. */
export const jsonNumber = (value: Decimal) => new LosslessNumber(value.toFixed());

/** An amount is this many times the least one: enough that its digits differ from the limit's. */
const timesLeast = decimal('12.34');

/** Returns the decimals that a currency surely supports: two in general, zero if the least amount is large, and those of the least amount if it is small. */
export function placesOf({ isOwn, minLimit = decimal('1') }: Price): number {
  if (isOwn && minLimit.lt(1)) return minLimit.decimalPlaces();
  return minLimit.gte(100) ? 0 : 2;
}

function withinMost(amount: Decimal, { maxLimit }: Price, places: number): Decimal {
  return maxLimit?.lt(amount) ? roundTo(maxLimit, places, 'DOWN') : amount;
}

/** Returns an amount well within its limits, with few decimals. */
export function amountWithin(price: Price): Decimal {
  const places = placesOf(price);
  return withinMost(roundTo((price.minLimit ?? decimal('1')).times(timesLeast), places, 'UP'), price, places);
}

/** How many times the least one the amounts of a price are, by their size. Their digits fill the decimals that the currency surely has. */
const sizes = {
  small: decimal('1.37'),
  middling: decimal('98.76'),
  large: decimal('12345.67'),
  huge: decimal('654321.98'),
};

/** Returns amounts of several magnitudes within the limits of a price, by their size. A size that the limits do not allow is left out. */
export function amountsOfSizes(price: Price): { size: string; amount: Decimal }[] {
  const places = placesOf(price);
  const least = price.minLimit ?? decimal('1');
  return Object.entries(sizes)
    .map(([size, times]) => ({ size, amount: roundTo(least.times(times), places, 'UP') }))
    .filter(({ amount, size }) => (price.maxLimit ? price.maxLimit.gte(amount) : size === 'small'));
}
