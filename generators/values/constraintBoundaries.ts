import { isPlainObject, type Plain, type PlainObject } from '../../schemas/json/plain.ts';
import { child } from '../../schemas/json/pointer.ts';
import type { BoundarySide, Reason } from './changes/sample.ts';
import { formatTexts } from './draw/formatTexts.ts';
import type { RequiredSchema } from './facts/node.ts';
import { type SchemaScope, scopeOf } from './facts/scope.ts';
import { Undrawable } from './facts/undrawable.ts';

/** One side of a constraint; `schema` is the pointer of the schema that contains the keyword. */
export type ConstraintBoundary = Pick<Reason, 'schema' | 'keyword' | 'side'>;

const bound = (): BoundarySide[] => ['in', 'at', 'out'];

const beside = (): BoundarySide[] => ['in', 'out'];

const outside = (): BoundarySide[] => ['out'];

/** Returns the sides of a least length; nothing is shorter than an empty value. */
const least = (value: Plain | undefined): BoundarySide[] => (value === 0 ? ['in', 'at'] : bound());

const ifAny =
  (sides: () => BoundarySide[], least = 1) =>
  (value: Plain | undefined): BoundarySide[] =>
    Array.isArray(value) && value.length >= least ? sides() : [];

/** Returns the sides of a keyword's bound on which a value may be. */
type Sides = (value: Plain | undefined, schema: PlainObject) => readonly BoundarySide[];

const conditional: Sides = (_, schema) => (Object.hasOwn(schema, 'if') ? beside() : []);

const plainWords: Readonly<Record<string, Sides>> = {
  type: outside,
  const: outside,
  enum: (value) => [...ifAny(outside)(value), ...ifAny(() => ['in'], 2)(value)],
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  multipleOf: beside,
  minLength: least,
  maxLength: bound,
  pattern: beside,
  format: (value) =>
    value === 'int32' ? bound() : typeof value === 'string' && formatTexts.has(value) ? beside() : [],
  minItems: least,
  maxItems: bound,
  uniqueItems: (value) => (value === true ? beside() : []),
  contains: (_, schema) => (Object.hasOwn(schema, 'minContains') ? [] : bound()),
  minContains: least,
  maxContains: bound,
  required: ifAny(outside),
  minProperties: least,
  maxProperties: bound,
  dependentRequired: beside,
  additionalProperties: (value) => (value === false ? ['out'] : ['in']),
  patternProperties: () => ['in'],
  propertyNames: beside,
  anyOf: ifAny(beside, 2),
  oneOf: ifAny(beside, 2),
  not: beside,
  items: (value) => (value === false ? ['out'] : ['in']),
  unevaluatedProperties: (value) => (value === false ? ['out'] : ['in']),
  unevaluatedItems: (value) => (value === false ? ['out'] : ['in']),
  dependentSchemas: beside,
  discriminator: outside,
};

/** The sides by keyword, with the names that variations use; a keyword that is not here has no sides. */
const sidesOf: ReadonlyMap<string, Sides> = new Map([
  ...Object.entries(plainWords),
  ['then', conditional],
  ['else', conditional],
]);

/** Keywords that list the allowed values. If a schema has one of them, its bounds are not tried. */
const listing = ['enum', 'const'];

const sided = (schema: PlainObject) => {
  const words = listing.some((word) => Object.hasOwn(schema, word)) ? [...listing, 'type'] : [...sidesOf.keys()];
  return words.filter((word) => Object.hasOwn(schema, word));
};

/** Keywords with one schema, with a list of schemas, and with schemas by name, for the same value or values within it. */
const single = ['items', 'additionalProperties', 'then', 'else', 'unevaluatedItems', 'unevaluatedProperties'];
const listed = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const named = ['properties', 'patternProperties', 'dependentSchemas'];
const referring = ['$ref', '$dynamicRef'];

/** Returns the schema that a reference leads to; a dangling reference adds nothing. */
function referred(scope: SchemaScope, reference: Plain | undefined, from: string): RequiredSchema[] {
  try {
    return typeof reference === 'string' ? [scope.followed(reference, from)] : [];
  } catch (error) {
    if (error instanceof Undrawable) return [];
    throw error;
  }
}

/** Returns the schemas that a schema leads to, except read-only members, since only answers have read-only members. */
function* inner(scope: SchemaScope, schema: PlainObject, pointer: string): Generator<RequiredSchema> {
  for (const word of referring) yield* referred(scope, schema[word], child(pointer, word));
  const own = (word: string) => (Object.hasOwn(schema, word) ? schema[word] : undefined);
  const at = (...keys: (string | number)[]) => keys.reduce<string>(child, pointer);
  for (const word of single) yield { pointer: at(word), node: own(word) ?? true };
  for (const word of listed)
    for (const [index, node] of Object.entries(own(word) ?? [])) yield { pointer: at(word, index), node };
  for (const word of named)
    for (const [name, node] of Object.entries(own(word) ?? {}))
      if (!(isPlainObject(node) && node.readOnly === true)) yield { pointer: at(word, name), node };
}

/** Yields every side of every constraint in a schema and the schemas it references, each once, even if no value can be made for it. */
export function* constraintBoundariesIn(document: object, schema: unknown): Generator<ConstraintBoundary> {
  const scope = scopeOf(document);
  const seen = new Set<Plain>();
  const waiting = [scope.demandOf(schema)];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { pointer, node } = next;
    if (!isPlainObject(node) || seen.has(node)) continue;
    seen.add(node);
    for (const keyword of sided(node))
      for (const side of sidesOf.get(keyword)?.(node[keyword], node) ?? []) yield { schema: pointer, keyword, side };
    waiting.push(...inner(scope, node, pointer));
  }
}
