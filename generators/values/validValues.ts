import { Arbitrary, type Random, Stream, Value } from 'fast-check';
import type { Plain } from '../../schemas/json/plain.ts';
import { randomOf } from './draw/chance.ts';
import { Draw } from './draw/draw.ts';
import type { Direction } from './draw/drawing.ts';
import { simpler } from './draw/shrink.ts';
import { conjunctionOf, type RequiredSchema } from './facts/node.ts';
import { type SchemaScope, scopeOf } from './facts/scope.ts';
import { Undrawable } from './facts/undrawable.ts';

/** The number of draws before a schema counts as undrawable. */
const triesAtFirst = 60;

/** The number of draws if a valid value is already known. */
const tries = 8;

/** The values of a schema; or, if no value could be drawn, the place, the reason and the number of tries. */
export type Drawable = { values: Arbitrary<Plain> } | { undrawable: { pointer: string; why: string; tries: number } };

/** Prepares the values of an outermost schema of a loaded document, given as the object in that document. */
export function drawable(document: object, schema: unknown, direction: Direction = 'sent'): Drawable {
  const scope = scopeOf(document);
  try {
    const demand = scope.demandOf(schema);
    const source = { scope, demand, direction };
    return { values: new Values(source, witnessOf(source)) };
  } catch (error) {
    if (!(error instanceof Undrawable)) throw error;
    return { undrawable: { pointer: error.pointer, why: error.why, tries: triesAtFirst } };
  }
}

/** Generates valid values of an outermost schema of a loaded document; throws Undrawable with a pointer if none can be drawn. */
export function validValues(document: object, schema: unknown, direction: Direction = 'sent'): Arbitrary<Plain> {
  const outcome = drawable(document, schema, direction);
  if ('values' in outcome) return outcome.values;
  throw new Undrawable(outcome.undrawable.pointer, outcome.undrawable.why);
}

interface Source {
  scope: SchemaScope;
  demand: RequiredSchema;
  direction: Direction;
}

// Draws one valid value. This value later replaces each failed draw, so that no draw goes on for ever.
function witnessOf(source: Source): Plain {
  const { demand, scope } = source;
  // If every value of the schema is endless, one try finds out the reason.
  const isEnding = Number.isFinite(scope.height(conjunctionOf([demand])));
  const random = randomOf(0);
  const seen: { trouble?: Undrawable } = {};
  for (let left = isEnding ? triesAtFirst : 1; left > 0; left -= 1) {
    const value = attempt(source, random, seen);
    if (value !== undefined) return value;
  }
  throw seen.trouble ?? new Undrawable(demand.pointer, `expected a valid value, got none in ${triesAtFirst} draws`);
}

function attempt(
  { scope, demand, direction }: Source,
  random: Random,
  seen: { trouble?: Undrawable },
): Plain | undefined {
  try {
    const value = new Draw(scope, random, direction).value(conjunctionOf([demand]), 0);
    return scope.judge.holds(demand, value) ? value : undefined;
  } catch (error) {
    if (!(error instanceof Undrawable)) throw error;
    seen.trouble = error;
    return undefined;
  }
}

class Values extends Arbitrary<Plain> {
  readonly #source: Source;
  readonly #witness: Plain;

  constructor(source: Source, witness: Plain) {
    super();
    this.#source = source;
    this.#witness = witness;
  }

  override generate(random: Random): Value<Plain> {
    for (let left = tries; left > 0; left -= 1) {
      const value = attempt(this.#source, random, {});
      if (value !== undefined) return new Value(value, undefined);
    }
    return new Value(this.#witness, undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is Plain {
    return this.#holds(value as Plain);
  }

  override shrink(value: Plain): Stream<Value<Plain>> {
    return new Stream(simpler(value))
      .filter((other) => this.#holds(other))
      .map((other) => new Value<Plain>(other, undefined));
  }

  #holds(value: Plain): boolean {
    return this.#source.scope.judge.holds(this.#source.demand, value);
  }
}
