import type { Exchange } from '../../traffic/journal/exchange.ts';

const overlap = (one: Exchange, other: Exchange) =>
  one !== other && one.clock === other.clock && one.sentNs < other.receivedNs && other.sentNs < one.receivedNs;

/** True if two of the exchanges were in progress at the same time. */
export function anyOverlap(all: readonly Exchange[]): boolean {
  return all.some((one) => all.some((other) => overlap(one, other)));
}
