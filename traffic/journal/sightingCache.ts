import { type ExactObject, sameText } from '../../schemas/json/exact.ts';

/** The last value of each record in each view. An unchanged record keeps its object, so that results computed for it are reused. */
export class SightingCache {
  readonly #last = new Map<string, ExactObject>();

  /** Returns the sighting. If the record has not changed, the sighting gets the value object of the record's previous sighting in this view. */
  asBefore<T extends { source: string; value: ExactObject }>(sighting: T): T {
    const { source, value } = sighting;
    const key = `${source} ${String(value['id'])}`;
    const last = this.#last.get(key);
    if (last && sameText(last, value)) return { ...sighting, value: last };
    this.#last.set(key, value);
    return sighting;
  }
}
