import { LosslessNumber } from 'lossless-json';
import { bareRequest } from '../../../generators/payloads/acquiringRequest.ts';
import { checkoutBody } from '../../../generators/payloads/checkout.ts';
import { type Decimal, decimal, roundTo } from '../../../schemas/json/exact.ts';
import type { CheckoutBody, RequestBody } from '../../../schemas/requestTypes.ts';

/** Every asset has at least this many decimals, even if an amount is written with fewer. */
const leastPlaces = 2;

/** Amounts to pay if an amount is expected; exact decimals as text. */
export interface Transfers {
  exact: string;
  /** The amount plus one tenth, and the amount minus one tenth. */
  over: string;
  under: string;
  /** The amount minus one unit of its last decimal. */
  underByUnit: string;
  /** Two parts whose sum is the amount. */
  halves: readonly [string, string];
}

const tenth = decimal('0.1');

/** Rounds a value down to some decimals, unless the result would be 0. */
function cut(value: Decimal, places: number): Decimal {
  const rounded = roundTo(value, places, 'DOWN');
  return rounded.gt(0) ? rounded : value;
}

/** Returns the amounts to pay to a request by its payAmount (§ Crypto acquiring request). */
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

/** Returns an amount below a minimum. */
export function belowMinimum(minLimit: Decimal): string {
  return cut(minLimit.div(2), Math.max(leastPlaces, minLimit.decimalPlaces())).toFixed();
}

/** Returns twice the minimum of an asset, so that half of it is not below the minimum; 1 if there is no minimum. */
export function twiceTheLeast(minLimit: Decimal): LosslessNumber {
  return new LosslessNumber((minLimit.gt(0) ? minLimit.times(2) : decimal('1')).toFixed());
}

/** Returns a little more than twice the minimum, with only as many decimals as every currency has. The converted amount then has more decimals. */
export function overTwiceTheLeast(least: Decimal): LosslessNumber {
  return new LosslessNumber(roundTo(least.times(decimal('2.1')), leastPlaces, 'UP').toFixed());
}

/** A requested amount in a currency. */
export interface AskedAmount {
  amount: LosslessNumber;
  currency: string;
}

/** Returns the body of a checkout, with or without a price, and with its expiry unless the service chooses it. */
export function askedCheckout(price?: AskedAmount, expiresAt?: string): CheckoutBody {
  return checkoutBody(price ? 'FIXED_PRICE' : 'NO_PRICE', {
    ...(price && { fixedAmount: price }),
    ...(expiresAt !== undefined && { expiresAt }),
  });
}

/** Returns the body of a request in an asset, with or without a price. */
export function askedRequest(cryptoCurrency: string, price?: AskedAmount): RequestBody {
  return bareRequest(cryptoCurrency, price && { amount: price.amount, amountIn: price.currency });
}
