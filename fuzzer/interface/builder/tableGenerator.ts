import { LRUCache } from 'lru-cache';
import type { CaseAssertion, CaseLabel, CaseStep, FuzzCase, ViolatedConstraint } from '../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';
import type { TargetInventory } from '../target/targetInventory.ts';
import type { CaseGenerator } from './caseGenerator.ts';
import { assertionOf } from './caseSteps.ts';

/** What a case of a move is made from. */
export interface GeneratorInput {
  known: TargetInventory;
  chance: SeededRandom;
  /** The name of the variation. */
  name: string;
}

/** The variations of a move on a target, each by its name. */
export type CombinationTable<Cell> = readonly (readonly [name: string, cell: Cell])[];

/** A move by the table of its variations. */
interface Tabled<Cell> extends Omit<CaseGenerator, 'combinations' | 'make' | 'aims' | 'dropped'> {
  /** Its variations; `drop` is told why one is none, in words that are the same for all of its sort. */
  of(known: TargetInventory, drop: (why: string) => void): CombinationTable<Cell>;
  /** What of a target its variations are made from, as text, where that is little: for the same text they are drawn up once, whatever the target. */
  from?(known: TargetInventory): string;
  aims?(cell: Cell, known: TargetInventory): readonly string[];
  make(cell: Cell, scene: GeneratorInput): FuzzCase | undefined;
}

/** A table that was drawn up, and how many variations were left out for each cause. */
interface Drawn<Cell> {
  table: ReadonlyMap<string, Cell>;
  dropped: ReadonlyMap<string, number>;
}

function drawnUp<Cell>(of: Tabled<Cell>['of'], known: TargetInventory): Drawn<Cell> {
  const dropped = new Map<string, number>();
  const drop = (why: string) => void dropped.set(why, (dropped.get(why) ?? 0) + 1);
  return { table: new Map(of(known, drop)), dropped };
}

/** So many tables of a move are kept for other targets of which it makes the same. */
const mostKept = 4;

/** Makes a move of the table of its variations, which is drawn up once for a target. */
export function tableGenerator<Cell>({ of, from, aims, make, ...said }: Tabled<Cell>): CaseGenerator {
  const tables = new WeakMap<TargetInventory, Drawn<Cell>>();
  const alike = new LRUCache<string, Drawn<Cell>>({ max: mostKept });
  const anyFor = (known: TargetInventory) => {
    if (!from) return drawnUp(of, known);
    const text = from(known);
    const drawn = alike.get(text) ?? drawnUp(of, known);
    alike.set(text, drawn);
    return drawn;
  };
  const drawnFor = (known: TargetInventory) => {
    const drawn = tables.get(known) ?? anyFor(known);
    tables.set(known, drawn);
    return drawn;
  };
  const tableFor = (known: TargetInventory) => drawnFor(known).table;
  return {
    ...said,
    combinations: (known) => [...tableFor(known).keys()],
    dropped: (known) => drawnFor(known).dropped,
    ...(aims && {
      aims: (known: TargetInventory, name: string) => {
        const cell = tableFor(known).get(name);
        return cell === undefined ? [] : aims(cell, known);
      },
    }),
    make: (known, name, chance) => {
      const cell = tableFor(known).get(name);
      return cell === undefined ? undefined : make(cell, { known, chance, name });
    },
  };
}

/** Rows for a table whose names are their cells. */
export const nameTable = <Name extends string>(names: readonly Name[]): CombinationTable<Name> =>
  names.map((name) => [name, name] as const);

/** Sound, and why that is known. */
export const validLabel = (because: string): CaseLabel => ({ is: 'valid', because });

/** Of a kind of which the interface says nothing. */
export const edgeCaseLabel = (because: string): CaseLabel => ({ is: 'odd', because });

/** Broken in one way; a place is the body's where nothing is said. */
export function invalidLabel(words: string, how: Partial<ViolatedConstraint> = {}): CaseLabel {
  return { is: 'invalid', broken: { schema: '', keyword: 'text', place: 'body', words, ...how } };
}

/** A sound request, then one that is to be refused for its one defect. */
export interface RefusalCase {
  requirement: string;
  /** Steps before both. */
  before?: readonly CaseStep[];
  control: CaseStep;
  defect: CaseStep;
  what: string;
  /** Of which sort the defect is. */
  how?: Partial<ViolatedConstraint>;
}

/** A case whose last step is to be refused beside its sound likeness. */
export function refusalCase({ requirement, before = [], control, defect, what, how = {} }: RefusalCase): FuzzCase {
  const at = before.length + 1;
  const claim = assertionOf(requirement, 'refused', { exchange: `#${at + 1}`, control: `#${at}`, defect: what });
  return { steps: [...before, control, defect], label: invalidLabel(what, how), claims: [claim] };
}

/** Steps of which nothing more is said than what is claimed of them. */
export function assertedCase(steps: readonly CaseStep[], label: CaseLabel, claims: readonly CaseAssertion[]): FuzzCase {
  return { steps, label, claims };
}

/** An odd request, of which a target may think what it likes as long as it stands it. */
export function survivalCase(requirement: string, steps: readonly CaseStep[], because: string): FuzzCase {
  const claim = assertionOf(requirement, 'survives', { exchange: `#${steps.length}` });
  return { steps, label: edgeCaseLabel(because), claims: [claim] };
}
