import { isCount, isText, listOf, mapOf, pairOf } from '../../../schemas/json/guards.ts';

/** A thing that is counted: its name, or the hash of one. */
type Name = string | number;

/** Counts in the form that a file stores, by kind. */
export type StoredTally = Readonly<Record<string, readonly (readonly [Name, number])[]>>;

/** True if a value is a stored tally. */
export const isTally = mapOf(listOf(pairOf((name) => isText(name) || isCount(name), isCount)));

const none: ReadonlyMap<Name, number> = new Map();

/** Counts what a campaign has covered, by kind and name. */
export class Tally<Kind extends string> {
  readonly #counts = new Map<Kind, Map<Name, number>>();

  /** Starts with stored counts, if there are any. */
  constructor(stored: StoredTally = {}) {
    for (const [kind, counts] of Object.entries(stored)) this.#counts.set(kind as Kind, new Map(counts));
  }

  /** Returns the counts of a kind, by name. */
  of(kind: Kind): ReadonlyMap<Name, number> {
    return this.#counts.get(kind) ?? none;
  }

  /** Returns how often a thing was counted. */
  count(kind: Kind, name: Name): number {
    return this.of(kind).get(name) ?? 0;
  }

  /** True if a thing was counted. */
  has(kind: Kind, name: Name): boolean {
    return this.of(kind).has(name);
  }

  /** Counts a thing. */
  add(kind: Kind, name: Name, count = 1): void {
    this.#set(kind, name, this.count(kind, name) + count);
  }

  /** Raises the count of a thing, unless it is higher. */
  atLeast(kind: Kind, name: Name, count: number): void {
    this.#set(kind, name, Math.max(count, this.count(kind, name)));
  }

  #set(kind: Kind, name: Name, count: number): void {
    const counts = this.#counts.get(kind) ?? new Map<Name, number>();
    this.#counts.set(kind, counts.set(name, count));
  }

  /** Returns the counts of a kind as an object, sorted by name. */
  sorted(kind: Kind): Record<string, number> {
    const named = [...this.of(kind)].map(([name, count]) => [String(name), count] as const);
    return Object.fromEntries(named.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** All counts as objects, by kind. */
  get all(): Record<string, Record<string, number>> {
    return Object.fromEntries([...this.#counts.keys()].map((kind) => [kind, this.sorted(kind)]));
  }

  /** The counts in the form that is stored. */
  get stored(): StoredTally {
    return Object.fromEntries([...this.#counts].map(([kind, counts]) => [kind, [...counts]]));
  }
}
