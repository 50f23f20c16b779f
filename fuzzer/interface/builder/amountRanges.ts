import { bigInt } from 'fast-check';
import { type Fees, type Limits, payoutCost } from '../../../generators/amounts/amounts.ts';
import { jsonNumber } from '../../../generators/amounts/prices.ts';
import type { Method } from '../../../runner/actions/inputs/methods.ts';
import { type Decimal, decimal, roundTo } from '../../../schemas/json/exact.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';
import type { TargetInventory } from '../target/targetInventory.ts';
import { drawValue } from './caseSteps.ts';

/** Where a method names no least amount, and how many times the least is enough where it names no most. */
const modest = decimal('10');
const reach = 1_000;

/** A balance bears an order when it holds so many times as much: what is paid out may not come back. */
const margin = 20;

/** The least and the most that an order may take, and the places that its amounts are written with. */
export interface AmountRange {
  least: Decimal;
  most: Decimal;
  scale: number;
}

const power = (places: number) => decimal('10').pow(places);

/** The limits that a method sets, the most of its own making where it has none. */
export function amountRange({ minLimit, maxLimit, scale }: Limits): AmountRange {
  const lowest = minLimit?.gt(0) ? minLimit : modest;
  const least = roundTo(maxLimit?.lt(lowest) ? maxLimit : lowest, scale, 'UP');
  return { least, most: roundTo(maxLimit ?? least.times(reach), scale, 'DOWN'), scale };
}

/** Whether a balance bears a pay-out: undefined where it shows no figure; a pay-in needs none. */
export function isCoveredByBalance(known: TargetInventory, method: Method, amount: Decimal): boolean | undefined {
  if (method.orderType === 'PAYIN') return true;
  const { most } = payoutCost(jsonNumber(amount), method satisfies Limits & Fees);
  return known.balance(method.currency)?.gte(decimal(most).times(margin));
}

/** The range of a method as far as the balance bears it; undefined where it bears not even the least. */
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

/** Any amount of a range in so many places; undefined where it has none. */
function within({ least, most }: AmountRange, places: number, chance: SeededRandom): Decimal | undefined {
  const [min, max] = [units(least, places, 'UP'), units(most, places, 'DOWN')];
  return max < min ? undefined : decimal(String(drawValue(bigInt(min, max), chance))).div(power(places));
}

/** Amounts that lie within a range, by what they are; undefined where a range has none. */
export const validAmounts: Readonly<Record<string, (range: AmountRange, chance: SeededRandom) => Decimal | undefined>> =
  {
    'the least': ({ least }) => least,
    'a unit above the least': ({ least, most, scale }) => {
      const above = least.plus(power(-scale));
      return above.lte(most) ? above : undefined;
    },
    'any within': (range, chance) => within(range, range.scale, chance),
    'any whole number': (range, chance) => within(range, 0, chance),
    'any of one decimal': (range, chance) => (range.scale < 1 ? undefined : within(range, 1, chance)),
    'near the least': ({ least, most, scale }, chance) => {
      const near = least.times(2);
      return within({ least, most: near.lt(most) ? near : most, scale }, scale, chance);
    },
  };

/** Amounts beyond the limits of a method, by what they are and the limit that they break; undefined where it sets none. */
export const outOfRangeAmounts: Readonly<
  Record<string, { keyword: 'minLimit' | 'maxLimit'; of(limits: Limits, chance: SeededRandom): Decimal | undefined }>
> = {
  'a unit below minLimit': {
    keyword: 'minLimit',
    of: ({ minLimit, scale }) =>
      minLimit?.gt(power(-scale)) ? roundTo(minLimit.minus(power(-scale)), scale, 'UP') : undefined,
  },
  'a unit above maxLimit': {
    keyword: 'maxLimit',
    of: ({ maxLimit, scale }) => maxLimit && roundTo(maxLimit.plus(power(-scale)), scale, 'DOWN'),
  },
  'anything below minLimit': {
    keyword: 'minLimit',
    of: ({ minLimit, scale }, chance) => {
      if (!minLimit?.gt(power(-scale))) return undefined;
      return within({ least: power(-scale), most: minLimit.minus(power(-scale)), scale }, scale, chance);
    },
  },
  'twice maxLimit or more': {
    keyword: 'maxLimit',
    of: ({ maxLimit, scale }, chance) =>
      maxLimit && within({ least: maxLimit.times(2), most: maxLimit.times(50), scale }, scale, chance),
  },
  'ten times maxLimit': { keyword: 'maxLimit', of: ({ maxLimit }) => maxLimit?.times(10) },
};
