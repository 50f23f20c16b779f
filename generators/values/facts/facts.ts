import { isPlainObject, type Plain } from '../../../schemas/json/plain.ts';
import { type Choice, choicesOf } from './choices.ts';
import { type KindFacts, kindFacts, kindOf } from './kinds.ts';
import { type ListFacts, listFacts } from './listFacts.ts';
import { type MemberFacts, memberFacts } from './memberFacts.ts';
import type { Conjunction, RequiredSchema, SchemaPart } from './node.ts';
import { type NumberFacts, numberFacts } from './numberFacts.ts';
import { type Contradiction, schemaPartsOf } from './parts.ts';
import { sameJson } from './sameJson.ts';
import { type TextFacts, textFacts } from './textFacts.ts';

/** Everything that a conjunction of schemas says about a value, collected once. */
export interface SchemaFacts {
  node: Conjunction;
  parts: readonly SchemaPart[];
  /** Why no value can meet the conjunction, if that is known. */
  contradiction?: Contradiction;
  choices: readonly Choice[];
  kinds: KindFacts;
  /** True if a value drawn by these facts may still be invalid, so that the judge has to check it. */
  needsCheck: boolean;
  /** The only allowed values, if they are listed. */
  values: readonly Plain[] | undefined;
  /** Valid examples and defaults. */
  examples(): readonly Plain[];
  numbers(): NumberFacts;
  texts(): TextFacts;
  lists(): ListFacts;
  members(): MemberFacts;
}

/** The judge and the resolver of references that collecting facts needs. */
interface Sources {
  judge: { holds(demand: RequiredSchema, value: Plain): boolean };
  followed(reference: string, from: string): RequiredSchema;
}

/** Makes a value on its first use. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Collects the facts of a conjunction of schemas. */
export function factsOf(node: Conjunction, { judge, followed }: Sources): SchemaFacts {
  const { parts, never: closed } = schemaPartsOf(node, followed);
  const { never: typeless, ...kinds } = kindFacts(parts);
  const holds = (value: Plain) =>
    node.demands.every((demand) => demand.isSynthetic === true || judge.holds(demand, value)) &&
    parts.every((part) => !part.isSynthetic || listsIt(part, value));
  const values = listedValues(parts)?.filter((value) => kinds.allowed.has(kindOf(value)) && holds(value));
  const none =
    values?.length === 0 ? { pointer: listing(parts), why: 'no listed value meets the rest of the schema' } : undefined;
  const never = closed ?? typeless ?? none;
  return {
    node,
    parts,
    ...(never && { contradiction: never }),
    choices: choicesOf(parts, node.taken),
    kinds,
    needsCheck: parts.some(isHard),
    values,
    examples: once(() => parts.flatMap(({ schema }) => examplesOf(schema)).filter(holds)),
    numbers: once(() => numberFacts(parts)),
    texts: once(() => textFacts(parts)),
    lists: once(() => listFacts(parts)),
    members: once(() => memberFacts(parts)),
  };
}

function listedValues(parts: readonly SchemaPart[]): readonly Plain[] | undefined {
  const lists = parts.flatMap(({ schema }) => {
    const list = listOf(schema);
    return list ? [list] : [];
  });
  const denied = parts.flatMap(({ schema: { not } }) => (isPlainObject(not) ? (listOf(not) ?? []) : []));
  const [first, ...others] = lists;
  return first?.filter((value) => others.every((list) => isAmong(value, list)) && !isAmong(value, denied));
}

function listOf(schema: SchemaPart['schema']): readonly Plain[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema.const ?? null];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

function listing(parts: readonly SchemaPart[]): string {
  return parts.find(({ schema }) => listOf(schema) !== undefined)?.pointer ?? '';
}

function isAmong(value: Plain, list: readonly Plain[]): boolean {
  return list.some((other) => sameJson(value, other));
}

function listsIt({ schema }: SchemaPart, value: Plain): boolean {
  const list = listOf(schema);
  return list === undefined || isAmong(value, list);
}

function examplesOf({ example, examples, default: usual }: SchemaPart['schema']): Plain[] {
  return [...(Array.isArray(examples) ? examples : []), example, usual].filter((value) => value !== undefined);
}

const hardWords = [
  'oneOf',
  'anyOf',
  'not',
  'if',
  'contains',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
];

function isHard({ schema }: SchemaPart): boolean {
  return hardWords.some((word) => Object.hasOwn(schema, word));
}
