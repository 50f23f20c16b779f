import { isPlainObject, type Plain, type PlainObject } from '../../../schemas/json/plain.ts';
import { child } from '../../../schemas/json/pointer.ts';
import type { Drawing } from '../draw/drawing.ts';
import { additionalName } from '../draw/objectDraw.ts';
import { patternText } from '../draw/patterns.ts';
import type { SchemaFacts } from '../facts/facts.ts';
import { matches } from '../facts/memberFacts.ts';
import { type Change, type Changes, drawOrNone, drawUntil, firstSchema, inside, outside } from './change.ts';
import { hasRoom } from './memberChanges.ts';
import { invalidType } from './typeChanges.ts';
import { withMember } from './visits.ts';

/** Adds members that no schema names: forbidden or allowed, valid or of a wrong type, with a good name or a bad one. */
export const additionalMemberChanges: Changes = function* ({ value, facts }, drawing) {
  if (!isPlainObject(value)) return;
  const members = facts.members();
  if (!hasRoom(members, Object.keys(value).length + 1)) return;
  const made: Making = { drawing, object: value, facts };
  const isNew = (name: string) =>
    !Object.hasOwn(value, name) && !members.known.includes(name) && !members.dependents.has(name);
  const plain = drawUntil(
    () => additionalName(drawing, members, 0),
    (name) => isNew(name) && isUnpatterned(name, facts),
  );
  if (plain !== undefined) yield* added(made, plain, 'additionalProperties');
  for (const source of members.patterns) {
    const draw = () => patternText(source, drawing.random, { least: 0, most: 24 });
    const name = drawUntil(draw, (text) => isNew(text) && matches(source, text));
    if (name !== undefined) yield* added(made, name, 'patternProperties');
  }
  if (members.names.demands.length > 0) yield* badlyNamed(made, isNew);
};

interface Making {
  drawing: Drawing;
  object: PlainObject;
  facts: SchemaFacts;
}

function isUnpatterned(name: string, facts: SchemaFacts): boolean {
  return !facts.members().patterns.some((source) => matches(source, name));
}

function* added({ drawing, object, facts }: Making, name: string, word: string): Generator<Change> {
  const member = facts.members().member(name);
  const { contradiction, kinds } = drawing.facts(member);
  const quoted = JSON.stringify(name);
  if (contradiction) {
    yield* forbidden(object, name, contradiction.pointer);
    return;
  }
  const keyword = holderOf(facts, word);
  const value = drawOrNone(drawing, member);
  if (value !== undefined)
    yield inside(withMember(object, name, value), { ...keyword, words: `with a further member ${quoted}` });
  const wrong = kinds.said.length > 0 ? invalidType(drawing.facts(member)) : undefined;
  if (!wrong) return;
  const { value: wrongValue, ...saying } = wrong;
  const about = { ...saying, words: `with a further member ${quoted} of a wrong type` };
  yield { ...outside(withMember(object, name, wrongValue), about), within: child('', name) };
}

function holderOf({ parts }: SchemaFacts, word: string): { keyword: string; schema: string } {
  const words = [word, 'unevaluatedProperties', 'additionalProperties'];
  for (const keyword of words) {
    const part = parts.find(({ schema }) => Object.hasOwn(schema, keyword));
    if (part) return { keyword, schema: part.pointer };
  }
  return { keyword: word, schema: parts[0]?.pointer ?? '' };
}

const closing = ['additionalProperties', 'unevaluatedProperties'];

function* forbidden(object: PlainObject, name: string, pointer: string): Generator<Change> {
  const keyword = pointer.split('/').at(-1) ?? '';
  const words = `with ${JSON.stringify(name)}, which no schema names`;
  const changed = withMember(object, name, 'further');
  if (closing.includes(keyword))
    yield outside(changed, { keyword, schema: pointer.slice(0, -keyword.length - 1), words });
  else yield { ...outside(changed, { keyword: 'false schema', schema: pointer, words }), within: child('', name) };
}

const badNames = ['', 'Not a name!', 'UPPER_CASE', '0', 'é', 'x'.repeat(100), '__proto__', 'a'];

function* badlyNamed({ drawing, object, facts }: Making, isNew: (name: string) => boolean): Generator<Change> {
  const members = facts.members();
  const [demand] = members.names.demands;
  const schema = demand?.pointer.replace(/\/propertyNames$/, '') ?? firstSchema(facts);
  const about = (words: string) => ({ keyword: 'propertyNames', schema, words });
  const isGood = (name: string) => members.names.demands.every((one) => drawing.holds(one, name));
  const good = drawUntil(
    () => additionalName(drawing, members, 0),
    (name) => isNew(name) && isGood(name),
  );
  const member = (name: string): Plain | undefined => drawOrNone(drawing, members.member(name));
  const valid = good === undefined ? undefined : member(good);
  if (good !== undefined && valid !== undefined)
    yield inside(withMember(object, good, valid), about(`with a member of a good name ${JSON.stringify(good)}`));
  for (const name of badNames.filter((one) => isNew(one) && !isGood(one))) {
    const value = member(name);
    if (value !== undefined)
      yield outside(withMember(object, name, value), about(`with a member of a bad name ${JSON.stringify(name)}`));
  }
}
