import { bigInt } from 'fast-check';
import { type Fees, type Limits, payoutCost } from '../../../generators/amounts/amounts.ts';
import { isSameDouble, justAbove, justBelow } from '../../../generators/amounts/nextDouble.ts';
import { jsonNumber } from '../../../generators/amounts/prices.ts';
import type { Method } from '../../../runner/actions/inputs/methods.ts';
import { type Decimal, decimal, roundTo } from '../../../schemas/json/exact.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';
import type { TargetInventory } from '../target/targetInventory.ts';
import { drawValue } from './caseSteps.ts';

/** The minimum for a method that names no minimum, and the factor from the minimum to the maximum for a method that names no maximum. */
const modest = decimal('10');
const reach = 1_000;

/** A balance covers an order only if it holds this many times the cost: money that is paid out may not come back. */
const margin = 20;

/** The minimum and maximum amount of an order, and the number of decimal places of its amounts. */
export interface AmountRange {
  least: Decimal;
  most: Decimal;
  scale: number;
}

const power = (places: number) => decimal('10').pow(places);

/** Returns the limits of a method, with defaults for those that it does not set. */
export function amountRange({ minLimit, maxLimit, scale }: Limits): AmountRange {
  const lowest = minLimit?.gt(0) ? minLimit : modest;
  const least = roundTo(maxLimit?.lt(lowest) ? maxLimit : lowest, scale, 'UP');
  return { least, most: roundTo(maxLimit ?? least.times(reach), scale, 'DOWN'), scale };
}

/** True if the balance covers the amount of a pay-out; always true for a pay-in. Undefined if the balances show no figure for the currency. */
export function isCoveredByBalance(known: TargetInventory, method: Method, amount: Decimal): boolean | undefined {
  if (method.orderType === 'PAYIN') return true;
  const { most } = payoutCost(jsonNumber(amount), method satisfies Limits & Fees);
  return known.balance(method.currency)?.gte(decimal(most).times(margin));
}

/** Narrows the range of a method to what the balance covers; undefined if it does not cover even the minimum. */
export function coveredRange(known: TargetInventory, method: Method): AmountRange | undefined {
  const range = amountRange(method);
  if (isCoveredByBalance(known, method, range.least) === false) return undefined;
  if (isCoveredByBalance(known, method, range.most)) return range;
  const balance = known.balance(method.currency);
  const share = balance ? roundTo(balance.div(margin * 2), range.scale, 'DOWN') : range.least;
  const most = share.lt(range.most) ? share : range.most;
  return { ...range, most: most.lt(range.least) || !isCoveredByBalance(known, method, most) ? range.least : most };
}

const units = (value: Decimal, places: number, mode: 'UP' | 'DOWN') =>
  BigInt(roundTo(value.times(power(places)), 0, mode).toFixed());

/** Returns a random amount of a range with this many decimal places; undefined if the range contains no amount with this many places. */
function within({ least, most }: AmountRange, places: number, chance: SeededRandom): Decimal | undefined {
  const [min, max] = [units(least, places, 'UP'), units(most, places, 'DOWN')];
  return max < min ? undefined : decimal(String(drawValue(bigInt(min, max), chance))).div(power(places));
}

/** Generators of amounts within a range, by description; undefined if the range has no such amount. */
export const validAmounts: Readonly<Record<string, (range: AmountRange, chance: SeededRandom) => Decimal | undefined>> =
  {
    'the least': ({ least }) => least,
    'a unit above the least': ({ least, most, scale }) => {
      const above = least.plus(power(-scale));
      return above.lte(most) ? above : undefined;
    },
    'any within': (range, chance) => within(range, range.scale, chance),
    'any whole number': (range, chance) => within(range, 0, chance),
    'any of fewer decimals': (range, chance) =>
      range.scale < 1 ? undefined : within(range, 1 + chance.below(Math.max(1, range.scale - 1)), chance),
    'near the least': ({ least, most, scale }, chance) => {
      const near = least.times(2);
      return within({ least, most: near.lt(most) ? near : most, scale }, scale, chance);
    },
  };

/** Returns the largest amount in a scale below a minimum that a service which reads doubles can tell from it; undefined if none is above zero. */
function mostBelow(minLimit: Decimal | undefined, scale: number): Decimal | undefined {
  const below = minLimit && roundTo(justBelow(minLimit, power(-scale)), scale, 'UP');
  return below?.gt(0) && minLimit?.gt(below) && !isSameDouble(below, minLimit) ? below : undefined;
}

/** Returns the least amount in a scale above a maximum that a service which reads doubles can tell from it. */
function leastAbove(maxLimit: Decimal, scale: number): Decimal {
  const above = roundTo(justAbove(maxLimit, power(-scale)), scale, 'DOWN');
  return isSameDouble(above, maxLimit) ? justAbove(roundTo(maxLimit, scale, 'UP'), power(-scale)) : above;
}

/**
 * Generators of amounts outside the limits of a method, by description, each with the limit that it violates; undefined if the method does not set that limit.
 */
export const outOfRangeAmounts: Readonly<
  Record<string, { keyword: 'minLimit' | 'maxLimit'; of(limits: Limits, chance: SeededRandom): Decimal | undefined }>
> = {
  'a unit below minLimit': {
    keyword: 'minLimit',
    of: ({ minLimit, scale }) => mostBelow(minLimit, scale),
  },
  'a unit above maxLimit': {
    keyword: 'maxLimit',
    of: ({ maxLimit, scale }) => maxLimit && leastAbove(maxLimit, scale),
  },
  'anything below minLimit': {
    keyword: 'minLimit',
    of: ({ minLimit, scale }, chance) => {
      const most = mostBelow(minLimit, scale);
      return most && within({ least: power(-scale), most, scale }, scale, chance);
    },
  },
  'twice maxLimit or more': {
    keyword: 'maxLimit',
    of: ({ maxLimit, scale }, chance) =>
      maxLimit && within({ least: maxLimit.times(2), most: maxLimit.times(50), scale }, scale, chance),
  },
};
