/** Where something stands in a target file: names of fields and indices of lists, from the root. */
export type FilePlace = readonly string[];

/** Deeper than this no target file goes; an alias in YAML could lead round in a circle. */
const deepest = 8;

/** A place as a JSON pointer, `/` for the root. */
export const pointerOf = (place: FilePlace): string =>
  place.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('') || '/';

/** The place that a JSON pointer names. */
export const placeIn = (pointer: string): FilePlace =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** True when a place is another one or below it. */
export const isWithin = (place: FilePlace, outer: FilePlace): boolean =>
  outer.every((part, index) => place[index] === part);

/** What stands at a place, undefined when nothing does. */
export function valueAt(value: unknown, place: FilePlace): unknown {
  return place.reduce<unknown>(
    (inside, part) =>
      typeof inside === 'object' && inside !== null && Object.hasOwn(inside, part)
        ? (inside as Record<string, unknown>)[part]
        : undefined,
    value,
  );
}

/** The text at a place, undefined when something else or nothing stands there. */
export function textAt(value: unknown, place: FilePlace): string | undefined {
  const found = valueAt(value, place);
  return typeof found === 'string' ? found : undefined;
}

/** The places of a list's items, none when no list stands there. */
export function itemsAt(value: unknown, place: FilePlace): FilePlace[] {
  const found = valueAt(value, place);
  return Array.isArray(found) ? found.map((_, index) => [...place, String(index)]) : [];
}

/** Every text, number and truth value with its place, in the order of the file, at most eight levels deep. */
export function* leavesOf(value: unknown, place: FilePlace = []): Generator<{ place: FilePlace; leaf: unknown }> {
  if (typeof value !== 'object' || value === null) yield { place, leaf: value };
  else if (place.length < deepest)
    for (const [part, inside] of Object.entries(value)) yield* leavesOf(inside, [...place, part]);
}
