import { type ExactObject, sameText } from '../../schemas/json/exact.ts';

/** Records as each view last showed them: one that is as it was there is the very same object, so that what is found of it is found once. */
export class SightingCache {
  readonly #last = new Map<string, ExactObject>();

  /** The sighting, with the object of the last one of this record by this view where nothing has changed. */
  asBefore<T extends { source: string; value: ExactObject }>(sighting: T): T {
    const { source, value } = sighting;
    const key = `${source} ${String(value['id'])}`;
    const last = this.#last.get(key);
    if (last && sameText(last, value)) return { ...sighting, value: last };
    this.#last.set(key, value);
    return sighting;
  }
}
