import type { Plain } from '../../../schemas/json/plain.ts';
import type { SchemaFacts } from '../facts/facts.ts';
import { kindOf } from '../facts/kinds.ts';
import { sameJson } from '../facts/sameJson.ts';
import { type Change, type Changes, inside, outside } from './change.ts';

/** Makes each listed value, some unlisted values of the same kind, and each example. */
export const enumChanges: Changes = function* ({ value, facts }) {
  for (const example of facts.examples())
    if (!sameJson(example, value))
      yield inside(example, { ...saying(facts), keyword: 'examples', words: 'an example' });
  const { values } = facts;
  if (values === undefined) return;
  const about = saying(facts);
  for (const [at, member] of values.slice(0, mostListed).entries())
    if (!sameJson(member, value))
      yield inside(member, { ...about, words: `listed value ${at + 1} of ${values.length}` });
  for (const other of strangers(value)) {
    const isStrange = !values.some((member) => sameJson(member, other)) && facts.kinds.allowed.has(kindOf(other));
    if (isStrange) yield outside(other, { ...about, words: 'a value that is not listed' });
  }
};

/**
 * The most listed values that are tried for one base value. In a longer list, the first values stand for the rest; another base value may be one of the rest.
 */
const mostListed = 50;

function saying({ parts }: SchemaFacts): { keyword: string; schema: string } {
  const part = parts.find(({ schema }) => Object.hasOwn(schema, 'const') || Array.isArray(schema.enum));
  const keyword = part && Object.hasOwn(part.schema, 'const') ? 'const' : 'enum';
  return { keyword, schema: part?.pointer ?? parts[0]?.pointer ?? '' };
}

function* strangers(value: Plain): Generator<Plain> {
  if (typeof value === 'string') {
    const turned = value === value.toLowerCase() ? value.toUpperCase() : value.toLowerCase();
    yield* [`${value}_`, ` ${value}`, turned, '', 'no such value'].filter((text) => text !== value);
  } else if (typeof value === 'number') yield* [value + 1, -value - 1, value * 1000 + 7];
  else if (typeof value === 'boolean') yield !value;
  else if (Array.isArray(value)) yield [...value, 'no such item'];
  else if (value !== null) yield { ...value, noSuchMember: true };
}

/** Applies a family of changes only if the schemas do not list the values of a place. If the values are listed, the other bounds of the place are redundant. */
export const unlessEnumerated = (changes: Changes): Changes =>
  function* (visit, drawing): Generator<Change> {
    if (visit.facts.values === undefined) yield* changes(visit, drawing);
  };
