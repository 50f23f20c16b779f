import type { LosslessNumber } from 'lossless-json';
import type { Price } from '../../schemas/domain/assets.ts';
import { type Decimal, decimal, roundTo } from '../../schemas/json/exact.ts';
import { amountsOfSizes, amountWithin, jsonNumber, placesOf } from './prices.ts';

/** The two sides of a tie: a converted amount is just below or just above the middle between two writable values. */
export const tieSides = ['below', 'above'] as const;

/** One of `tieSides`. */
export type TieSide = (typeof tieSides)[number];

/** The number of amounts to try; the one nearest to a middle is chosen. */
const mostTried = 400;

const half = decimal('0.5');

/**
 * Returns where the search for a tie begins: below the middle at one of the smaller sizes that the limits allow, above it at one of the larger ones, so that a
 * rounding of some sizes alone shows too. `nth` chooses among them.
 */
function startOf(side: TieSide, nth: number, price: Price): Decimal {
  const some = amountsOfSizes(price, nth).map(({ amount }) => amount);
  const middle = Math.ceil(some.length / 2);
  const own = side === 'below' ? some.slice(0, middle) : some.slice(middle);
  return own[nth % Math.max(1, own.length)] ?? amountWithin(price);
}

/** Returns the distance of amount ÷ rate from the middle between two values of `scale` decimals, in units of the last digit; negative below the middle. */
function offMiddle(amount: Decimal, rate: Decimal, scale: number): Decimal {
  const units = amount.div(rate).times(decimal('10').pow(scale));
  return units.minus(roundTo(units, 0, 'DOWN')).minus(half);
}

/** The most units of the last decimal that a converted amount has at a tie. Beyond that, the arithmetic of doubles decides how it is rounded. */
const mostUnits = decimal('10000000000');

/** Which tie is wanted, with `scale` decimals; `nth` chooses its size. */
interface WantedTie {
  side: TieSide;
  scale: number;
  nth: number;
}

/**
 * Returns an amount whose conversion (amount ÷ rate) is just below or just above the middle between two values of `scale` decimals, so that the rounding mode
 * shows (REQ-04). Returns the plain amount if the limits contain no such amount.
 */
export function amountNearTie({ side, scale, nth }: WantedTie, price: Price): LosslessNumber {
  const { rate } = price;
  const places = placesOf(price);
  const wanted = startOf(side, nth, price);
  if (!rate) return jsonNumber(wanted);
  const unit = decimal('10').pow(-places);
  const most = roundTo(mostUnits.div(decimal('10').pow(scale)).times(rate), places, 'DOWN').minus(
    unit.times(mostTried),
  );
  const from = wanted.gt(most) ? most : wanted;
  if (from.lte(0) || price.minLimit?.gt(from)) return jsonNumber(amountWithin(price));
  const amounts = Array.from({ length: mostTried }, (_, index) => from.plus(unit.times(index + 1)));
  const isNearTie = ({ off }: { off: Decimal }) => (side === 'below' ? off.lt(0) && off.plus(half).gt(0) : off.gt(0));
  const nearTies = amounts
    .filter((amount) => !price.maxLimit?.lt(amount))
    .map((amount) => ({ amount, off: offMiddle(amount, rate, scale) }))
    .filter(isNearTie);
  const [nearest] = nearTies.toSorted((one, other) => one.off.abs().comparedTo(other.off.abs()));
  return jsonNumber(nearest?.amount ?? from);
}
