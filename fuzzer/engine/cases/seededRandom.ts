import { createHash } from 'node:crypto';

/** A source of random choices for a case generator: it depends only on the seed of the campaign. */
export interface SeededRandom {
  /** Returns a whole number from 0 up to, but not including, a bound. */
  below(bound: number): number;
  /** Returns one of the items; the list must not be empty. */
  pick<T>(items: readonly T[]): T;
  /** Returns a seed for another generator (`sample(arbitrary, { seed, numRuns: 1 })`). */
  seed(): number;
}

/** Returns a random source that depends only on these words, such as the seed of a campaign and the place of a case in it. */
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
      if (items.length === 0) throw new RangeError('expected at least one item to pick from');
      return items[below(items.length)] as (typeof items)[number];
    },
  };
}
