import { LosslessNumber } from 'lossless-json';
import { type Decimal, decimal, roundTo } from '../../../schemas/json/exact.ts';

/** Fewer places than these no asset has; an amount may be written with fewer. */
const leastPlaces = 2;

/** What may be paid where an amount is expected; decimals as text, exactly. */
export interface Transfers {
  exact: string;
  /** A tenth more, and a tenth less. */
  over: string;
  under: string;
  /** Less by one unit of the last place that the amount is written with. */
  underByUnit: string;
  /** Two parts that come to the amount. */
  halves: readonly [string, string];
}

const tenth = decimal('0.1');

/** Rounded to some places where that leaves anything. */
function cut(value: Decimal, places: number): Decimal {
  const rounded = roundTo(value, places, 'DOWN');
  return rounded.gt(0) ? rounded : value;
}

/** What is paid to a request by its payAmount (§ Crypto acquiring request). */
export function transfersOf(payAmount: Decimal): Transfers {
  const places = Math.max(leastPlaces, payAmount.decimalPlaces());
  const half = cut(payAmount.div(2), places);
  const over = roundTo(payAmount.times(tenth.plus(1)), places, 'UP');
  const under = cut(payAmount.minus(payAmount.times(tenth)), places);
  const byUnit = payAmount.minus(decimal('10').pow(-places));
  return {
    exact: payAmount.toFixed(),
    over: over.toFixed(),
    under: under.toFixed(),
    underByUnit: (byUnit.gt(0) ? byUnit : under).toFixed(),
    halves: [half.toFixed(), payAmount.minus(half).toFixed()],
  };
}

/** What is less than a minimum. */
export function belowMinimum(minLimit: Decimal): string {
  return cut(minLimit.div(2), Math.max(leastPlaces, minLimit.decimalPlaces())).toFixed();
}

/** Twice the least that an asset takes, so that half of it is no less; one where there is no least. */
export function twiceTheLeast(minLimit: Decimal): LosslessNumber {
  return new LosslessNumber((minLimit.gt(0) ? minLimit.times(2) : decimal('1')).toFixed());
}

/** A little more than twice the least, in the places that any currency has: what it converts into has more of them. */
export function overTwiceTheLeast(least: Decimal): LosslessNumber {
  return new LosslessNumber(roundTo(least.times(decimal('2.1')), leastPlaces, 'UP').toFixed());
}

/** What is asked for: an amount in a currency. */
export interface AskedAmount {
  amount: LosslessNumber;
  currency: string;
}

const returnUrl = 'https://merchant.example.com/return';

/** The body of a checkout: of a price, or else of none; and when it is to expire, if it is not left to the service. */
export function checkoutBody(price?: AskedAmount, expiresAt?: string): Record<string, unknown> {
  return {
    type: price ? 'FIXED_PRICE' : 'NO_PRICE',
    name: 'conformance',
    returnUrl,
    ...(price && { fixedAmount: price }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

/** The body of a request in an asset: of a price, or else of none. */
export function requestBody(cryptoCurrency: string, price?: AskedAmount): Record<string, unknown> {
  return { cryptoCurrency, ...(price && { amount: price.amount, amountIn: price.currency }) };
}
