import { scaled, unitsOf } from '../../../schemas/json/multiples.ts';
import type { Limit, NumberFacts } from '../facts/numberFacts.ts';

/** The multiples of a unit between two bounds, in units of 10 to the minus `places`. */
export interface Grid {
  unit: bigint;
  places: number;
  /** The first and the last multiple within the bounds, if there are bounds. */
  from?: bigint;
  to?: bigint;
}

/** Returns the grid of numbers with at most `decimals` decimals, or whole numbers, that are multiples of every step. */
export function gridOf({ least, most, steps }: NumberFacts, isInteger: boolean, decimals: number): Grid {
  const all = [...steps.map(({ value }) => unitsOf(value)), ...(isInteger ? [{ units: 1n, places: 0 }] : [])];
  const units = all.length > 0 ? all : [{ units: 1n, places: decimals }];
  const places = Math.max(...units.map((unit) => unit.places));
  const unit = units.map((one) => scaled(one, places)).reduce(leastCommonMultiple);
  const grid = { unit, places };
  return {
    ...grid,
    ...(least && { from: firstOf(grid, least) }),
    ...(most && { to: -firstOf(grid, { ...most, value: -most.value }) }),
  };
}

/** Returns the nth multiple, as the nearest double. */
export function numberAt({ unit, places }: Grid, nth: bigint): number {
  return numberOf(unit * nth, places);
}

/** Returns `units` of 10 to the minus `places`, as the nearest double. */
export function numberOf(units: bigint, places: number): number {
  if (places === 0) return Number(units);
  const sign = units < 0n ? '-' : '';
  const text = String(units < 0n ? -units : units).padStart(places + 1, '0');
  return Number(`${sign}${text.slice(0, -places)}.${text.slice(-places)}`);
}

// Returns the first multiple that is not below a limit, or above it if the limit is exclusive.
function firstOf({ unit, places }: Grid, { value, isExclusive }: Limit): bigint {
  const bound = unitsOf(value);
  const finest = Math.max(places, bound.places);
  const one = scaled({ units: unit, places }, finest);
  const wanted = scaled(bound, finest);
  const down = wanted / one - (wanted % one !== 0n && wanted < 0n ? 1n : 0n);
  const isOn = down * one === wanted;
  return isOn && !isExclusive ? down : down + 1n;
}

function leastCommonMultiple(one: bigint, other: bigint): bigint {
  let [left, right] = [one, other];
  while (right !== 0n) [left, right] = [right, left % right];
  return (one / left) * other;
}
