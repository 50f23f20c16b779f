import { isPlainObject, type Plain, type PlainObject } from '../../../schemas/json/plain.ts';
import { child } from '../../../schemas/json/pointer.ts';
import { some } from '../draw/chance.ts';
import type { Drawing } from '../draw/drawing.ts';
import type { SchemaFacts } from '../facts/facts.ts';
import type { MemberFacts } from '../facts/memberFacts.ts';
import { atBound, type Change, type Changes, drawOrNone, firstSchema, inside, outside } from './change.ts';
import { maxVisited, withMember } from './visits.ts';

/** Removes each present member, and adds each missing one. */
export const memberChanges: Changes = function* ({ value, facts }, drawing) {
  if (!isPlainObject(value)) return;
  const made: Making = { drawing, object: value, facts, members: facts.members() };
  yield* leftOut(made);
  yield* putIn(made);
  yield* dependents(made);
};

interface Making {
  drawing: Drawing;
  object: PlainObject;
  facts: SchemaFacts;
  members: MemberFacts;
}

function* leftOut({ drawing, object, facts, members }: Making): Generator<Change> {
  for (const name of some(drawing.random, Object.keys(object), maxVisited)) {
    const [part] = members.required.get(name) ?? [];
    const rest = withoutMembers(object, [name]);
    const quoted = JSON.stringify(name);
    if (part && !part.isSynthetic)
      yield outside(rest, { keyword: 'required', schema: part.pointer, words: `without ${quoted}` });
    else if (!part && hasRoom(members, Object.keys(rest).length))
      yield inside(rest, { keyword: 'properties', schema: firstSchema(facts), words: `without optional ${quoted}` });
  }
  const optional = Object.keys(object).filter((name) => !members.required.has(name));
  const [requiring] = [...members.required.values()][0] ?? [];
  if (optional.length === 0 || !hasRoom(members, Object.keys(object).length - optional.length)) return;
  const about = { schema: requiring?.pointer ?? firstSchema(facts), words: 'nothing but what is required' };
  yield atBound(withoutMembers(object, optional), { keyword: requiring ? 'required' : 'type', ...about });
}

/** True if an object may have this number of members. */
export function hasRoom({ least, most }: MemberFacts, size: number): boolean {
  return size >= (least?.value ?? 0) && size <= (most?.value ?? size);
}

/** Returns the object without some of its members. */
export function withoutMembers(object: PlainObject, names: readonly string[]): PlainObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

function* putIn({ drawing, object, facts, members }: Making): Generator<Change> {
  let extended = object;
  const missing = members.known.filter((one) => !Object.hasOwn(object, one));
  for (const name of some(drawing.random, missing, maxVisited)) {
    const { contradiction } = drawing.facts(members.member(name));
    const quoted = JSON.stringify(name);
    if (contradiction) {
      yield* forbidden(object, name, contradiction.pointer);
      continue;
    }
    // Only a server writes a read-only member; the contract does not say what happens to one that is sent.
    if (members.isReadOnly(name)) continue;
    const member = drawOrNone(drawing, members.member(name));
    if (member === undefined || !hasRoom(members, Object.keys(object).length + 1)) continue;
    const about = { keyword: 'properties', schema: firstSchema(facts) };
    yield inside(withMember(object, name, member), { ...about, words: `with optional ${quoted}` });
    extended = withMember(extended, name, member);
  }
  if (extended !== object && hasRoom(members, Object.keys(extended).length))
    yield inside(extended, {
      keyword: 'properties',
      schema: firstSchema(facts),
      words: 'with all the optional members at once',
    });
}

function* forbidden(object: PlainObject, name: string, schema: string): Generator<Change> {
  const about = { keyword: 'false schema', schema, words: `with ${JSON.stringify(name)}, which may not be there` };
  yield { ...outside(withMember(object, name, true), about), within: child('', name) };
}

function* dependents({ drawing, object, members }: Making): Generator<Change> {
  for (const [trigger, all] of members.dependents) {
    const isThere = Object.hasOwn(object, trigger);
    const there = isThere ? object : withDrawn(drawing, object, { members, name: trigger });
    const full = all.reduce<PlainObject | undefined>(
      (grown, { name }) => grown && (Object.hasOwn(grown, name) ? grown : withDrawn(drawing, grown, { members, name })),
      there,
    );
    const [first] = all;
    if (!full || !first) continue;
    const about = (words: string) => ({ keyword: 'dependentRequired', schema: first.part.pointer, words });
    if (!isThere) yield inside(full, about(`with ${JSON.stringify(trigger)} and all that it asks for`));
    for (const { name } of all)
      if (!members.required.has(name) && name !== trigger)
        yield outside(
          withoutMembers(full, [name]),
          about(`with ${JSON.stringify(trigger)} and without ${JSON.stringify(name)}`),
        );
  }
}

function withDrawn(
  drawing: Drawing,
  object: PlainObject,
  { members, name }: { members: MemberFacts; name: string },
): PlainObject | undefined {
  const member: Plain | undefined = drawOrNone(drawing, members.member(name));
  return member === undefined ? undefined : withMember(object, name, member);
}
