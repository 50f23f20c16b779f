import type { Random } from 'fast-check';
import { isPlainObject, type Plain, type PlainObject } from '../../schemas/plain.ts';
import { child } from '../../schemas/pointer.ts';
import { some } from './chance.ts';
import type { Branch, Choice } from './choices.ts';
import type { Facts } from './facts.ts';
import { type Demand, type Node, narrowed, nodeOf } from './node.ts';
import type { Scope } from './scope.ts';

/** A choice as a value has made it: the conjunction in which it stands, and the numbers of the branches that hold. */
export interface Made {
  choice: Choice;
  facts: Facts;
  held: readonly number[];
}

/** One value within a base value, with all that its schemas say of it. */
export interface Visit {
  place: string;
  value: Plain;
  /** The facts of all schemas that apply, the branches that hold included. */
  facts: Facts;
  choices: readonly Made[];
  /** The base value with another value in this place. */
  put(value: Plain): Plain;
}

/** Of wider objects and longer lists so many members and items are visited; another seed visits others. */
export const widest = 100;

/** What a walk goes by: the schemas, and chance where there is too much to visit all of it. */
interface Guide {
  scope: Scope;
  random: Random;
}

/** Visits a base value and the values within it that a schema speaks of, outermost first. */
export function* visits(guide: Guide, demand: Demand, base: Plain): Generator<Visit> {
  yield* within(guide, nodeOf([demand]), { place: '', value: base, put: (value) => value });
}

type Spot = Pick<Visit, 'place' | 'value' | 'put'>;

function* within(guide: Guide, node: Node, spot: Spot): Generator<Visit> {
  const { facts, choices } = holding(guide.scope, node, spot.value);
  // Of what nothing is said, there is nothing to change but within another.
  if (facts.parts.length === 0 && spot.place !== '') return;
  yield { ...spot, facts, choices };
  const { place, value, put } = spot;
  if (Array.isArray(value)) {
    for (const [at, item] of some(guide.random, [...value.entries()], widest)) {
      const inner = { place: child(place, at), value: item, put: (other: Plain) => put(value.with(at, other)) };
      yield* within(guide, facts.lists().item(at), inner);
    }
  } else if (isPlainObject(value)) {
    for (const [name, member] of some(guide.random, Object.entries(value), widest)) {
      const inner = {
        place: child(place, name),
        value: member,
        put: (other: Plain) => put(withMember(value, name, other)),
      };
      yield* within(guide, facts.members().member(name), inner);
    }
  }
}

/** A copy of an object with one member more, or another value of it; any name is a name like any other. */
export function withMember(object: PlainObject, name: string, value: Plain): PlainObject {
  const copy = { ...object };
  Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

function holding(scope: Scope, node: Node, value: Plain): { facts: Facts; choices: Made[] } {
  const choices: Made[] = [];
  let facts = scope.facts(node);
  for (let choice = facts.choices[0]; choice; choice = facts.choices[0]) {
    const made = { choice, facts, held: heldBranches(scope, choice, value) };
    choices.push(made);
    facts = scope.facts(taken(made));
  }
  return { facts, choices };
}

/** The facts of all schemas that a value meets in a place, those of the branches that it holds included. */
export const factsOfHeld = (scope: Scope, node: Node, value: Plain): Facts => holding(scope, node, value).facts;

const takenNodes = new WeakMap<Choice, Map<string, Node>>();

function taken({ choice, facts, held }: Made): Node {
  const known = takenNodes.get(choice) ?? new Map<string, Node>();
  takenNodes.set(choice, known);
  const key = held.join();
  const demands = held.flatMap((at) => choice.branches[at]?.demands ?? []);
  const real = demands.filter(({ isMade }) => isMade !== true);
  const node = known.get(key) ?? narrowed(facts.node, real, choice.key);
  known.set(key, node);
  return node;
}

function heldBranches({ judge }: Scope, { branches }: Choice, value: Plain): number[] {
  const holds = (demand: Demand) => (demand.isMade ? hasAll(demand.node, value) : judge.holds(demand, value));
  const isHeld = ({ when, whenNot }: Branch) => when.every(holds) && !whenNot.some(holds);
  return branches.flatMap((branch, at) => (isHeld(branch) ? [at] : []));
}

// A made demand that decides a choice names members that have to be there.
function hasAll(demand: Plain, value: Plain): boolean {
  const required = isPlainObject(demand) && Array.isArray(demand.required) ? demand.required : [];
  return isPlainObject(value) && required.every((name) => Object.hasOwn(value, String(name)));
}
