import type { Random } from 'fast-check';
import type { Plain } from '../../../schemas/json/plain.ts';
import type { Choice } from '../facts/choices.ts';
import type { SchemaFacts } from '../facts/facts.ts';
import type { Kind } from '../facts/kinds.ts';
import { type Conjunction, narrowed, type RequiredSchema } from '../facts/node.ts';
import type { SchemaScope } from '../facts/scope.ts';
import { Undrawable } from '../facts/undrawable.ts';
import { onceIn, pick, shuffled } from './chance.ts';
import { type Direction, type Drawing, deepest } from './drawing.ts';
import { drawList } from './listDraw.ts';
import { drawNumber } from './numberDraw.ts';
import { drawObject } from './objectDraw.ts';
import { drawText } from './textDraw.ts';

/** The number of draws for a schema that a drawn value may violate. */
const tries = 24;

/** The most values, inner ones included, that are drawn for one value: far more than any valid value needs. */
const mostSpent = 20_000;

/** The most levels of lists and objects in one value, equal to the limit for parsed texts. */
const mostDepth = 512;

const endless = 'every value contains another value of the same schema without an end';

/** An example replaces a drawn value once in this many draws. */
const exampleEvery = 6;

/** Draws values for one scope; all randomness comes from one source. */
export class Draw implements Drawing {
  readonly random: Random;
  readonly direction: Direction;
  readonly #scope: SchemaScope;
  #spent = 0;

  constructor(scope: SchemaScope, random: Random, direction: Direction) {
    this.#scope = scope;
    this.random = random;
    this.direction = direction;
  }

  facts(node: Conjunction): SchemaFacts {
    return this.#scope.facts(node);
  }

  height(node: Conjunction): number {
    return this.#scope.height(node);
  }

  holds(demand: RequiredSchema, value: Plain): boolean {
    return demand.isSynthetic === true || this.#scope.judge.holds(demand, value);
  }

  spend(pointer: string): void {
    this.#spent += 1;
    if (this.#spent > mostSpent) throw new Undrawable(pointer, `found no value in ${mostSpent} tries`);
  }

  value(node: Conjunction, depth: number): Plain {
    const facts = this.facts(node);
    if (!facts.needsCheck) return this.#unchecked(facts, depth);
    let trouble: Undrawable | undefined;
    for (let left = tries; left > 0; left -= 1) {
      try {
        const value = this.#unchecked(facts, depth);
        if (node.demands.every((demand) => this.holds(demand, value))) return value;
      } catch (error) {
        if (!(error instanceof Undrawable)) throw error;
        trouble = error;
      }
    }
    const pointer = facts.parts[0]?.pointer ?? '';
    throw trouble ?? new Undrawable(pointer, `expected a valid value, got none in ${tries} draws`);
  }

  #unchecked(facts: SchemaFacts, depth: number): Plain {
    this.spend(facts.parts[0]?.pointer ?? '');
    if (depth > mostDepth) throw new Undrawable(facts.parts[0]?.pointer ?? '', endless);
    if (facts.contradiction) throw new Undrawable(facts.contradiction.pointer, facts.contradiction.why);
    if (facts.values) return pick(this.random, facts.values);
    const examples = facts.examples();
    if (examples.length > 0 && onceIn(this.random, exampleEvery)) return pick(this.random, examples);
    const [choice] = facts.choices;
    return choice ? this.#chosen(facts, choice, depth) : this.#ofKind(facts, depth);
  }

  #chosen(facts: SchemaFacts, choice: Choice, depth: number): Plain {
    const nodes = branchNodes(facts, choice).filter((node) => Number.isFinite(this.height(node)));
    const order = shuffled(this.random, nodes);
    if (depth >= deepest) order.sort((one, other) => this.height(one) - this.height(other));
    let trouble: Undrawable | undefined;
    for (const node of order) {
      try {
        return this.#unchecked(this.facts(node), depth);
      } catch (error) {
        if (!(error instanceof Undrawable)) throw error;
        trouble = error;
      }
    }
    throw trouble ?? new Undrawable(choice.key, 'no branch can be met together with the rest of the schema');
  }

  #ofKind(facts: SchemaFacts, depth: number): Plain {
    const { likely } = facts.kinds;
    const scalar = likely.filter((kind) => kind !== 'array' && kind !== 'object');
    const from = depth >= deepest && scalar.length > 0 ? scalar : likely;
    return draws[pick(this.random, from)](this, facts, depth);
  }
}

const draws: Readonly<Record<Kind, (drawing: Drawing, facts: SchemaFacts, depth: number) => Plain>> = {
  null: () => null,
  boolean: ({ random }) => onceIn(random, 2),
  number: ({ random }, facts) => drawNumber(random, facts),
  string: ({ random }, facts) => drawText(random, facts),
  array: drawList,
  object: drawObject,
};

const branched = new WeakMap<Choice, readonly Conjunction[]>();

/** Returns the conjunctions for the branches of a choice. */
export function branchNodes({ node }: SchemaFacts, choice: Choice): readonly Conjunction[] {
  const known = branched.get(choice) ?? choice.branches.map(({ demands }) => narrowed(node, demands, choice.key));
  branched.set(choice, known);
  return known;
}
