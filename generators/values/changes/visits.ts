import type { Random } from 'fast-check';
import { isPlainObject, type Plain, type PlainObject } from '../../../schemas/json/plain.ts';
import { child } from '../../../schemas/json/pointer.ts';
import { some } from '../draw/chance.ts';
import type { Branch, Choice } from '../facts/choices.ts';
import type { SchemaFacts } from '../facts/facts.ts';
import { type Conjunction, conjunctionOf, narrowed, type RequiredSchema } from '../facts/node.ts';
import type { SchemaScope } from '../facts/scope.ts';

/** A choice, decided for one value: the facts of the conjunction before the choice, and the indexes of the branches that hold for the value. */
export interface MadeChoice {
  choice: Choice;
  facts: SchemaFacts;
  heldBranches: readonly number[];
}

/** One value within a base value, with everything its schemas say about it. */
export interface Visit {
  place: string;
  value: Plain;
  /** The facts of all schemas that apply, including the branches that hold. */
  facts: SchemaFacts;
  choices: readonly MadeChoice[];
  /** Returns the base value with another value in this place. */
  put(value: Plain): Plain;
}

/** The most members and items that are visited in one object or list; another seed visits others. */
export const maxVisited = 100;

/** The input of a walk: the schemas, and the source of randomness for values too large to visit completely. */
interface Guide {
  scope: SchemaScope;
  random: Random;
}

/** Visits a base value and the values within it that a schema describes, outermost first. */
export function* visits(guide: Guide, demand: RequiredSchema, base: Plain): Generator<Visit> {
  yield* within(guide, conjunctionOf([demand]), { place: '', value: base, put: (value) => value });
}

type Spot = Pick<Visit, 'place' | 'value' | 'put'>;

function* within(guide: Guide, node: Conjunction, spot: Spot): Generator<Visit> {
  const { facts, choices } = holding(guide.scope, node, spot.value);
  // A place without any schema has nothing to change.
  if (facts.parts.length === 0 && spot.place !== '') return;
  yield { ...spot, facts, choices };
  const { place, value, put } = spot;
  if (Array.isArray(value)) {
    for (const [at, item] of some(guide.random, [...value.entries()], maxVisited)) {
      const inner = { place: child(place, at), value: item, put: (other: Plain) => put(value.with(at, other)) };
      yield* within(guide, facts.lists().item(at), inner);
    }
  } else if (isPlainObject(value)) {
    for (const [name, member] of some(guide.random, Object.entries(value), maxVisited)) {
      const inner = {
        place: child(place, name),
        value: member,
        put: (other: Plain) => put(withMember(value, name, other)),
      };
      yield* within(guide, facts.members().member(name), inner);
    }
  }
}

/** Copies an object with one member added or replaced; any name works, even `__proto__`. */
export function withMember(object: PlainObject, name: string, value: Plain): PlainObject {
  const copy = { ...object };
  Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

function holding(scope: SchemaScope, node: Conjunction, value: Plain): { facts: SchemaFacts; choices: MadeChoice[] } {
  const choices: MadeChoice[] = [];
  let facts = scope.facts(node);
  for (let choice = facts.choices[0]; choice; choice = facts.choices[0]) {
    const made = { choice, facts, heldBranches: heldBranches(scope, choice, value) };
    choices.push(made);
    facts = scope.facts(taken(made));
  }
  return { facts, choices };
}

/** Returns the facts of all schemas that a value meets in a place, including the branches that hold. */
export const factsOfBranches = (scope: SchemaScope, node: Conjunction, value: Plain): SchemaFacts =>
  holding(scope, node, value).facts;

const takenNodes = new WeakMap<Choice, Map<string, Conjunction>>();

function taken({ choice, facts, heldBranches }: MadeChoice): Conjunction {
  const known = takenNodes.get(choice) ?? new Map<string, Conjunction>();
  takenNodes.set(choice, known);
  const key = heldBranches.join();
  const demands = heldBranches.flatMap((at) => choice.branches[at]?.demands ?? []);
  const real = demands.filter(({ isSynthetic }) => isSynthetic !== true);
  const node = known.get(key) ?? narrowed(facts.node, real, choice.key);
  known.set(key, node);
  return node;
}

function heldBranches({ judge }: SchemaScope, { branches }: Choice, value: Plain): number[] {
  const holds = (demand: RequiredSchema) =>
    demand.isSynthetic ? hasAll(demand.node, value) : judge.holds(demand, value);
  const isHeld = ({ when, whenNot }: Branch) => when.every(holds) && !whenNot.some(holds);
  return branches.flatMap((branch, at) => (isHeld(branch) ? [at] : []));
}

// True if a value has all members that a synthetic demand requires. The synthetic demand that decides a choice lists these members.
function hasAll(demand: Plain, value: Plain): boolean {
  const required = isPlainObject(demand) && Array.isArray(demand.required) ? demand.required : [];
  return isPlainObject(value) && required.every((name) => Object.hasOwn(value, String(name)));
}
