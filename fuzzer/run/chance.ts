import { createHash } from 'node:crypto';
import type { Chance } from '../interface/move.ts';

/** Numbers that follow from some words alone, the same for the same words: the seed of a campaign and the place of a case in it. */
export function chanceOf(...words: readonly (string | number)[]): Chance {
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
