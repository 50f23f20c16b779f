import { LRUCache } from 'lru-cache';
import { memoized } from '../../../oracles/core/memoize.ts';
import type { FuzzCase } from '../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';
import type { TargetInventory } from '../target/targetInventory.ts';
import type { CaseGenerator } from './caseGenerator.ts';

/** The inputs for making one case. */
export interface Input {
  known: TargetInventory;
  chance: SeededRandom;
  /** The name of the combination. */
  name: string;
}

/** Makes the case of one combination; undefined if none can be made. */
export type Draw = (input: Input) => FuzzCase | undefined;

/** Values with their names, such as the combinations of a case generator for a target. */
export type Table<Cell = Draw> = readonly (readonly [name: string, cell: Cell])[];

/** What is fixed of a case generator. By default a case has one POST, and is no misuse. */
type Facts = Pick<CaseGenerator, 'name' | 'evidences'> & Partial<Pick<CaseGenerator, 'posts' | 'isMisuse'>>;

/** A case generator, described by the table of its combinations. */
interface Tabled<Cell> extends Facts {
  /** Returns its combinations. Calls `drop` for each combination that is left out, with the reason. All combinations of one kind have the same reason text. */
  of(known: TargetInventory, drop: (why: string) => void): Table<Cell>;
  /**
   * Serialises the part of a target that its combinations depend on, if that part is small. The combinations are computed once for the same text, even for
   * different targets.
   */
  from?(known: TargetInventory): string;
  aims?(combination: Cell): readonly string[];
  make(combination: Cell, input: Input): FuzzCase | undefined;
}

/** A computed table, and the number of combinations left out for each reason. */
interface Drawn<Cell> {
  table: ReadonlyMap<string, Cell>;
  dropped: ReadonlyMap<string, number>;
}

function drawnUp<Cell>(of: Tabled<Cell>['of'], known: TargetInventory): Drawn<Cell> {
  const dropped = new Map<string, number>();
  const drop = (why: string) => void dropped.set(why, (dropped.get(why) ?? 0) + 1);
  return { table: new Map(of(known, drop)), dropped };
}

/** The number of tables that a case generator caches, so that other targets with the same table can use them. */
const maxCachedTables = 4;

/** Makes a case generator from the table of its combinations, which is computed once for a target. */
export function tableGenerator<Cell>({ of, from, aims, make, ...facts }: Tabled<Cell>): CaseGenerator {
  const alike = new LRUCache<string, Drawn<Cell>>({ max: maxCachedTables });
  const drawnFor = memoized((known: TargetInventory) => {
    if (!from) return drawnUp(of, known);
    const text = from(known);
    const drawn = alike.get(text) ?? drawnUp(of, known);
    alike.set(text, drawn);
    return drawn;
  });
  const cellOf = (known: TargetInventory, name: string) => drawnFor(known).table.get(name);
  return {
    posts: 1,
    isMisuse: false,
    ...facts,
    combinations: (known) => [...drawnFor(known).table.keys()],
    dropped: (known) => drawnFor(known).dropped,
    ...(aims && {
      aims: (known: TargetInventory, name: string) => {
        const combination = cellOf(known, name);
        return combination === undefined ? [] : aims(combination);
      },
    }),
    make: (known, name, chance) => {
      const combination = cellOf(known, name);
      return combination === undefined ? undefined : make(combination, { known, chance, name });
    },
  };
}

/** Makes a case generator whose combinations each draw their own case. They may be the same for every target. */
export function generator(facts: Facts, table: Table | ((known: TargetInventory) => Table)): CaseGenerator {
  const of = typeof table === 'function' ? table : () => table;
  return tableGenerator<Draw>({ ...facts, of, make: (draw, input) => draw(input) });
}

/** Returns a table with another value for each name; leaves out those that become undefined. */
export const mapped = <Cell, Made>(table: Table<Cell>, make: (cell: Cell, name: string) => Made | undefined) =>
  table.flatMap(([name, cell]) => entry(name, make(cell, name)));

/** Returns the rows of all pairs of two tables, with the names of both; leaves out those that become undefined. */
export const crossed = <One, Other, Made>(
  ones: Table<One>,
  others: Table<Other>,
  make: (one: One, other: Other) => Made | undefined,
) =>
  ones.flatMap(([first, one]) => others.flatMap(([second, other]) => entry(`${first}, ${second}`, make(one, other))));

/** Returns the same rows as `crossed`, in the order of the second table. */
export const crossedBySecond = <One, Other, Made>(
  ones: Table<One>,
  others: Table<Other>,
  make: (one: One, other: Other) => Made | undefined,
) => others.flatMap((other) => crossed(ones, [other], make));

const entry = <Made>(name: string, made: Made | undefined): (readonly [name: string, cell: Made])[] =>
  made === undefined ? [] : [[name, made]];

/** Returns the combinations of a table, of which each draws its case from its cell. */
export const rows = <Cell>(table: Table<Cell>, make: (cell: Cell, input: Input) => FuzzCase | undefined): Table =>
  mapped(
    table,
    (cell): Draw =>
      (input) =>
        make(cell, input),
  );

/** Returns the combinations of all pairs of two tables, of which each draws its case from both cells. */
export const crossedRows = <One, Other>(
  ones: Table<One>,
  others: Table<Other>,
  make: (one: One, other: Other, input: Input) => FuzzCase | undefined,
): Table =>
  crossed(
    ones,
    others,
    (one, other): Draw =>
      (input) =>
        make(one, other, input),
  );

/** Returns a table whose names are also its values. */
export const nameTable = <Name extends string>(names: readonly Name[]): Table<Name> =>
  names.map((name) => [name, name] as const);
