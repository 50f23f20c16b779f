import { LRUCache } from 'lru-cache';
import type { CaseAssertion, CaseLabel, CaseStep, FuzzCase, ViolatedConstraint } from '../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../engine/cases/seededRandom.ts';
import type { TargetInventory } from '../target/targetInventory.ts';
import type { CaseGenerator } from './caseGenerator.ts';
import { assertionOf } from './caseSteps.ts';

/** The inputs for making one case. */
export interface GeneratorInput {
  known: TargetInventory;
  chance: SeededRandom;
  /** The name of the combination. */
  name: string;
}

/** The combinations of a case generator for a target, each with its name. */
export type CombinationTable<Cell> = readonly (readonly [name: string, cell: Cell])[];

/** A case generator, described by the table of its combinations. */
interface Tabled<Cell> extends Omit<CaseGenerator, 'combinations' | 'make' | 'aims' | 'dropped'> {
  /** Returns its combinations. Calls `drop` for each combination that is left out, with the reason. All combinations of one kind have the same reason text. */
  of(known: TargetInventory, drop: (why: string) => void): CombinationTable<Cell>;
  /**
   * Serialises the part of a target that its combinations depend on, if that part is small. The combinations are computed once for the same text, even for
   * different targets.
   */
  from?(known: TargetInventory): string;
  aims?(combination: Cell, known: TargetInventory): readonly string[];
  make(combination: Cell, input: GeneratorInput): FuzzCase | undefined;
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
export function tableGenerator<Cell>({ of, from, aims, make, ...said }: Tabled<Cell>): CaseGenerator {
  const tables = new WeakMap<TargetInventory, Drawn<Cell>>();
  const alike = new LRUCache<string, Drawn<Cell>>({ max: maxCachedTables });
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
        const combination = tableFor(known).get(name);
        return combination === undefined ? [] : aims(combination, known);
      },
    }),
    make: (known, name, chance) => {
      const combination = tableFor(known).get(name);
      return combination === undefined ? undefined : make(combination, { known, chance, name });
    },
  };
}

/** Returns rows for a table whose names are also its values. */
export const nameTable = <Name extends string>(names: readonly Name[]): CombinationTable<Name> =>
  names.map((name) => [name, name] as const);

/** Labels a valid case, with the reason why it is known to be valid. */
export const validLabel = (because: string): CaseLabel => ({ is: 'valid', because });

/** Labels an edge case, about which the interface says nothing. */
export const edgeCaseLabel = (because: string): CaseLabel => ({ is: 'odd', because });

/** Labels a case that violates one constraint. The place is in the body unless `how` names another one. */
export function invalidLabel(words: string, how: Partial<ViolatedConstraint> = {}): CaseLabel {
  return { is: 'invalid', broken: { schema: '', keyword: 'text', place: 'body', words, ...how } };
}

/** A valid request, then one that must be refused for its only defect. */
export interface RefusalCase {
  requirement: string;
  /** Steps that precede the valid request and the defect. */
  before?: readonly CaseStep[];
  control: CaseStep;
  defect: CaseStep;
  what: string;
  /** The kind of the defect. */
  how?: Partial<ViolatedConstraint>;
}

/** Makes a case of a control request and a last step that must be refused. */
export function refusalCase({ requirement, before = [], control, defect, what, how = {} }: RefusalCase): FuzzCase {
  const at = before.length + 1;
  const assertion = assertionOf(requirement, 'refused', { exchange: `#${at + 1}`, control: `#${at}`, defect: what });
  return { steps: [...before, control, defect], label: invalidLabel(what, how), claims: [assertion] };
}

/** Makes a case from steps. Only the given assertions judge the case. */
export function assertedCase(
  steps: readonly CaseStep[],
  label: CaseLabel,
  assertions: readonly CaseAssertion[],
): FuzzCase {
  return { steps, label, claims: assertions };
}

/** Makes a case that ends with an edge case: the target may answer as it likes, as long as it survives. */
export function survivalCase(requirement: string, steps: readonly CaseStep[], because: string): FuzzCase {
  const assertion = assertionOf(requirement, 'survives', { exchange: `#${steps.length}` });
  return { steps, label: edgeCaseLabel(because), claims: [assertion] };
}
