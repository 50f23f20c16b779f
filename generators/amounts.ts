import { type Arbitrary, constant } from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import { type Decimal, decimal, roundTo } from '../schemas/exact.ts';

/** The limits that a method sets for an amount (§ Payment method); decimals, not doubles. */
export interface Limits {
  scale: number;
  minLimit?: Decimal;
  maxLimit?: Decimal;
}

/** Where a method names no minimum, this is small enough not to hurt and large enough not to be nothing. */
const modest = decimal('10');

/** The JSON number of a decimal, digit for digit. */
function jsonNumber(value: Decimal): LosslessNumber {
  return new LosslessNumber(value.toFixed());
}

function leastOf({ scale, minLimit, maxLimit }: Limits): Decimal {
  if (minLimit?.gt(0)) return roundTo(minLimit, scale, 'UP');
  return maxLimit?.lt(modest) ? roundTo(maxLimit, scale, 'DOWN') : modest;
}

/** The least that a method takes: what a run spends by default, since some pay-outs hold their amount for ever. */
export function leastAmount(limits: Limits): Arbitrary<LosslessNumber> {
  return constant(jsonNumber(leastOf(limits)));
}

/** Amounts that a method does not take, with what is wrong with each. */
export function beyondLimits({ scale, minLimit, maxLimit }: Limits): { why: string; amount: LosslessNumber }[] {
  const unit = decimal('10').pow(-scale);
  return [
    { why: 'zero', amount: jsonNumber(decimal('0')) },
    ...(minLimit?.gt(unit) ? [{ why: 'below minLimit', amount: jsonNumber(minLimit.minus(unit)) }] : []),
    ...(maxLimit ? [{ why: 'above maxLimit', amount: jsonNumber(maxLimit.plus(unit)) }] : []),
  ];
}

/** What a method charges (§ Payment method): percent of the amount, and a fixed sum. */
export interface Fees {
  percent: Decimal;
  fixed: Decimal;
}

/** What a pay-out of an amount takes from a balance at the least and at the most: with no fee, and with all of it, rounded up to the method's scale. */
export function takenBy(
  amount: LosslessNumber,
  { scale, percent, fixed }: Limits & Fees,
): Record<'least' | 'most', string> {
  const least = decimal(amount);
  const fee = least.times(percent).div(100).plus(fixed);
  return { least: least.toFixed(), most: least.plus(roundTo(fee, scale, 'UP')).toFixed() };
}

/** A payment made in part: half of the amount, what is left of it, and the most that may come back with the fee. */
export function halfOf(
  amount: unknown,
  { scale, ...fees }: Limits & Fees,
): Record<'requested' | 'processed' | 'rest' | 'most', string> {
  const requested = decimal(String(amount));
  const processed = roundTo(requested.div(2), scale, 'DOWN');
  const rest = requested.minus(processed);
  const { most } = takenBy(jsonNumber(rest), { scale, ...fees });
  return { requested: requested.toFixed(), processed: processed.toFixed(), rest: rest.toFixed(), most };
}
