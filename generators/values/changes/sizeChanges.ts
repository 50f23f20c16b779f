import { isPlainObject, type PlainObject } from '../../../schemas/json/plain.ts';
import type { Drawing } from '../draw/drawing.ts';
import { additionalName } from '../draw/objectDraw.ts';
import type { Bound } from '../facts/bounds.ts';
import type { SchemaFacts } from '../facts/facts.ts';
import { atBound, type Change, type Changes, drawOrNone, drawUntil, inside, outside } from './change.ts';
import { withoutMembers } from './memberChanges.ts';
import { withMember } from './visits.ts';

/** The largest object that is made; a larger one would only be slow. */
const largest = 1_000;

/** Makes objects with exactly as many members as each bound, and with one more or fewer. */
export const sizeChanges: Changes = function* ({ value, facts }, drawing) {
  if (!isPlainObject(value)) return;
  const { least, most } = facts.members();
  const made = { drawing, object: value, facts };
  if (least) yield* beside(made, least, 1);
  if (most) yield* beside(made, most, -1);
};

interface Making {
  drawing: Drawing;
  object: PlainObject;
  facts: SchemaFacts;
}

function* beside(made: Making, { value: size, keyword, pointer: schema }: Bound, inward: 1 | -1): Generator<Change> {
  const about = (words: string) => ({ keyword, schema, words: `${words} ${keyword} ${size}` });
  const { least, most } = made.facts.members();
  const at = resized(made, size);
  if (at) yield atBound(at, about('as many members as'));
  const count = size + inward;
  const isWithin = count >= (least?.value ?? 0) && count <= (most?.value ?? count);
  const within = isWithin ? resized(made, count) : undefined;
  if (within) yield inside(within, about('one member inside of'));
  const beyond = resized(made, size - inward);
  if (beyond) yield outside(beyond, about('one member outside of'));
}

function resized({ drawing, object, facts }: Making, size: number): PlainObject | undefined {
  if (size < 0 || size > largest) return undefined;
  const members = facts.members();
  const names = Object.keys(object);
  const optional = names.filter((name) => !members.required.has(name));
  if (names.length > size) {
    if (names.length - size > optional.length) return undefined;
    return withoutMembers(object, optional.slice(size - names.length));
  }
  let grown = object;
  for (let count = names.length; count < size; count += 1) {
    const name = nextName({ drawing, object: grown, facts });
    const member = name === undefined ? undefined : drawOrNone(drawing, members.member(name));
    if (name === undefined || member === undefined) return undefined;
    grown = withMember(grown, name, member);
  }
  return grown;
}

function nextName({ drawing, object, facts }: Making): string | undefined {
  const members = facts.members();
  const isOpen = (name: string) => !Object.hasOwn(object, name) && !drawing.facts(members.member(name)).contradiction;
  const known = members.known.find(
    (name) => isOpen(name) && !members.isReadOnly(name) && !members.dependents.has(name),
  );
  return known ?? drawUntil(() => additionalName(drawing, members, Object.keys(object).length), isOpen);
}
