import type { ExactObject } from '../../schemas/json/exact.ts';
import { type Sighting, textField } from '../../traffic/journal/runRecord.ts';

/** Returns the status that a sighting shows; undefined if it shows none. */
export const statusOf = ({ value }: Sighting): string | undefined => textField(value, 'status');

/** Describes the outcome of a checkout or a request: its status and its reason. */
export function outcomeOf(sighting: Sighting): string {
  return [statusOf(sighting) ?? 'no status', textField(sighting.value, 'reason') ?? ''].join(' ').trim();
}

/**
 * Returns the sightings of a record in one view, without those whose order is uncertain. If two reads overlap in time, their order is unknown and the second is
 * left out.
 */
export function inCertainOrder<T extends Sighting>(sightings: readonly T[]): T[] {
  const ordered: T[] = [];
  for (const sighting of sightings) {
    const last = ordered.at(-1);
    if (!last || sighting.exchange.sentNs > last.exchange.receivedNs) ordered.push(sighting);
  }
  return ordered;
}

/** Applies a rule to pairs of an earlier and a later sighting and returns its first finding. */
export function firstOfPairs<T, Found>(
  sightings: readonly T[],
  rule: (from: T, to: T) => Found | undefined,
): Found | undefined {
  for (const [index, from] of sightings.entries())
    for (const to of sightings.slice(index + 1)) {
      const found = rule(from, to);
      if (found !== undefined) return found;
    }
  return undefined;
}

/** A transition from one status to another in two successive reads of one view. */
export interface StatusMove {
  from: string;
  to: string;
  exchanges: readonly string[];
  /** True if no status between the two was missed. */
  isComplete?: boolean;
}

/**
 * Returns the transitions between successive sightings of a record in one view. `isComplete` says, for the later sighting, whether no status in between was
 * missed.
 */
export function statusMovesIn<T extends Sighting>(
  sightings: readonly T[],
  isComplete: (later: T) => boolean,
): (StatusMove & { later: T })[] {
  return sightings.slice(1).flatMap((later, index): (StatusMove & { later: T })[] => {
    const earlier = sightings[index];
    const [from, to] = [earlier && statusOf(earlier), statusOf(later)];
    if (!earlier || from === undefined || to === undefined || from === to) return [];
    return [{ from, to, later, exchanges: [earlier.exchange.id, later.exchange.id], isComplete: isComplete(later) }];
  });
}

/** Returns the first sighting of each state that a view shows. Repeated sightings add nothing. */
export function distinctStates<T extends { value: ExactObject }>(sightings: readonly T[]): T[] {
  const seen = new Set<ExactObject>();
  return sightings.filter(({ value }) => !seen.has(value) && seen.add(value));
}
