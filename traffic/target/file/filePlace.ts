/** A place in a target file: field names and list indices from the root. */
export type FilePlace = readonly string[];

/** No target file is nested deeper than this; a YAML alias could make a cycle. */
const deepest = 8;

/** Writes a place as a JSON pointer, `/` for the root. */
export const pointerOf = (place: FilePlace): string =>
  place.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('') || '/';

/** Returns the place of a JSON pointer. */
export const placeIn = (pointer: string): FilePlace =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** True if a place is equal to another or below it. */
export const isWithin = (place: FilePlace, outer: FilePlace): boolean =>
  outer.every((part, index) => place[index] === part);

/** Returns the value at a place; undefined if there is none. */
export function valueAt(value: unknown, place: FilePlace): unknown {
  return place.reduce<unknown>(
    (inside, part) =>
      typeof inside === 'object' && inside !== null && Object.hasOwn(inside, part)
        ? (inside as Record<string, unknown>)[part]
        : undefined,
    value,
  );
}

/** Returns the text at a place; undefined if there is no text. */
export function textAt(value: unknown, place: FilePlace): string | undefined {
  const found = valueAt(value, place);
  return typeof found === 'string' ? found : undefined;
}

/** Returns the places of a list's items; empty if there is no list. */
export function itemsAt(value: unknown, place: FilePlace): FilePlace[] {
  const found = valueAt(value, place);
  return Array.isArray(found) ? found.map((_, index) => [...place, String(index)]) : [];
}

/** Yields every text, number and boolean with its place, in file order, at most eight levels deep. */
export function* leavesOf(value: unknown, place: FilePlace = []): Generator<{ place: FilePlace; leaf: unknown }> {
  if (typeof value !== 'object' || value === null) yield { place, leaf: value };
  else if (place.length < deepest)
    for (const [part, inside] of Object.entries(value)) yield* leavesOf(inside, [...place, part]);
}
