import { boundedRegExp } from '../../../schemas/check/patterns.ts';
import { isPlainObject, type Plain, type PlainObject } from '../../../schemas/json/plain.ts';
import { child } from '../../../schemas/json/pointer.ts';
import { type Bound, boundsOf, highest, lowest } from './bounds.ts';
import { type Conjunction, conjunctionOf, type RequiredSchema, type SchemaPart } from './node.ts';
import { requiredWithin } from './parts.ts';

/** What the parts together say about an object. */
export interface MemberFacts {
  least?: Bound;
  most?: Bound;
  /** The names under `properties`, in the order of the parts. */
  known: readonly string[];
  /** The required names, each with the schemas that require it. */
  required: ReadonlyMap<string, readonly SchemaPart[]>;
  /** The sources of patternProperties. */
  patterns: readonly string[];
  /** The schemas for additional names; no demands if any name is allowed. */
  names: Conjunction;
  /** Names that are required if another one is present, with the part that says so. */
  dependents: ReadonlyMap<string, readonly { name: string; part: SchemaPart }[]>;
  member(name: string): Conjunction;
  isReadOnly(name: string): boolean;
  isWriteOnly(name: string): boolean;
}

/** Collects what the parts say about an object's members. */
export function memberFacts(parts: readonly SchemaPart[]): MemberFacts {
  const least = highest(boundsOf(parts, 'minProperties'));
  const most = lowest(boundsOf(parts, 'maxProperties'));
  const known = new Set(parts.flatMap(({ schema }) => keysOf(schema.properties)));
  const nodes = new Map<string, Conjunction>();
  const member = (name: string) => {
    const node = nodes.get(name) ?? conjunctionOf(memberDemands(parts, name));
    // Only known names are cached: drawn names are unlimited in number.
    if (known.has(name)) nodes.set(name, node);
    return node;
  };
  const isMarked = (word: string) => (name: string) =>
    member(name).demands.some(({ node }) => isPlainObject(node) && node[word] === true);
  return {
    ...(least && { least }),
    ...(most && { most }),
    known: [...known],
    required: requiredOf(parts),
    patterns: [...new Set(parts.flatMap(({ schema }) => keysOf(schema.patternProperties)))],
    names: namesOf(parts),
    dependents: dependentsOf(parts),
    member,
    isReadOnly: isMarked('readOnly'),
    isWriteOnly: isMarked('writeOnly'),
  };
}

// A name is always a text.
function namesOf(parts: readonly SchemaPart[]): Conjunction {
  const demands = parts.flatMap((part) => requiredWithin(part, 'propertyNames') ?? []);
  const [first] = demands;
  return conjunctionOf(
    first ? [...demands, { pointer: first.pointer, node: { type: 'string' }, isSynthetic: true }] : [],
  );
}

function keysOf(value: Plain | undefined): string[] {
  return isPlainObject(value) ? Object.keys(value) : [];
}

function requiredOf(parts: readonly SchemaPart[]): Map<string, SchemaPart[]> {
  const required = new Map<string, SchemaPart[]>();
  const add = (name: string, part: SchemaPart) => required.set(name, [...(required.get(name) ?? []), part]);
  for (const part of parts) {
    for (const name of stringsOf(part.schema.required)) add(name, part);
    const denied = deniedMember(part.schema.not);
    if (denied?.isPresent) add(denied.name, { ...part, isSynthetic: true });
  }
  return required;
}

function dependentsOf(parts: readonly SchemaPart[]): Map<string, { name: string; part: SchemaPart }[]> {
  const dependents = new Map<string, { name: string; part: SchemaPart }[]>();
  for (const part of parts)
    for (const [trigger, names] of Object.entries(objectOf(part.schema.dependentRequired))) {
      const all = stringsOf(names).map((name) => ({ name, part }));
      dependents.set(trigger, [...(dependents.get(trigger) ?? []), ...all]);
    }
  return dependents;
}

function memberDemands(parts: readonly SchemaPart[], name: string): RequiredSchema[] {
  const evaluated = parts.flatMap((part) => evaluatedBy(part, name));
  const rest = evaluated.length > 0 ? [] : parts.flatMap((part) => requiredWithin(part, 'unevaluatedProperties') ?? []);
  return [...evaluated, ...rest, ...parts.flatMap((part) => deniedBy(part, name))];
}

function evaluatedBy(part: SchemaPart, name: string): RequiredSchema[] {
  const own = requiredWithin(part, 'properties', name);
  const patterned = keysOf(part.schema.patternProperties)
    .filter((source) => matches(source, name))
    .flatMap((source) => requiredWithin(part, 'patternProperties', source) ?? []);
  const found = [...(own ? [own] : []), ...patterned];
  return found.length > 0 ? found : [requiredWithin(part, 'additionalProperties') ?? []].flat();
}

// Returns the demands on a member that follow from a `not` that concerns only this member.
function deniedBy(part: SchemaPart, name: string): RequiredSchema[] {
  const { not } = part.schema;
  const pointer = child(part.pointer, 'not');
  if (isPlainObject(not) && Object.keys(not).join() === 'required' && stringsOf(not.required).join() === name)
    return [{ pointer, node: false, isSynthetic: true }];
  const denied = deniedMember(not);
  return denied?.name === name ? [{ pointer, node: { not: denied.schema }, isSynthetic: true }] : [];
}

function deniedMember(not: Plain | undefined): { name: string; schema: Plain; isPresent: boolean } | undefined {
  if (!isPlainObject(not)) return undefined;
  const { properties, required, type, ...rest } = not;
  const [name, ...others] = keysOf(properties);
  if (name === undefined || others.length > 0 || Object.keys(rest).length > 0 || (type ?? 'object') !== 'object')
    return undefined;
  if (required !== undefined && stringsOf(required).join() !== name) return undefined;
  return { name, schema: objectOf(properties)[name] ?? true, isPresent: required === undefined };
}

const expressions = new Map<string, { test(text: string): boolean }>();

/** True if a text matches a pattern anywhere, as the judge reads patterns. */
export function matches(source: string, text: string): boolean {
  const expression = expressions.get(source) ?? boundedRegExp(source, 'u');
  expressions.set(source, expression);
  return expression.test(text);
}

function stringsOf(value: Plain | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function objectOf(value: Plain | undefined): PlainObject {
  return isPlainObject(value) ? value : {};
}
