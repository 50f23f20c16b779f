import { isPlainObject, type Plain } from '../../../schemas/json/plain.ts';

/** Yields values that are one step simpler, the simplest first. */
export function* simpler(value: Plain): Generator<Plain> {
  if (typeof value === 'number') yield* simplerNumbers(value);
  else if (typeof value === 'string') yield* simplerTexts(value);
  else if (Array.isArray(value)) yield* simplerLists(value);
  else if (isPlainObject(value)) yield* simplerObjects(Object.entries(value));
  else if (value === true) yield false;
}

function* simplerNumbers(value: number): Generator<number> {
  if (value === 0) return;
  yield 0;
  if (value < 0) yield -value;
  if (!Number.isInteger(value)) yield Math.trunc(value);
  for (let step = value / 2; Math.abs(step) >= 1; step /= 2) yield value - Math.trunc(step);
}

function* simplerTexts(value: string): Generator<string> {
  const characters = [...value];
  for (let keep = 0; keep < characters.length; keep += Math.max(1, Math.ceil((characters.length - keep) / 2)))
    yield characters.slice(0, keep).join('');
  const plain = characters.map((character) => (/[ -~]/.test(character) ? character : 'a')).join('');
  if (plain !== value) yield plain;
}

function* simplerLists(items: readonly Plain[]): Generator<Plain[]> {
  if (items.length === 0) return;
  yield [];
  if (items.length > 1) yield items.slice(0, Math.ceil(items.length / 2));
  for (const at of items.keys()) yield items.toSpliced(at, 1);
  for (const [at, item] of items.entries()) for (const other of simpler(item)) yield items.with(at, other);
}

function* simplerObjects(entries: readonly [string, Plain][]): Generator<Plain> {
  if (entries.length > 1) yield {};
  for (const at of entries.keys()) yield Object.fromEntries(entries.toSpliced(at, 1));
  for (const [at, [name, member]] of entries.entries())
    for (const other of simpler(member)) yield Object.fromEntries(entries.with(at, [name, other]));
}
