import { LosslessNumber } from 'lossless-json';
import { precisely } from '../../../generators/amounts/prices.ts';
import { bareRequest } from '../../../generators/payloads/acquiringRequest.ts';
import { checkoutBody } from '../../../generators/payloads/checkout.ts';
import type { Price } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal, roundTo } from '../../../schemas/json/exact.ts';
import type { CheckoutBody, RequestBody } from '../../../schemas/requestTypes.ts';

/** Every asset has at least this many decimals, even if an amount is written with fewer. */
const leastPlaces = 2;

/** Amounts to pay if an amount is expected; exact decimals as text. */
export interface Transfers {
  exact: string;
  /** The amount plus an excess, and the amount minus a difference: one tenth, or those of this turn. */
  over: string;
  under: string;
  /** The amount minus the least that every coin can be divided into, or one unit of its last decimal if that is less. */
  underByUnit: string;
  /** Two parts whose sum is the amount. */
  halves: readonly [string, string];
}

const [tenth, cent] = [decimal('0.1'), decimal('0.01')];

/** Every coin can be divided into this, however few decimals an amount is written with. */
const millionth = decimal('0.000001');

/** How much less than the requested amount is paid, in turn. */
const differences: readonly ((amount: Decimal, least: Decimal) => Decimal)[] = [
  (amount) => amount.times(tenth),
  () => cent,
  (amount) => amount.times(cent),
  (_, least) => least,
  (amount) => amount.div(2),
  (amount) => amount.times(cent).times(tenth),
];

/** How much more is paid than was asked: the place of a record among those that are overpaid, and a number that the seed draws. */
export interface Excess {
  nth: number;
  drawn: number;
}

/** The drawn overpayments are up to so many times the amount more, in steps of a thousandth. */
const [mostTimes, thousandth] = [20, decimal('0.001')];

/** How much more than the requested amount is paid, in turn: the rule on payAmount sets no end to it. */
const excesses: readonly ((amount: Decimal, unit: Decimal, drawn: number) => Decimal)[] = [
  (amount) => amount.times(tenth),
  (amount) => amount.times(decimal('1.5')),
  (_, unit) => unit,
  (amount) => amount.times(decimal('10')),
  (amount, _, drawn) => amount.times(thousandth).times(1 + (drawn % (mostTimes * 1000))),
  (amount) => amount.times(cent).times(cent),
  (amount) => amount.div(2),
];

/** Rounds a value down to some decimals, unless the result would be 0. */
export function cut(value: Decimal, places: number): Decimal {
  const rounded = roundTo(value, places, 'DOWN');
  return rounded.gt(0) ? rounded : value;
}

/** Returns the amounts to pay to a request by its payAmount (§ Crypto acquiring request); the difference is that of the `nth` turn. */
export function transfersOf(payAmount: Decimal, nth = 0, excess: Excess = { nth: 0, drawn: 0 }): Transfers {
  const places = Math.max(leastPlaces, payAmount.decimalPlaces());
  const unit = decimal('10').pow(-places);
  const least = unit.gt(millionth) ? millionth : unit;
  const half = cut(payAmount.div(2), places);
  const differenceOf = differences[nth % differences.length];
  const difference = differenceOf?.(payAmount, least) ?? least;
  const more = excesses[excess.nth % excesses.length]?.(payAmount, unit, excess.drawn) ?? unit;
  const over = roundTo(payAmount.plus(more), places, 'UP');
  const less = payAmount.minus(difference.gt(least) ? difference : least);
  const under = cut(less.gt(0) ? less : payAmount.minus(payAmount.times(tenth)), least.decimalPlaces());
  const byUnit = payAmount.minus(least);
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

/** Returns an amount below a minimum by one unit of its last decimal. */
export function justBelow(minLimit: Decimal): string {
  const less = minLimit.minus(decimal('10').pow(-Math.max(leastPlaces, minLimit.decimalPlaces())));
  return less.gt(0) ? less.toFixed() : belowMinimum(minLimit);
}

/** Returns twice the minimum of an asset, so that half of it is not below the minimum; 1 if there is no minimum. */
export function twiceTheLeast(minLimit: Decimal): LosslessNumber {
  return new LosslessNumber((minLimit.gt(0) ? minLimit.times(2) : decimal('1')).toFixed());
}

/** A currency whose minimum is at least this much may have no decimals, as the rupiah. */
const wholeFrom = decimal('100');

/** Rounds a price up to the decimals that its currency surely has. */
const priced = (price: Decimal, least: Decimal, places = leastPlaces) =>
  roundTo(price, least.gte(wholeFrom) ? 0 : places, 'UP');

/** Returns a little more than twice the minimum, with only as many decimals as every currency has. The converted amount then has more decimals. */
export function overTwiceTheLeast(least: Decimal): LosslessNumber {
  return new LosslessNumber(priced(least.times(decimal('2.1')), least).toFixed());
}

/** A payment may be many times the price, so a price is at most this part of the largest amount. */
const mostPart = decimal('0.05');

/** Returns a price of some magnitude, with at most so many decimals: many times the minimum, if the maximum is far above it. */
export function severalTimesTheLeast(
  { minLimit = decimal('1'), maxLimit }: Price,
  times: number,
  places = leastPlaces,
): LosslessNumber {
  const twice = minLimit.times(decimal('2.1'));
  const most = maxLimit?.times(mostPart) ?? twice.times(10);
  const amount = priced(twice.times(times).plus(minLimit.times(cent).times(times)), minLimit, places);
  return new LosslessNumber((amount.lte(most) ? amount : priced(twice, minLimit)).toFixed());
}

/** Returns a price with every decimal of its currency, or the price itself if the maximum allows no more. */
export const withEveryDecimal = ({ currency, amount }: AskedAmount, places: number, limits: Price): AskedAmount => ({
  currency,
  amount: new LosslessNumber(precisely(decimal(amount), places, limits).toFixed()),
});

/** A requested amount in a currency. */
export interface AskedAmount {
  amount: LosslessNumber;
  currency: string;
}

/** Returns the body of a checkout, with or without a price, with its expiry unless the service chooses it, and with other texts than usual. */
export function askedCheckout(
  price?: AskedAmount,
  expiresAt?: string,
  texts: Partial<Pick<CheckoutBody, 'name' | 'returnUrl' | 'preselectedCryptoCurrency'>> = {},
): CheckoutBody {
  return checkoutBody(price ? 'FIXED_PRICE' : 'NO_PRICE', {
    ...(price && { fixedAmount: price }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...texts,
  });
}

/** Returns the body of a request in an asset, with or without a price. */
export function askedRequest(cryptoCurrency: string, price?: AskedAmount): RequestBody {
  return bareRequest(cryptoCurrency, price && { amount: price.amount, amountIn: price.currency });
}
