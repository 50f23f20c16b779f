import { combinationsOf } from '../../../traffic/requirements/selection.ts';
import type { TestAssertionLog } from '../../worker/testAssertionLog.ts';
import type { Worker } from '../../worker/worker.ts';
import { type Dimensions, pairwiseCover, type Row, rowName } from './pairwiseCover.ts';

/** The combinations of one requirement: variations of one statement that cost at least one POST each. A run tries only some of them. */
export interface Combinations {
  /**
   * Returns the names that this run tries; the verdict counts the others as combinations without evidence. Requirements with the same rotation try the same
   * name on the same day.
   */
  among(names: readonly string[], rotation?: readonly string[]): ReadonlySet<string>;
  /** Yields the items that this run tries, one after another. Until the next item, requests and assertions belong to the combination of the yielded item. */
  each<T>(items: readonly T[], nameOf: (item: T) => string, rotation?: readonly string[]): Generator<T>;
  /**
   * Yields rows of a pairwise cover of these dimensions, those that this run tries, as `each` does: over the nights of a rotation, every two values of two
   * dimensions meet.
   */
  cover<All extends Dimensions>(dimensions: All, fits?: (row: Row<All>) => boolean): Generator<Row<All>>;
  /** From now on, requests and assertions belong to this combination; if the name is undefined, they belong to no combination. */
  enter(name: string | undefined): void;
}

/** Returns the `combinations` tool of one requirement. */
export function combinationsFor(worker: Worker, { id }: TestAssertionLog): Combinations {
  const among = (names: readonly string[], rotation?: readonly string[]): ReadonlySet<string> => {
    const chosen = combinationsOf({ id, names, rotation }, worker.run.selection);
    worker.write({ kind: 'cells', requirement: id, names, chosen, ...(rotation && { turns: rotation }) });
    return new Set(chosen);
  };
  const enter = (name: string | undefined) => {
    worker.combination = name;
  };
  function* each<T>(items: readonly T[], nameOf: (item: T) => string, rotation?: readonly string[]): Generator<T> {
    const chosen = among(items.map(nameOf), rotation);
    // What failed in an earlier run comes first.
    const order = [...chosen];
    const tried = items.filter((one) => chosen.has(nameOf(one)));
    for (const item of tried.toSorted((a, b) => order.indexOf(nameOf(a)) - order.indexOf(nameOf(b)))) {
      enter(nameOf(item));
      yield item;
    }
    enter(undefined);
  }
  const cover = <All extends Dimensions>(dimensions: All, fits?: (row: Row<All>) => boolean) =>
    each(pairwiseCover(dimensions, fits), rowName);
  return { among, each, cover, enter };
}
