import { isPlainObject, type Plain } from '../../../schemas/json/plain.ts';
import type { SchemaFacts } from '../facts/facts.ts';
import { isAllowed, type Kind, kindOf, kinds } from '../facts/kinds.ts';
import { type Conjunction, narrowed } from '../facts/node.ts';
import { type Change, type Changes, drawOrNone, firstSchema, inside, outside } from './change.ts';
import { isBetween } from './numberChanges.ts';

/** One plain value of each kind. */
const plainOf: Readonly<Record<Kind, Plain>> = {
  null: null,
  boolean: true,
  number: 7,
  string: 'text',
  array: [],
  object: {},
};

/** Makes a value of each allowed kind, of each other kind, and the value as a careless client writes it. */
export const typeChanges: Changes = function* ({ value, facts }, drawing) {
  const own = kindOf(value);
  for (const kind of kinds.filter((one) => one !== own)) {
    if (!facts.kinds.allowed.has(kind)) yield* wrong(facts, plainOf[kind], `${kind} in place of ${own}`);
    else if (facts.values === undefined) yield* allowed(facts, kind, drawOrNone(drawing, ofKind(facts, kind)));
  }
  for (const spelling of spellings(value))
    if (!facts.kinds.allowed.has(kindOf(spelling)))
      yield* wrong(facts, spelling, `${own} written as ${kindOf(spelling)}`);
  if (own === 'number' && facts.kinds.isInteger && facts.values === undefined) yield* fractions(facts, Number(value));
};

/** Returns a value of a forbidden kind, and the keyword that forbids it; undefined if all kinds are allowed. */
export function invalidType(facts: SchemaFacts): { value: Plain; keyword: string; schema: string } | undefined {
  const kind = kinds.find((one) => !facts.kinds.allowed.has(one));
  return kind && { value: plainOf[kind], ...sayingNo(facts, kind) };
}

function* wrong(facts: SchemaFacts, value: Plain, words: string): Generator<Change> {
  yield outside(value, { ...sayingNo(facts, kindOf(value)), words });
}

function* allowed(facts: SchemaFacts, kind: Kind, value: Plain | undefined): Generator<Change> {
  const schema = facts.kinds.said[0]?.part.pointer ?? firstSchema(facts);
  if (value !== undefined) yield inside(value, { keyword: 'type', schema, words: `${kind}, which is allowed` });
}

function sayingNo(facts: SchemaFacts, kind: Kind): { keyword: string; schema: string } {
  const said = facts.kinds.said.find(({ names }) => !isAllowed(kind, names));
  return said ? { keyword: 'type', schema: said.part.pointer } : { keyword: 'not', schema: firstSchema(facts) };
}

const nodes = new WeakMap<SchemaFacts, Map<Kind, Conjunction>>();

function ofKind(facts: SchemaFacts, kind: Kind): Conjunction {
  const known = nodes.get(facts) ?? new Map<Kind, Conjunction>();
  nodes.set(facts, known);
  const made = { pointer: firstSchema(facts), node: { type: kind }, isSynthetic: true };
  const node = known.get(kind) ?? narrowed(facts.node, [made]);
  known.set(kind, node);
  return node;
}

// Returns values that a coercing service would read as the same value.
function* spellings(value: Plain): Generator<Plain> {
  if (typeof value === 'number' || typeof value === 'boolean') yield String(value);
  if (typeof value === 'boolean') yield Number(value);
  if (value === null) yield 'null';
  if (value === null) yield '';
  if (typeof value === 'string' && /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(value)) yield Number(value);
  if (Array.isArray(value) && value.length === 1) yield value[0] ?? null;
  if (!Array.isArray(value)) yield [value];
  if (isPlainObject(value) || Array.isArray(value)) yield JSON.stringify(value);
}

function* fractions(facts: SchemaFacts, value: number): Generator<Change> {
  const said = facts.kinds.said.find(({ names }) => !names.includes('number'));
  const format = facts.texts().formats[0];
  const about = said
    ? { keyword: 'type', schema: said.part.pointer }
    : { keyword: 'format', schema: format?.pointer ?? '' };
  const fraction = [value + 0.5, value - 0.5].find((one) => isBetween(one, facts));
  if (fraction !== undefined && !Number.isInteger(fraction))
    yield outside(fraction, { ...about, words: 'a number with a fraction for a whole one' });
}
