import { createHash } from 'node:crypto';

/** A draw of a move: numbers that come from the seed of the campaign alone. */
export interface SeededRandom {
  /** A whole number from 0 up to, and without, a bound. */
  below(bound: number): number;
  /** One of some things; they must not be none. */
  pick<T>(items: readonly T[]): T;
  /** A seed for a generator of its own (`sample(arbitrary, { seed, numRuns: 1 })`). */
  seed(): number;
}

/** Numbers that follow from some words alone, the same for the same words: the seed of a campaign and the place of a case in it. */
export function seededRandom(...words: readonly (string | number)[]): SeededRandom {
  let drawn = 0;
  const seed = () => {
    drawn += 1;
    return (
      createHash('sha256')
        .update(JSON.stringify([...words, drawn]))
        .digest()
        .readUInt32LE() >>> 1
    );
  };
  const below = (bound: number) => seed() % bound;
  return {
    seed,
    below,
    pick: (items) => {
      if (items.length === 0) throw new RangeError('nothing to pick from');
      return items[below(items.length)] as (typeof items)[number];
    },
  };
}
