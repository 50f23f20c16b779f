import { isPlainObject, type Plain, type PlainObject } from '../json/plain.ts';
import { pointerOf, valueAt } from '../json/pointer.ts';

// Every integer is also a number.
const jsonTypes = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'] as const;

/** A type of JSON Schema. */
export type JsonType = (typeof jsonTypes)[number];

type Types = ReadonlySet<JsonType>;

const all: Types = new Set(jsonTypes);
const none: Types = new Set();

/** Returns the types that a schema allows, as far as `type`, `enum`, `const` and the schemas it combines say. */
export function typesOf(document: Plain, schema: Plain | undefined): Types {
  return new Typing(document).of(schema, all);
}

/** Finds the types of each schema once. A schema met again inside itself adds no constraint there. */
class Typing {
  readonly #document: Plain;
  readonly #found = new Map<Plain, Types | undefined>();

  constructor(document: Plain) {
    this.#document = document;
  }

  of(schema: Plain | undefined, nothingSaid: Types): Types {
    if (schema === false) return none;
    if (!isPlainObject(schema)) return all;
    if (this.#found.has(schema)) return this.#found.get(schema) ?? nothingSaid;
    this.#found.set(schema, undefined);
    const types = this.#partsOf(schema).reduce(shared, all);
    this.#found.set(schema, types);
    return types;
  }

  #partsOf(schema: PlainObject): Types[] {
    const { type, const: only, enum: members, allOf } = schema;
    const referred = referredBy(this.#document, schema);
    const unions = [schema.anyOf, schema.oneOf].filter((branches) => Array.isArray(branches));
    return [
      ...(type === undefined ? [] : [new Set(listOf(type).filter(isJsonType).flatMap(withInteger))]),
      ...(only === undefined ? [] : [new Set(typesOfValue(only))]),
      ...(Array.isArray(members) ? [new Set(members.flatMap(typesOfValue))] : []),
      ...(referred === undefined ? [] : [this.of(referred, all)]),
      ...listOf(allOf).map((node) => this.of(node, all)),
      ...unions.map((branches) => new Set(branches.flatMap((node) => [...this.of(node, none)]))),
    ];
  }
}

/** Returns the schemas that may describe a member of an object, following references and combinations; empty if no schema describes it. */
export function memberSchemas(document: Plain, schema: Plain | undefined, name: string): Plain[] {
  return partsOf(document, schema).flatMap((part) => {
    const { properties, additionalProperties } = part;
    if (isPlainObject(properties) && Object.hasOwn(properties, name)) return [properties[name] ?? true];
    return isPlainObject(additionalProperties) ? [additionalProperties] : [];
  });
}

/** Returns the names of the members that a schema describes, following references and combinations. */
export function memberNames(document: Plain, schema: Plain | undefined): Set<string> {
  const maps = partsOf(document, schema).map(({ properties }) => properties);
  return new Set(maps.flatMap((map) => (isPlainObject(map) ? Object.keys(map) : [])));
}

/** True if a schema allows members that it does not name. */
export function allowsOtherMembers(document: Plain, schema: Plain | undefined): boolean {
  return partsOf(document, schema).every((part) => part.additionalProperties !== false);
}

/** Returns the schemas that may describe the items of a list. */
export function itemSchemas(document: Plain, schema: Plain | undefined): Plain[] {
  return partsOf(document, schema).flatMap(({ items }) => (items === undefined ? [] : [items]));
}

// Returns the types of a value; an integer has two types.
function typesOfValue(value: Plain): JsonType[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['number', 'integer'] : ['number'];
  return typeof value === 'string' ? ['string'] : typeof value === 'boolean' ? ['boolean'] : ['object'];
}

/** Returns a schema and all schemas that it refers to or combines for the same value, each once. */
export function partsOf(document: Plain, schema: Plain | undefined): PlainObject[] {
  const parts = new Set<PlainObject>();
  const waiting = [schema];
  while (waiting.length > 0) {
    const part = waiting.pop();
    if (!isPlainObject(part) || parts.has(part)) continue;
    parts.add(part);
    waiting.push(referredBy(document, part), ...[part.allOf, part.anyOf, part.oneOf].flatMap(listOf));
  }
  return [...parts];
}

function referredBy(document: Plain, { $ref }: PlainObject): Plain | undefined {
  const pointer = typeof $ref === 'string' ? pointerOf($ref) : undefined;
  return pointer === undefined ? undefined : valueAt(document, pointer);
}

function listOf(value: Plain | undefined): Plain[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function isJsonType(value: Plain): value is JsonType {
  return jsonTypes.some((type) => type === value);
}

function withInteger(type: JsonType): JsonType[] {
  return type === 'number' ? ['number', 'integer'] : [type];
}

function shared(left: Types, right: Types): Types {
  return new Set([...left].filter((type) => right.has(type)));
}
