import { type Exact, type ExactObject, isExactNumber, isObject } from '../schemas/exact.ts';

/** Whether two values are written alike, numbers by their source text; the order of keys does not matter. */
function isAlike(a: Exact, b: Exact): boolean {
  if (a === b) return true;
  if (isExactNumber(a)) return isExactNumber(b) && a.value === b.value;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => isAlike(item, b[at] ?? null));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  const isSame = (key: string) => Object.hasOwn(b, key) && isAlike(a[key] as Exact, b[key] as Exact);
  return keys.length === Object.keys(b).length && keys.every(isSame);
}

/** Records as each view last showed them: one that is as it was there is the very same object, so that what is found of it is found once. */
export class Views {
  readonly #last = new Map<string, ExactObject>();

  /** The sighting, with the object of the last one of this record by this view where nothing has changed. */
  asBefore<T extends { source: string; value: ExactObject }>(sighting: T): T {
    const { source, value } = sighting;
    const key = `${source} ${String(value['id'])}`;
    const last = this.#last.get(key);
    if (last && isAlike(last, value)) return { ...sighting, value: last };
    this.#last.set(key, value);
    return sighting;
  }
}

/** Of some sightings the first of each state that a view shows: what repeats it says nothing new. */
export function statesIn<T extends { value: ExactObject }>(sightings: readonly T[]): T[] {
  const seen = new Set<ExactObject>();
  return sightings.filter(({ value }) => !seen.has(value) && seen.add(value));
}
