import { createHash } from 'node:crypto';
import type { Worker } from '../../worker/worker.ts';

/** Returns a number that the seed of a run draws for a name: the same in every worker, and independent of other names. */
export function drawnNumber({ run }: Pick<Worker, 'run'>, name: string): number {
  return createHash('sha256').update(`${run.seed} ${name}`).digest().readUInt16LE();
}

/** Returns the item that the seed of a run draws for a name. */
export function drawnItem<Item>(worker: Pick<Worker, 'run'>, name: string, items: readonly [Item, ...Item[]]): Item {
  return items[drawnNumber(worker, name) % items.length] ?? items[0];
}

/** Returns a function that returns items one after another, from one that the seed of a run draws: a run that asks often enough gets all of them. */
export function inTurn<Item>(worker: Pick<Worker, 'run'>, name: string, items: readonly [Item, ...Item[]]): () => Item {
  let next = drawnNumber(worker, name);
  return () => items[next++ % items.length] ?? items[0];
}
