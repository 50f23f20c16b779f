import type { ExactObject } from '../../schemas/json/exact.ts';
import { type Sighting, textField } from '../../traffic/journal/runRecord.ts';

/** The status that a sighting shows, undefined where it shows none. */
export const statusOf = ({ value }: Sighting): string | undefined => textField(value, 'status');

/** What a checkout or a request has come to, in a word or two: its status, and why it is that. */
export function outcomeOf(sighting: Sighting): string {
  return [statusOf(sighting) ?? 'no status', textField(sighting.value, 'reason') ?? ''].join(' ').trim();
}

/** Sightings of one record by one view whose order is certain: reads that overlap in time prove none and are left out. */
export function inCertainOrder<T extends Sighting>(sightings: readonly T[]): T[] {
  const kept: T[] = [];
  for (const sighting of sightings) {
    const last = kept.at(-1);
    if (!last || sighting.exchange.sentNs > last.exchange.receivedNs) kept.push(sighting);
  }
  return kept;
}

/** What a rule says of the first two sightings, one after the other, of which it says anything. */
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

/** A move from one status to another that two successive reads of one view saw. */
export interface StatusMove {
  from: string;
  to: string;
  exchanges: readonly string[];
  /** Reads missed nothing between the two. */
  isComplete?: boolean;
}

/** The moves between successive sightings of one record by one view; what is true of the later one may show that nothing was missed. */
export function statusMovesIn<T extends Sighting>(
  sightings: readonly T[],
  isWhole: (later: T) => boolean,
): StatusMove[] {
  return sightings.slice(1).flatMap((later, index): StatusMove[] => {
    const earlier = sightings[index];
    const [from, to] = [earlier && statusOf(earlier), statusOf(later)];
    if (!earlier || from === undefined || to === undefined || from === to) return [];
    return [{ from, to, exchanges: [earlier.exchange.id, later.exchange.id], isComplete: isWhole(later) }];
  });
}

/** Of some sightings the first of each state that a view shows: what repeats it says nothing new. */
export function distinctStates<T extends { value: ExactObject }>(sightings: readonly T[]): T[] {
  const seen = new Set<ExactObject>();
  return sightings.filter(({ value }) => !seen.has(value) && seen.add(value));
}
