import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { absenceWaitNs, visibilityDeadlineNs } from '../../core/creationEffect.ts';
import { memoizedByRecord } from '../../core/memoize.ts';

const nsPerMs = 1_000_000n;

/** After so long by the target's clock whatever is sent again was sent again, ns: the longest schedule that is known of is shorter. */
const playedNs = 45n * 3_600_000n * nsPerMs;

/** How long a webhook may take that nobody hinders, ns: no longer than the target needs to show a record. */
export const deliveryWaitNs = (record: RunRecord): bigint => {
  const [patience, visible] = [absenceWaitNs(record), visibilityDeadlineNs(record) ?? 0n];
  return patience > visible ? patience : visible;
};

/** The last that we know of each clock: until then somebody looked and listened. */
const endOf = memoizedByRecord((record) => {
  const ends = new Map<string, bigint>();
  for (const { clock, receivedNs } of record.exchanges)
    if (receivedNs > (ends.get(clock) ?? 0n)) ends.set(clock, receivedNs);
  return ends;
});

/** By how much the target's clock was surely moved between two moments, ns. */
export function clockMovedBetween({ controlActions }: RunRecord, from: bigint, until: bigint): bigint {
  const moves = controlActions.filter(
    ({ what, ok, askedNs, atNs }) => what === 'clock' && ok && BigInt(askedNs ?? atNs) >= from && BigInt(atNs) <= until,
  );
  const ms = moves.map(({ args }) => (args as { advanceMs?: number }).advanceMs ?? 0);
  return ms.reduce((sum, one) => sum + BigInt(Math.round(one)), 0n) * nsPerMs;
}

const movedAfter = (record: RunRecord, ns: bigint) => clockMovedBetween(record, ns, 1n << 80n);

/** True where so long after a delivery came, by the target's clock, that a read which was sent then shows what it told. */
export function isLateEnough(record: RunRecord, { receivedNs }: { receivedNs: bigint }, { sentNs }: Exchange): boolean {
  const passed = sentNs - receivedNs;
  return passed >= 0n && passed + clockMovedBetween(record, receivedNs, sentNs) >= deliveryWaitNs(record);
}

/** True where a whole schedule of retries has passed on the target's clock since a moment, so that nothing is under way any more. */
function isPlayed(record: RunRecord, ns: bigint): boolean {
  return movedAfter(record, ns) >= playedNs;
}

const isDeaf = ({ webhooks }: RunRecord, from: bigint, until: bigint) =>
  webhooks.notListening.some(({ fromNs, untilNs }) => BigInt(fromNs) <= until && BigInt(untilNs) >= from);

/**
 * True where what was to be announced between two exchanges must have come by now: we listened all the while and as long after as a
 * webhook takes, or all retries were played since.
 */
export function isDeliveryDue(record: RunRecord, from: Exchange, to: Exchange): boolean {
  const until = to.receivedNs + deliveryWaitNs(record);
  if (isDeaf(record, from.sentNs, until)) {
    const ends = record.webhooks.notListening.map(({ untilNs }) => BigInt(untilNs));
    // Hours are played by then: that a webhook takes some seconds of ours is no matter.
    return isPlayed(
      record,
      ends.reduce((a, b) => (a > b ? a : b), to.receivedNs),
    );
  }
  return (endOf(record).get(to.clock) ?? 0n) >= until || movedAfter(record, to.receivedNs) >= deliveryWaitNs(record);
}
