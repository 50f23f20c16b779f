import type { Random } from 'fast-check';
import type { SchemaFacts } from '../facts/facts.ts';
import { Undrawable } from '../facts/undrawable.ts';
import { below, onceIn, pick } from './chance.ts';
import { type Grid, gridOf, numberAt } from './numberGrid.ts';

/** Distances from the only bound, or from 0, within which a number is drawn. */
const spans = [10n, 100n, 1_000n, 1_000_000n, 2n ** 31n] as const;

/** The numbers of decimals to choose from if the schema does not limit them, the usual ones more often. `finer` is for bounds that are close together. */
const decimals = [0, 2, 2, 6] as const;
const finer = [0, 1, 2, 4, 8, 12, 16, 20] as const;

/** Draws a number; throws Undrawable if there is no number between the bounds. */
export function drawNumber(random: Random, facts: SchemaFacts): number {
  const numbers = facts.numbers();
  const usual = gridOf(numbers, facts.kinds.isInteger, pick(random, decimals));
  const grid = isEmpty(usual) ? finerGrid(facts) : usual;
  return numberAt(grid, nthOf(random, grid));
}

function finerGrid(facts: SchemaFacts): Grid {
  for (const places of finer) {
    const grid = gridOf(facts.numbers(), facts.kinds.isInteger, places);
    if (!isEmpty(grid)) return grid;
  }
  const { least, most, steps } = facts.numbers();
  throw new Undrawable((steps[0] ?? most ?? least)?.pointer ?? '', 'there is no number between the bounds');
}

function isEmpty({ from, to }: Grid): boolean {
  return from !== undefined && to !== undefined && from > to;
}

function nthOf(random: Random, { from, to }: Grid): bigint {
  const span = pick(random, spans);
  const least = from ?? (to === undefined || to >= 0n ? -span : to - span);
  const most = to ?? (least >= 0n ? least + span : span);
  // Services make most mistakes at the bounds.
  if (onceIn(random, 8)) return from ?? least;
  if (onceIn(random, 8)) return to ?? most;
  const range = most - least;
  if (range < 2n ** 31n) return least + BigInt(below(random, Number(range) + 1));
  return random.nextBigInt(least, most);
}
