import type { LosslessNumber } from 'lossless-json';
import type { Price } from '../../schemas/domain/assets.ts';
import { type Decimal, decimal, roundTo } from '../../schemas/json/exact.ts';
import { amountWithin, jsonNumber, placesOf } from './prices.ts';

/** On which side of the middle between two writable figures what an amount converts into lies. */
export const tieSides = ['below', 'above'] as const;

/** One of `sides`. */
export type TieSide = (typeof tieSides)[number];

/** So many amounts are tried: of these the nearest to a middle is taken. */
const mostTried = 400;

const half = decimal('0.5');

/** How far from the middle between two figures of so many decimals an amount ÷ a rate lies, in units; negative below it. */
function offMiddle(amount: Decimal, rate: Decimal, scale: number): Decimal {
  const units = amount.div(rate).times(decimal('10').pow(scale));
  return units.minus(roundTo(units, 0, 'DOWN')).minus(half);
}

/**
 * An amount that ÷ its rate lies just below or just above the middle between two figures of so many decimals, so that the way
 * of rounding shows (REQ-04); the plain amount where the limits hold none.
 */
export function amountNearTie(side: TieSide, scale: number, price: Price): LosslessNumber {
  const { rate } = price;
  const places = placesOf(price);
  const from = amountWithin(price);
  if (!rate) return jsonNumber(from);
  const unit = decimal('10').pow(-places);
  const amounts = Array.from({ length: mostTried }, (_, index) => from.plus(unit.times(index + 1)));
  const isTelling = ({ off }: { off: Decimal }) => (side === 'below' ? off.lt(0) && off.plus(half).gt(0) : off.gt(0));
  const telling = amounts
    .filter((amount) => !price.maxLimit?.lt(amount))
    .map((amount) => ({ amount, off: offMiddle(amount, rate, scale) }))
    .filter(isTelling);
  const [nearest] = telling.toSorted((one, other) => one.off.abs().comparedTo(other.off.abs()));
  return jsonNumber(nearest?.amount ?? from);
}
