import type { Plain } from '../../../schemas/json/plain.ts';
import type { SchemaFacts } from '../facts/facts.ts';
import type { ListFacts } from '../facts/listFacts.ts';
import { type Conjunction, narrowed } from '../facts/node.ts';
import { Undrawable } from '../facts/undrawable.ts';
import { below, onceIn } from './chance.ts';
import { type Drawing, deepest } from './drawing.ts';

/** The usual number of items beyond the minimum. */
const usual = 3;

/** The number of draws for an item that must be unique. */
const tries = 30;

/** Draws a list; throws Undrawable if there cannot be enough items. */
export function drawList(drawing: Drawing, facts: SchemaFacts, depth: number): Plain[] {
  const lists = facts.lists();
  const length = lengthFor(drawing, lists, depth);
  const marks = containedAt(drawing, lists, length);
  const items: Plain[] = [];
  const seen = new Set<string>();
  for (let at = 0; at < length; at += 1) {
    const node = itemAt(lists, at, marks[at]);
    const item = drawnItem(() => drawing.value(node, depth + 1), lists.unique ? seen : undefined);
    if (item === undefined) {
      if (at >= (lists.least?.value ?? 0) && marks.slice(at).every((mark) => mark === undefined)) break;
      throw new Undrawable(lists.unique?.pointer ?? '', 'there are too few different items');
    }
    items.push(item);
  }
  return items;
}

function itemAt({ item, contained }: ListFacts, at: number, marks: readonly number[] = []): Conjunction {
  if (marks.length === 0) return item(at);
  return narrowed(
    item(at),
    marks.flatMap((which) => contained[which]?.demand ?? []),
  );
}

function drawnItem(draw: () => Plain, seen: Set<string> | undefined): Plain | undefined {
  if (!seen) return draw();
  for (let left = tries; left > 0; left -= 1) {
    const item = draw();
    const text = canonicalText(item);
    if (seen.has(text)) continue;
    seen.add(text);
    return item;
  }
  return undefined;
}

function canonicalText(value: Plain): string {
  return JSON.stringify(value, (_, member: Plain) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}

function lengthFor(drawing: Drawing, { least, most, contained, positions, item }: ListFacts, depth: number): number {
  const wanted = contained.reduce((sum, { least: count }) => sum + count, 0);
  const from = Math.max(least?.value ?? 0, wanted);
  const to = Math.min(most?.value ?? Number.POSITIVE_INFINITY, closedAt(drawing, positions, item));
  if (from > to) {
    const pointer = least?.pointer ?? contained[0]?.part.pointer ?? '';
    throw new Undrawable(pointer, `a list needs at least ${from} items, and may have at most ${to}`);
  }
  // A tuple is usually complete.
  const room = Math.min(to - from, depth >= deepest ? 0 : Math.max(usual, positions - from));
  const full = Math.min(to, Math.max(from, positions));
  return positions > 0 && depth < deepest && !onceIn(drawing.random, 3) ? full : from + below(drawing.random, room + 1);
}

// Returns the first position at which no item is allowed.
function closedAt(drawing: Drawing, positions: number, item: ListFacts['item']): number {
  for (let at = 0; at <= positions; at += 1) if (drawing.facts(item(at)).contradiction) return at;
  return Number.POSITIVE_INFINITY;
}

// Returns, for each position, the indexes of the contained schemas that the item there has to meet.
function containedAt(
  { random }: Drawing,
  { contained, positions }: ListFacts,
  length: number,
): (number[] | undefined)[] {
  const marks: (number[] | undefined)[] = Array.from({ length });
  let next = onceIn(random, 2) && length > positions ? positions : 0;
  for (const [which, { least }] of contained.entries())
    for (let count = 0; count < least; count += 1) {
      const at = next++ % Math.max(1, length);
      marks[at] = [...(marks[at] ?? []), which];
    }
  return marks;
}
