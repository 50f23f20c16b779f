import type { Exchange } from '../../traffic/journal/exchange.ts';

const overlap = (one: Exchange, other: Exchange) =>
  one !== other && one.clock === other.clock && one.sentNs < other.receivedNs && other.sentNs < one.receivedNs;

/** True where two of some exchanges were under way together. */
export function anyOverlap(all: readonly Exchange[]): boolean {
  return all.some((one) => all.some((other) => overlap(one, other)));
}
