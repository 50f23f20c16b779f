import { isPlainObject, type Plain } from '../../../schemas/json/plain.ts';
import type { SchemaPart } from './node.ts';
import type { Contradiction } from './parts.ts';

/** The kinds of JSON value; an integer is a number. */
export const kinds = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;

/** A kind of JSON value. */
export type Kind = (typeof kinds)[number];

/** The kind of a value. */
export function kindOf(value: Plain): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as Kind;
}

/** What the parts say about the kind of a value: the allowed kinds, and whether a number has to be whole. */
export interface KindFacts {
  allowed: ReadonlySet<Kind>;
  /** The allowed kinds that the other keywords of the schema concern; all allowed kinds if no keyword concerns one. */
  likely: readonly Kind[];
  isInteger: boolean;
  /** The parts that have `type`, with the names they allow. */
  said: readonly { part: SchemaPart; names: readonly string[] }[];
}

const wordsOf: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  object: [
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
    'minProperties',
    'maxProperties',
    'dependentRequired',
    'dependentSchemas',
    'unevaluatedProperties',
  ],
  array: ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems', 'unevaluatedItems'],
  string: ['minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};

const numberFormats: readonly Plain[] = ['int32', 'int64', 'float', 'double'];

/** Collects what all parts together say about the kind of a value. */
export function kindFacts(parts: readonly SchemaPart[]): KindFacts & { never?: Contradiction } {
  const said = parts.flatMap((part) => {
    const names = typeNames(part.schema.type);
    return names ? [{ part, names }] : [];
  });
  const excluded = new Set(parts.flatMap(({ schema }) => excludedKinds(schema.not)));
  const allows = (kind: Kind) => !excluded.has(kind) && said.every(({ names }) => isAllowed(kind, names));
  const allowed = new Set(kinds.filter(allows));
  const allowsOnlyIntegers = ({ names }: { names: readonly string[] }) => !names.includes('number');
  const isInteger =
    said.some(allowsOnlyIntegers) || parts.some(({ schema }) => /^int(32|64)$/.test(String(schema.format)));
  const likely = [...allowed].filter((kind) => parts.some(({ schema }) => speaksOf(schema, kind)));
  const facts = { allowed, likely: likely.length > 0 && said.length === 0 ? likely : [...allowed], isInteger, said };
  if (allowed.size > 0) return facts;
  const pointer = said.at(-1)?.part.pointer ?? parts[0]?.pointer ?? '';
  return { ...facts, never: { pointer, why: 'no type is allowed by all parts of the schema' } };
}

/** Returns the names in a `type`; undefined if it is not a valid one. */
function typeNames(type: Plain | undefined): string[] | undefined {
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.map(String) : undefined;
}

/** True if names of types allow a kind; `integer` allows the kind number, though not every number. */
export function isAllowed(kind: Kind, names: readonly string[]): boolean {
  return names.includes(kind) || (kind === 'number' && names.includes('integer'));
}

function excludedKinds(not: Plain | undefined): Kind[] {
  if (!isPlainObject(not) || Object.keys(not).join() !== 'type') return [];
  // A `not` of `integer` still allows the other numbers, so it does not forbid the kind number.
  return kinds.filter((kind) => typeNames(not.type)?.includes(kind));
}

function speaksOf(schema: SchemaPart['schema'], kind: Kind): boolean {
  const words = wordsOf[kind] ?? [];
  if (words.some((word) => Object.hasOwn(schema, word))) return true;
  const { format } = schema;
  if (typeof format !== 'string') return false;
  return numberFormats.includes(format) ? kind === 'number' : kind === 'string';
}
