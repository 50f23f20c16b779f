import { bytes, newRandom } from '../../../domain/random.ts';

/** A repeatable source of choices. */
export interface Chance {
  /** A whole number from 0 to `below` - 1. */
  readonly below: (below: number) => number;
  /** True with this probability. */
  readonly isHit: (share: number) => boolean;
  /** One item of a list, each as likely. Throws for an empty list. */
  readonly pick: <Item>(from: readonly Item[]) => Item;
}

/** Creates a source of choices; the same seed yields the same choices. */
export function newChance(seed: string): Chance {
  const random = newRandom(seed);
  const fraction = (): number => Buffer.from(bytes(random, 6)).readUIntBE(0, 6) / 2 ** 48;
  const below = (limit: number): number => Math.floor(fraction() * limit);
  return {
    below,
    isHit: (share) => fraction() < share,
    pick: (from) => {
      const one = from[below(from.length)];
      if (one === undefined) throw new Error('a choice needs something to choose from');
      return one;
    },
  };
}

/** Returns a list in another order. */
export function shuffled<Item>(chance: Chance, list: readonly Item[]): Item[] {
  const left = [...list];
  return list.flatMap(() => left.splice(chance.below(left.length), 1));
}
