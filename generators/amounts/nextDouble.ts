import type { Decimal } from '../../schemas/json/exact.ts';

/** True if two amounts are the same to a service that reads a Float as a double. */
export const isSameDouble = (one: Decimal, other: Decimal): boolean => one.toNumber() === other.toNumber();

/** Returns the least of 1, 10, 100, … units that moves a limit to another double; a larger step than the limit is not tried. */
function stepFrom(limit: Decimal, unit: Decimal): Decimal {
  let step = unit.abs();
  while (step.lt(limit) && isSameDouble(limit.plus(unit.isNegative() ? step.negated() : step), limit))
    step = step.times(10);
  return step;
}

/** Returns the amount above a limit that is nearest to it, in steps of a unit, and that is another double than the limit. */
export const justAbove = (limit: Decimal, unit: Decimal): Decimal => limit.plus(stepFrom(limit, unit));

/** Returns the amount below a limit that is nearest to it, in steps of a unit, and that is another double than the limit; it may be zero or negative. */
export const justBelow = (limit: Decimal, unit: Decimal): Decimal => limit.minus(stepFrom(limit, unit.negated()));
