import { isPlainObject, type Plain } from '../../schemas/json/plain.ts';
import { child } from '../../schemas/json/pointer.ts';
import type { BoundarySide } from './changes/sample.ts';
import { formatTexts } from './draw/formatTexts.ts';
import type { SchemaFacts } from './facts/facts.ts';
import { type Kind, kindOf, kinds } from './facts/kinds.ts';
import { type Conjunction, conjunctionOf } from './facts/node.ts';
import { type SchemaScope, scopeOf } from './facts/scope.ts';

/**
 * A boundary case of a keyword: the place where the keyword applies (a pointer within the value, with `*` for any item of a list), and the side of its bound.
 */
export interface BoundaryCase {
  place: string;
  keyword: string;
  side: BoundarySide;
}

/** A boundary case as a schema states it, with the kinds of value that may be in its place. */
export interface StatedBoundaryCase extends BoundaryCase {
  kinds: ReadonlySet<Kind>;
}

/** The levels of members and items to visit: a schema may contain itself. */
const deepest = 6;

/** A keyword: the kind of value that it constrains, whether its bound constrains anything, and whether a valid value is just at the bound. */
interface Keyword {
  of?: Kind;
  asks?(bound: Plain): boolean;
  isAt?(value: Plain, bound: Plain): boolean;
}

const sizeOf = (value: Plain): number => {
  if (typeof value === 'string') return [...value].length;
  return Array.isArray(value) ? value.length : Object.keys(value ?? {}).length;
};

const size = (of: Kind, isLeast: boolean): Keyword => ({
  of,
  // Nothing is shorter than an empty value.
  asks: (bound) => !isLeast || Number(bound) > 0,
  isAt: (value, bound) => sizeOf(value) === Number(bound),
});

const limit: Keyword = { of: 'number', isAt: (value, bound) => value === bound };

const names: readonly Plain[] = kinds;

/** Keywords with boundary cases, by name; others (choices, conditions) have no plain bound. */
const keywords: Readonly<Record<string, Keyword>> = {
  type: { asks: (bound) => [bound].flat().length < names.length },
  enum: {},
  const: {},
  minimum: limit,
  maximum: limit,
  exclusiveMinimum: limit,
  exclusiveMaximum: limit,
  multipleOf: { of: 'number' },
  minLength: size('string', true),
  maxLength: size('string', false),
  pattern: { of: 'string' },
  // If the judge does not check a format, no text violates the format.
  format: { of: 'string', asks: (bound) => formatTexts.has(String(bound)) },
  minItems: size('array', true),
  maxItems: size('array', false),
  uniqueItems: { of: 'array', asks: (bound) => bound === true },
  minProperties: size('object', true),
  maxProperties: size('object', false),
};

interface Asked {
  keyword: string;
  bound: Plain;
  rule: Keyword;
}

/** Returns the keywords that apply at a place. */
function askedIn({ parts }: SchemaFacts): Asked[] {
  return parts.flatMap(({ schema }) =>
    Object.entries(keywords).flatMap(([keyword, rule]) => {
      const bound = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
      return bound === undefined || rule.asks?.(bound) === false ? [] : [{ keyword, bound, rule }];
    }),
  );
}

const mark = ({ place, keyword, side }: BoundaryCase) => `${place} ${keyword} ${side}`;

const distinct = <One extends BoundaryCase>(all: readonly One[]): One[] => [
  ...new Map(all.map((one) => [mark(one), one])).values(),
];

function* casesWithin(
  scope: SchemaScope,
  node: Conjunction,
  { place, left }: { place: string; left: number },
): Generator<StatedBoundaryCase> {
  const facts = scope.facts(node);
  const { allowed } = facts.kinds;
  for (const { keyword, rule } of askedIn(facts))
    for (const side of rule.isAt ? (['in', 'at', 'out'] as const) : (['in', 'out'] as const))
      yield { place, keyword, side, kinds: allowed };
  if (left === 0) return;
  const members = facts.members();
  for (const name of members.known) {
    const inner = child(place, name);
    if (members.required.has(name))
      for (const side of ['in', 'out'] as const) yield { place: inner, keyword: 'required', side, kinds: allowed };
    yield* casesWithin(scope, members.member(name), { place: inner, left: left - 1 });
  }
  yield* casesWithin(scope, facts.lists().item(0), { place: `${place}/*`, left: left - 1 });
}

/** Returns all boundary cases of a schema of a loaded document, in the document's order. The result is always the same for the same schema. */
export function boundaryCasesOf(document: object, schema: unknown): readonly StatedBoundaryCase[] {
  const scope = scopeOf(document);
  return distinct([...casesWithin(scope, conjunctionOf([scope.demandOf(schema)]), { place: '', left: deepest })]);
}

/** A value inside the examined value: its pointer, and the pointer of its place in the schema. */
interface Spot {
  place: string;
  path: string;
  value: Plain;
}

type Faulty = (path: string, keyword: string) => boolean;

/** The input for examining a value. */
interface Guide {
  scope: SchemaScope;
  isFaulty: Faulty;
}

function* casesAt(facts: SchemaFacts, { place, path, value }: Spot, isFaulty: Faulty): Generator<BoundaryCase> {
  const asked = askedIn(facts);
  // A value of the wrong type reaches no other boundary case.
  if (asked.some(({ keyword }) => keyword === 'type') && isFaulty(path, 'type')) {
    yield { place, keyword: 'type', side: 'out' };
    return;
  }
  for (const { keyword, bound, rule } of asked) {
    if (rule.of !== undefined && rule.of !== kindOf(value)) continue;
    const isAt = rule.isAt?.(value, bound) === true;
    yield { place, keyword, side: isAt ? 'at' : isFaulty(path, keyword) ? 'out' : 'in' };
  }
}

function* casesIn(guide: Guide, node: Conjunction, spot: Spot): Generator<BoundaryCase> {
  const facts = guide.scope.facts(node);
  yield* casesAt(facts, spot, guide.isFaulty);
  const { place, path, value } = spot;
  if (Array.isArray(value))
    for (const [at, item] of value.entries()) {
      const inner = { place: `${place}/*`, path: child(path, at), value: item };
      yield* casesIn(guide, facts.lists().item(at), inner);
    }
  if (!isPlainObject(value)) return;
  const members = facts.members();
  for (const name of members.known) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    const inner = child(place, name);
    if (members.required.has(name))
      yield { place: inner, keyword: 'required', side: member === undefined ? 'out' : 'in' };
    if (member === undefined) continue;
    yield* casesIn(guide, members.member(name), { place: inner, path: child(path, name), value: member });
  }
}

/** The boundary cases that a value reaches. */
export interface BoundaryPosition {
  reached: readonly BoundaryCase[];
  /** The boundary cases that the value violates. Errors without a boundary case are not among them. */
  violated: readonly BoundaryCase[];
  /** True if the value meets its whole schema. */
  isValid: boolean;
}

/** Returns the boundary cases of a schema that a value reaches or violates. */
export function boundaryCasesOn(document: object, schema: unknown, value: Plain): BoundaryPosition {
  const scope = scopeOf(document);
  const demand = scope.demandOf(schema);
  const faults = scope.judge.faults(demand, value);
  const faulty = new Set(faults.map(({ path, keyword }) => `${path} ${keyword}`));
  const isFaulty: Faulty = (path, keyword) => faulty.has(`${path} ${keyword}`);
  const cases = distinct([...casesIn({ scope, isFaulty }, conjunctionOf([demand]), { place: '', path: '', value })]);
  // A value at an exclusive bound is invalid.
  const isBroken = ({ keyword, side }: BoundaryCase) =>
    side === 'out' || (side === 'at' && keyword.startsWith('exclusive'));
  return {
    reached: cases.filter((one) => !isBroken(one)),
    violated: cases.filter(isBroken),
    isValid: faults.length === 0,
  };
}
