import type { Plain, PlainObject } from '../../../schemas/json/plain.ts';
import type { SchemaFacts } from '../facts/facts.ts';
import type { MemberFacts } from '../facts/memberFacts.ts';
import { Undrawable } from '../facts/undrawable.ts';
import { below, onceIn, pick, shuffled } from './chance.ts';
import { type Drawing, deepest } from './drawing.ts';
import { patternText } from './patterns.ts';

/** The number of optional members, out of ten, that are added at each depth; and the most that are added at any depth. */
const often = [6, 5, 3, 1, 0] as const;
const mostOptional = 10;

/** Names for members that no schema names. */
const furtherNames = ['extra', 'note', 'x', 'another', 'more1', 'Name', 'key_2', 'k', 'data-3', 'zeta'] as const;

/** The number of draws for an additional name. */
const tries = 20;

/** Draws an object; throws Undrawable if a required member is impossible. */
export function drawObject(drawing: Drawing, facts: SchemaFacts, depth: number): PlainObject {
  const members = facts.members();
  const chosen = new Set(members.required.keys());
  for (const name of wanted(drawing, members, depth)) withDependents(chosen, name, members);
  for (const name of [...chosen]) withDependents(chosen, name, members);
  fillUp(drawing, members, chosen);
  const entries = new Map<string, Plain>();
  for (const name of inOrder(chosen, members)) {
    const value = drawnMember(drawing, { members, name, depth });
    if (value !== undefined) entries.set(name, value);
  }
  further(drawing, { members, entries, depth });
  return Object.fromEntries(entries);
}

function inOrder(chosen: ReadonlySet<string>, { known }: MemberFacts): string[] {
  const first = known.filter((name) => chosen.has(name));
  return [...new Set([...first, ...chosen])];
}

function isOptional(drawing: Drawing, members: MemberFacts, name: string): boolean {
  if (members.required.has(name)) return false;
  const isForOthers = drawing.direction === 'sent' ? members.isReadOnly : members.isWriteOnly;
  return !isForOthers(name) && drawing.facts(members.member(name)).contradiction === undefined;
}

function wanted(drawing: Drawing, members: MemberFacts, depth: number): string[] {
  const { random } = drawing;
  const outOfTen = often[depth] ?? 0;
  if (outOfTen === 0) return [];
  // Some draws make the smallest object, and some make a complete one.
  if (onceIn(random, 8)) return [];
  const isComplete = depth <= 1 && members.known.length <= mostOptional * 4 && onceIn(random, 8);
  const many = members.known.length * outOfTen > mostOptional * 10;
  const isIn = () =>
    isComplete || (many ? below(random, members.known.length) < mostOptional : below(random, 10) < outOfTen);
  return members.known.filter((name) => isIn() && isOptional(drawing, members, name));
}

function withDependents(chosen: Set<string>, name: string, members: MemberFacts): void {
  const waiting = [name];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    chosen.add(next);
    for (const { name: other } of members.dependents.get(next) ?? []) if (!chosen.has(other)) waiting.push(other);
  }
}

// Adds members up to the minimum, and not beyond the maximum.
function fillUp(drawing: Drawing, members: MemberFacts, chosen: Set<string>): void {
  const { least, most, required } = members;
  if (most && required.size > most.value)
    throw new Undrawable(most.pointer, `${required.size} members are required, and at most ${most.value} are allowed`);
  if (least && most && least.value > most.value)
    throw new Undrawable(least.pointer, `minProperties ${least.value} is above maxProperties ${most.value}`);
  const optional = shuffled(drawing.random, members.known);
  for (const name of optional)
    if (least && chosen.size < least.value && isOptional(drawing, members, name)) withDependents(chosen, name, members);
  for (const name of [...chosen].reverse())
    if (most && chosen.size > most.value && !required.has(name)) chosen.delete(name);
}

interface Wanted {
  members: MemberFacts;
  name: string;
  depth: number;
}

function drawnMember(drawing: Drawing, { members, name, depth }: Wanted): Plain | undefined {
  const node = members.member(name);
  const isRequired = members.required.has(name);
  if (!isRequired && !Number.isFinite(drawing.height(node))) return undefined;
  try {
    return drawing.value(node, depth + 1);
  } catch (error) {
    if (isRequired || !(error instanceof Undrawable)) throw error;
    return undefined;
  }
}

interface Grown {
  members: MemberFacts;
  entries: Map<string, Plain>;
  depth: number;
}

// Adds members that no schema names: as many as the minimum needs, a few in a map, and now and then one in another object.
function further(drawing: Drawing, { members, entries, depth }: Grown): void {
  const { least, most } = members;
  const missing = (least?.value ?? 0) - entries.size;
  const isMap = members.known.length === 0 && depth < deepest;
  const more = isMap ? below(drawing.random, 3) : depth < 2 && onceIn(drawing.random, 12) ? 1 : 0;
  const room = (most?.value ?? Number.POSITIVE_INFINITY) - entries.size;
  const wantedCount = Math.min(Math.max(missing, more), room);
  for (let left = wantedCount; left > 0; left -= 1) {
    const added = furtherMember(drawing, members, { depth, entries });
    if (added) entries.set(added.name, added.value);
    else if (entries.size < (least?.value ?? 0))
      throw new Undrawable(
        least?.pointer ?? '',
        `an object needs at least ${least?.value} members, and that many are not possible`,
      );
    else return;
  }
}

function furtherMember(
  drawing: Drawing,
  members: MemberFacts,
  { depth, entries }: Omit<Grown, 'members'>,
): { name: string; value: Plain } | undefined {
  for (let left = tries; left > 0; left -= 1) {
    const name = additionalName(drawing, members, entries.size);
    if (name === undefined || entries.has(name) || members.dependents.has(name)) continue;
    if (members.known.includes(name) || drawing.facts(members.member(name)).contradiction) continue;
    const value = drawnMember(drawing, { members, name, depth });
    if (value !== undefined) return { name, value };
  }
  return undefined;
}

/** Draws a name for a member that no schema names; returns undefined if this try finds no usable name. */
export function additionalName(drawing: Drawing, members: MemberFacts, taken: number): string | undefined {
  const { random } = drawing;
  const pattern = members.patterns.length > 0 && !onceIn(random, 4) ? pick(random, members.patterns) : undefined;
  const lengths = { least: 0, most: 24 };
  if (pattern !== undefined) return patternText(pattern, random, lengths);
  if (members.names.demands.length === 0) {
    const name = pick(random, furtherNames);
    return taken < furtherNames.length ? name : `${name}${below(random, 10 * taken)}`;
  }
  try {
    const name = drawing.value(members.names, deepest);
    return typeof name === 'string' ? name : undefined;
  } catch (error) {
    if (error instanceof Undrawable) return undefined;
    throw error;
  }
}
