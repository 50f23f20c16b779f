import type { ExactObject } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { grouped, type PaymentSighting, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { amountIn, paymentIdOf } from '../answers/searchPage.ts';
import { memoizedByRecord } from '../core/memoize.ts';
import { isFinalStatus } from '../payments/lifecycle.ts';

/** A payment that search showed before an exchange and again after it, so that it was there the whole time. */
export interface Present {
  before: ExactObject;
  after: ExactObject;
  /** True if its status and amount cannot have been others in between. */
  isSettled: boolean;
}

/** The sightings of each payment in searches of the account under test, oldest first, by clock and payment. */
const shownBySearch = memoizedByRecord(
  ({ payments }) => {
    const own = payments.filter(
      ({ source, exchange, value }) =>
        source === 'search' && !exchange.line.request.account && paymentIdOf(value) !== '',
    );
    const ordered = own.toSorted((a, b) => (a.exchange.sentNs < b.exchange.sentNs ? -1 : 1));
    const byClock = grouped(ordered, ({ exchange }) => exchange.clock);
    return new Map(
      [...byClock].map(([clock, some]) => [clock, [...grouped(some, ({ value }) => paymentIdOf(value)).values()]]),
    );
  },
  ({ payments }) => payments.length,
);

/** Returns the index of the first sighting that was sent at a time or later. */
function firstSince(sightings: readonly PaymentSighting[], ns: bigint): number {
  let [low, high] = [0, sightings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const sent = sightings[middle]?.exchange.sentNs ?? ns;
    if (sent < ns) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The longest time over which an unfinished payment that shows the same status twice counts as unchanged, ns. */
const shortNs = 10_000_000_000n;

/** True if two sightings show the same amount; most write it with the same digits, which needs no arithmetic. */
function isSameAmount(one: ExactObject, other: ExactObject): boolean {
  if (String(one['amount']) === String(other['amount'])) return true;
  return amountIn(one)?.toFixed() === amountIn(other)?.toFixed();
}

function isUnchanged(early: PaymentSighting, late: PaymentSighting): boolean {
  const [status, later] = [early, late].map(({ value }) => textField(value, 'status'));
  if (status === undefined || status !== later || !isSameAmount(early.value, late.value)) return false;
  return isFinalStatus(status) || late.exchange.sentNs - early.exchange.receivedNs < shortNs;
}

/** Returns the payments that search showed both before and after an exchange, each as its nearest sightings show it. */
export function presentAround(record: RunRecord, { clock, sentNs, receivedNs }: Exchange): Present[] {
  return (shownBySearch(record).get(clock) ?? []).flatMap((sightings) => {
    let at = firstSince(sightings, sentNs) - 1;
    // A sighting that was sent earlier may still have been under way.
    while (at >= 0 && (sightings[at]?.exchange.receivedNs ?? 0n) > sentNs) at -= 1;
    const [early, late] = [sightings[at], sightings[firstSince(sightings, receivedNs)]];
    if (!early || !late) return [];
    return [{ before: early.value, after: late.value, isSettled: isUnchanged(early, late) }];
  });
}
