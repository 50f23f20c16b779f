import { isMultiple, scaled, unitsOf } from '../../../schemas/json/multiples.ts';
import { type Grid, gridOf, numberAt, numberOf } from '../draw/numberGrid.ts';
import type { SchemaFacts } from '../facts/facts.ts';
import type { Limit } from '../facts/numberFacts.ts';
import { atBound, type Change, type Changes, firstSchema, inside, outside } from './change.ts';

/** The most decimals that are tried if the schema does not limit them. */
const mostPlaces = 12;

/** Makes numbers at, just inside and just outside each bound, and beside the multiples; extreme numbers if there are no bounds. */
export const numberChanges: Changes = function* ({ value, facts }) {
  if (typeof value !== 'number') return;
  const { least, most } = facts.numbers();
  const grid = gridOf(facts.numbers(), facts.kinds.isInteger, decimalsFor(facts, value));
  if (least) yield* around(least, grid, { first: grid.from, step: 1n });
  if (most) yield* around(most, grid, { first: grid.to, step: -1n });
  yield* multiples(value, facts);
  for (const extreme of extremes)
    if (isWithin(extreme, facts))
      yield inside(extreme, { keyword: 'type', schema: firstSchema(facts), words: 'an extreme number' });
};

const extremes = [0, 1, -1, 0.1, -0.5, 2 ** 31, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER, 2 ** 53, 1e21, -1e21, 1e-7];

function decimalsFor(facts: SchemaFacts, value: number): number {
  const { least, most } = facts.numbers();
  const places = [least?.value ?? 0, most?.value ?? 0, value].map((one) => unitsOf(one).places);
  return Math.min(mostPlaces, Math.max(...places) + 1);
}

function* around(
  limit: Limit,
  grid: Grid,
  { first, step }: { first: bigint | undefined; step: 1n | -1n },
): Generator<Change> {
  if (first === undefined) return;
  const { keyword, pointer: schema, value: bound, isExclusive } = limit;
  const isRoom = grid.from === undefined || grid.to === undefined || grid.from < grid.to;
  const isOn = numberAt(grid, first) === bound;
  const about = (words: string) => ({ keyword, schema, words: `${words} ${keyword} ${bound}` });
  if (isExclusive) yield { ...outside(bound, about('exactly at')), side: 'at' };
  if (isOn) yield atBound(bound, about('exactly at'));
  if (!isOn) yield inside(numberAt(grid, first), about('just inside of'));
  else if (isRoom) yield inside(numberAt(grid, first + step), about('just inside of'));
  const isBeyond = (other: number) => (step > 0n ? other < bound : other > bound);
  const beyond = [1n, 2n].map((count) => numberAt(grid, first - step * count)).find(isBeyond);
  if (beyond !== undefined) yield outside(beyond, about('just outside of'));
}

function* multiples(value: number, facts: SchemaFacts): Generator<Change> {
  const { steps } = facts.numbers();
  const [step] = steps;
  if (!step) return;
  const about = (words: string) => ({ keyword: 'multipleOf', schema: step.pointer, words: `${words} ${step.value}` });
  const grid = gridOf(facts.numbers(), facts.kinds.isInteger, 0);
  const nth = scaled(unitsOf(value), grid.places) / grid.unit;
  for (const other of [nth + 1n, nth - 1n].map((one) => numberAt(grid, one)))
    if (isWithin(other, facts)) yield inside(other, about('the next multiple of'));
  for (const other of besides(value, grid, facts)) yield outside(other, about('no multiple of'));
}

// Returns numbers beside a multiple: half a unit away if fractions are allowed, one away if only whole numbers are.
function besides(value: number, grid: Grid, facts: SchemaFacts): number[] {
  const unit = unitsOf(value);
  const places = Math.max(unit.places, grid.places) + 1;
  const half = (grid.unit * 10n ** BigInt(places - grid.places)) / 2n;
  const step = facts.kinds.isInteger ? 10n ** BigInt(places) : half;
  const others = [step, -step].map((more) => numberOf(scaled(unit, places) + more, places));
  return others.filter((other) => isBetween(other, facts) && other !== value);
}

function isWithin(value: number, facts: SchemaFacts): boolean {
  if (facts.kinds.isInteger && !Number.isInteger(value)) return false;
  return isBetween(value, facts) && facts.numbers().steps.every((step) => isMultiple(value, step.value));
}

/** True if a number is between the bounds of its place. */
export function isBetween(value: number, facts: SchemaFacts): boolean {
  const { least, most } = facts.numbers();
  if (least && (least.isExclusive ? value <= least.value : value < least.value)) return false;
  return !most || (most.isExclusive ? value < most.value : value <= most.value);
}
