import type { Plain } from '../../../schemas/json/plain.ts';
import { child } from '../../../schemas/json/pointer.ts';
import type { Drawing } from '../draw/drawing.ts';
import type { Bound } from '../facts/bounds.ts';
import type { SchemaFacts } from '../facts/facts.ts';
import type { Contained } from '../facts/listFacts.ts';
import { narrowed } from '../facts/node.ts';
import { sameJson } from '../facts/sameJson.ts';
import { atBound, type Change, type Changes, drawOrNone, drawUntil, firstSchema, inside, outside } from './change.ts';
import { invalidType } from './typeChanges.ts';

/** The longest list that is made; a longer one would only be slow. */
const longest = 2_000;

/**
 * Makes lists at and beside each length bound, with a repeated item, with an extra item, and with too few and too many of the items that `contains` demands.
 */
export const listChanges: Changes = function* ({ value, facts }, drawing) {
  if (!Array.isArray(value)) return;
  const made: Making = { drawing, items: value, facts };
  const { least, most, unique, contained } = facts.lists();
  if (least) yield* beside(made, least, 1);
  if (most) yield* beside(made, most, -1);
  if (!least && value.length > 0)
    yield atBound([], { keyword: 'type', schema: firstSchema(facts), words: 'an empty list' });
  yield* further(made);
  if (unique) yield* repeated(made, unique.pointer);
  for (const one of contained) yield* containing(made, one);
};

interface Making {
  drawing: Drawing;
  items: readonly Plain[];
  facts: SchemaFacts;
}

function* beside(made: Making, { value: length, keyword, pointer: schema }: Bound, inward: 1 | -1): Generator<Change> {
  const about = (words: string) => ({ keyword, schema, words: `${words} ${keyword} ${length}` });
  const { least, most } = made.facts.lists();
  const at = resized(made, length);
  if (at) yield atBound(at, about('as many items as'));
  const count = length + inward;
  const isWithin = count >= (least?.value ?? 0) && count <= (most?.value ?? count);
  const within = isWithin ? resized(made, count) : undefined;
  if (within) yield inside(within, about('one item inside of'));
  const beyond = resized(made, length - inward);
  if (beyond) yield outside(beyond, about('one item outside of'));
}

function resized(made: Making, length: number): Plain[] | undefined {
  if (length < 0 || length > longest) return undefined;
  const items = made.items.slice(0, length);
  while (items.length < length) {
    const item = another(made, items);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function another({ drawing, facts }: Making, items: readonly Plain[]): Plain | undefined {
  const { item, unique } = facts.lists();
  const isNew = (value: Plain) => !unique || !items.some((other) => sameJson(value, other));
  return drawUntil(() => drawOrNone(drawing, item(items.length)), isNew);
}

// Adds an item: a valid one, a forbidden one if the list is closed, or one of a wrong kind.
function* further(made: Making): Generator<Change> {
  const { drawing, items, facts } = made;
  const { item: itemNode, most } = facts.lists();
  if (most && items.length >= most.value) return;
  const node = itemNode(items.length);
  const { contradiction, parts, kinds } = drawing.facts(node);
  if (contradiction) {
    const keyword = contradiction.pointer.split('/').at(-1) ?? '';
    const schema = contradiction.pointer.slice(0, -keyword.length - 1);
    if (['items', 'unevaluatedItems'].includes(keyword))
      yield outside([...items, true], { keyword, schema, words: 'one item more than there may be' });
    return;
  }
  const item = another(made, items);
  const about = { ...holderOf(facts), words: 'one item more' };
  if (item !== undefined) yield inside([...items, item], about);
  const wrong = parts.length > 0 && kinds.said.length > 0 ? invalidType(drawing.facts(node)) : undefined;
  if (wrong) {
    const { value, ...saying } = wrong;
    yield {
      ...outside([...items, value], { ...saying, words: 'one item more, of a wrong type' }),
      within: child('', items.length),
    };
  }
}

function holderOf({ parts }: SchemaFacts): { keyword: string; schema: string } {
  for (const keyword of ['items', 'unevaluatedItems']) {
    const part = parts.find(({ schema }) => Object.hasOwn(schema, keyword));
    if (part) return { keyword, schema: part.pointer };
  }
  return { keyword: 'type', schema: parts[0]?.pointer ?? '' };
}

function* repeated(made: Making, schema: string): Generator<Change> {
  const { items, facts } = made;
  const about = (words: string) => ({ keyword: 'uniqueItems', schema, words });
  const [first] = items;
  const most = facts.lists().most?.value ?? Number.POSITIVE_INFINITY;
  if (first !== undefined && items.length < most) yield outside([...items, first], about('the first item twice'));
  if (first !== undefined && items.length > 1)
    yield outside([...items.slice(0, -1), first], about('the first item in place of the last'));
  const item = another(made, items);
  if (item !== undefined) yield inside([...items, item], about('one more item, unlike the others'));
}

function* containing(made: Making, contained: Contained): Generator<Change> {
  const { drawing, items } = made;
  const holds = (item: Plain) => drawing.holds(contained.demand, item);
  const held = items.filter(holds).length;
  const { least, most, part } = contained;
  const leastWord = Object.hasOwn(part.schema, 'minContains') ? 'minContains' : 'contains';
  const about = (keyword: string, words: string) => ({ keyword, schema: part.pointer, words });
  if (least > 0) {
    const fewer = without(made, contained, held - least + 1);
    if (fewer) yield outside(fewer, about(leastWord, `one item fewer than ${least} of those wanted`));
  }
  const exact = without(made, contained, held - least);
  if (exact) yield atBound(exact, about(leastWord, `exactly ${least} of the items wanted`));
  const more = withMore(made, contained, least + 1 - held);
  if (more && least + 1 <= most) yield inside(more, about(leastWord, `more than ${least} of the items wanted`));
  if (most === Number.POSITIVE_INFINITY) return;
  const full = withMore(made, contained, most - held);
  if (full) yield atBound(full, about('maxContains', `exactly ${most} of the items wanted`));
  const over = withMore(made, contained, most + 1 - held);
  if (over) yield outside(over, about('maxContains', `one item more than ${most} of those wanted`));
  yield* fewerThanMost(made, contained, about);
}

function* fewerThanMost(
  made: Making,
  contained: Contained,
  about: (keyword: string, words: string) => { keyword: string; schema: string; words: string },
): Generator<Change> {
  const { most, least } = contained;
  const held = made.items.filter((item) => made.drawing.holds(contained.demand, item)).length;
  const fewer =
    most - 1 >= least
      ? (without(made, contained, held - most + 1) ?? withMore(made, contained, most - 1 - held))
      : undefined;
  if (fewer) yield inside(fewer, about('maxContains', `fewer than ${most} of the items wanted`));
}

// Replaces `count` of the contained items with items that `contains` does not count, or removes them if no other item can be drawn.
function without({ drawing, items, facts }: Making, { demand }: Contained, count: number): Plain[] | undefined {
  if (count < 0) return undefined;
  const { item } = facts.lists();
  const remaining = [...items];
  for (let left = count; left > 0; left -= 1) {
    const at = remaining.findIndex((one) => drawing.holds(demand, one));
    const other = drawUntil(
      () => drawOrNone(drawing, item(at)),
      (one) => !drawing.holds(demand, one),
    );
    if (at < 0) return undefined;
    remaining.splice(at, 1, ...(other === undefined ? [] : [other]));
  }
  return remaining;
}

function withMore({ drawing, items, facts }: Making, { demand }: Contained, count: number): Plain[] | undefined {
  if (count < 0 || count > longest) return undefined;
  const more = [...items];
  for (let left = count; left > 0; left -= 1) {
    const item = drawOrNone(drawing, narrowed(facts.lists().item(more.length), [demand]));
    if (item === undefined) return undefined;
    more.push(item);
  }
  return more;
}
