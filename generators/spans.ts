import { LosslessNumber } from 'lossless-json';
import { type Decimal, decimal, roundTo } from '../schemas/exact.ts';

/** The amounts of one currency that an asset is taken in (§ Deposit options); the rate where it is another's than the asset's own. */
export interface Span {
  asset: string;
  currency: string;
  isOwn: boolean;
  minLimit: Decimal | undefined;
  maxLimit: Decimal | undefined;
  rate: Decimal | undefined;
}

/** The JSON number of a decimal, digit for digit. */
export const jsonNumber = (value: Decimal) => new LosslessNumber(value.toFixed());

/** So many times the least one is an amount: enough that its digits are none of the limit's. */
const timesLeast = decimal('12.34');

/** Decimals that a currency can write for sure: cents, none where the least amount is large, of small coins those of the least amount. */
export function placesOf({ isOwn, minLimit = decimal('1') }: Span): number {
  if (isOwn && minLimit.lt(1)) return minLimit.decimalPlaces();
  return minLimit.gte(100) ? 0 : 2;
}

function withinMost(amount: Decimal, { maxLimit }: Span, places: number): Decimal {
  return maxLimit?.lt(amount) ? roundTo(maxLimit, places, 'DOWN') : amount;
}

/** An amount well within its limits, in few decimals. */
export function amountWithin(span: Span): Decimal {
  const places = placesOf(span);
  return withinMost(roundTo((span.minLimit ?? decimal('1')).times(timesLeast), places, 'UP'), span, places);
}
