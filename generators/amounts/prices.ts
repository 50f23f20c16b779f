import { LosslessNumber } from 'lossless-json';
import type { Price } from '../../schemas/domain/assets.ts';
import { type Decimal, decimal, roundTo } from '../../schemas/json/exact.ts';

/** The JSON number of a decimal, digit for digit. */
export const jsonNumber = (value: Decimal) => new LosslessNumber(value.toFixed());

/** So many times the least one is an amount: enough that its digits are none of the limit's. */
const timesLeast = decimal('12.34');

/** Decimals that a currency can write for sure: cents, none where the least amount is large, of small coins those of the least amount. */
export function placesOf({ isOwn, minLimit = decimal('1') }: Price): number {
  if (isOwn && minLimit.lt(1)) return minLimit.decimalPlaces();
  return minLimit.gte(100) ? 0 : 2;
}

function withinMost(amount: Decimal, { maxLimit }: Price, places: number): Decimal {
  return maxLimit?.lt(amount) ? roundTo(maxLimit, places, 'DOWN') : amount;
}

/** An amount well within its limits, in few decimals. */
export function amountWithin(price: Price): Decimal {
  const places = placesOf(price);
  return withinMost(roundTo((price.minLimit ?? decimal('1')).times(timesLeast), places, 'UP'), price, places);
}
