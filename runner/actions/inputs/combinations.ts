import { combinationsOf } from '../../../traffic/requirements/selection.ts';
import type { TestAssertionLog } from '../../worker/testAssertionLog.ts';
import type { Worker } from '../../worker/worker.ts';

/** The cells of one requirement: variations of one statement, each at the price of a POST or more, of which a run tries some. */
export interface Combinations {
  /** The names that this run tries; the verdict counts the others as cells without evidence. Those of other requirements among the same turns are tried on the same day. */
  among(names: readonly string[], turns?: readonly string[]): ReadonlySet<string>;
  /** The items that this run tries, one after the other; what is sent and claimed meanwhile belongs to their cell. */
  each<T>(items: readonly T[], nameOf: (item: T) => string, turns?: readonly string[]): Generator<T>;
  /** From here on, what is sent and claimed belongs to this cell; undefined for none. */
  enter(name: string | undefined): void;
}

/** The `cells` of one requirement. */
export function combinationsFor(stage: Worker, { id }: TestAssertionLog): Combinations {
  const among = (names: readonly string[], turns?: readonly string[]): ReadonlySet<string> => {
    const chosen = combinationsOf(names, stage.run.selection, turns);
    stage.write({ kind: 'cells', requirement: id, names, chosen, ...(turns && { turns }) });
    return new Set(chosen);
  };
  const enter = (name: string | undefined) => {
    stage.combination = name;
  };
  function* each<T>(items: readonly T[], nameOf: (item: T) => string, turns?: readonly string[]): Generator<T> {
    const chosen = among(items.map(nameOf), turns);
    for (const item of items.filter((one) => chosen.has(nameOf(one)))) {
      enter(nameOf(item));
      yield item;
    }
    enter(undefined);
  }
  return { among, each, enter };
}
