import { createHash } from 'node:crypto';

/** Whatever has the seed of a run. */
interface Seeded {
  readonly run: { readonly seed: number };
}

/** Returns a number that the seed of a run draws for a name: the same in every worker, and independent of other names. */
export function drawnNumber({ run }: Seeded, name: string): number {
  return createHash('sha256').update(`${run.seed} ${name}`).digest().readUInt16LE();
}

/** Returns the item that the seed of a run draws for a name. */
export function drawnItem<Item>(worker: Seeded, name: string, items: readonly [Item, ...Item[]]): Item {
  return items[drawnNumber(worker, name) % items.length] ?? items[0];
}

/** Returns a function that returns items one after another, from one that the seed of a run draws: a run that asks often enough gets all of them. */
export function inTurn<Item>(worker: Seeded, name: string, items: readonly [Item, ...Item[]]): () => Item {
  let next = drawnNumber(worker, name);
  return () => items[next++ % items.length] ?? items[0];
}
