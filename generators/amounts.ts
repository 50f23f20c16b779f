import { type Arbitrary, constant, integer } from 'fast-check';
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
export function jsonNumber(value: Decimal): LosslessNumber {
  return new LosslessNumber(value.toFixed());
}

/** The least that a method takes: what a run spends by default, since some pay-outs hold their amount for ever. */
export function leastAmount({ scale, minLimit }: Limits): Arbitrary<LosslessNumber> {
  const least = minLimit?.gt(0) ? minLimit : modest;
  return constant(jsonNumber(roundTo(least, scale, 'UP')));
}

/** A whole multiple, up to five, of the least amount, so that amounts of one run differ and stay small. */
export function smallAmount(limits: Limits): Arbitrary<LosslessNumber> {
  const { scale, minLimit, maxLimit } = limits;
  const least = minLimit?.gt(0) ? minLimit : modest;
  return integer({ min: 1, max: 5 }).map((times) => {
    const wanted = least.times(times);
    return jsonNumber(roundTo(maxLimit && wanted.gt(maxLimit) ? least : wanted, scale, 'UP'));
  });
}
