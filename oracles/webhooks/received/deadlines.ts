import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { absenceWaitNs, visibilityDeadlineNs } from '../../core/creationEffect.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { clockMovedBetween, passedBetween } from '../../core/movedClock.ts';

const nsPerMs = 1_000_000n;

/** The time on the target's clock after which all retries are over, ms and ns. The longest known schedule is shorter. */
export const playedMs = 45 * 3_600_000;
const playedNs = BigInt(playedMs) * nsPerMs;

/** Returns the times of its own clock that the target told in the Date headers of its answers, ms since 1970. */
const answerDates = ({ exchanges }: RunRecord): number[] =>
  exchanges
    .map((one) => (one.line.operation ? Date.parse(one.header('date') ?? '') : Number.NaN))
    .filter((ms) => !Number.isNaN(ms));

/** Returns the earliest time of its own clock that the target told in an answer of the run, ms since 1970; NaN if it told none. */
export const targetStartMs = memoizedByRecord((record): number => {
  const [first = Number.NaN, ...later] = answerDates(record);
  return later.reduce((earliest, ms) => Math.min(earliest, ms), first);
});

/** Returns the latest time of its own clock that the target has told, in the Date header of an answer or with a delivery, ms since 1970. */
export const targetEndMs = memoizedByRecord((record): number => {
  const told = [...answerDates(record), ...record.webhooks.deliveries.map(({ targetMs }) => targetMs)];
  return told.reduce((latest, ms) => (ms > latest ? ms : latest), 0);
});

/**
 * Returns how long a webhook may take if nothing delays it, ns. This is the longer of two times: the time in which the target shows a record, and the time
 * after which absence is concluded.
 */
export const deliveryWaitNs = (record: RunRecord): bigint => {
  const [patience, visible] = [absenceWaitNs(record), visibilityDeadlineNs(record) ?? 0n];
  return patience > visible ? patience : visible;
};

/** The last exchange on each clock. The suite read and listened until then. */
const endOf = memoizedByRecord((record) => {
  const ends = new Map<string, bigint>();
  for (const { clock, receivedNs } of record.exchanges)
    if (receivedNs > (ends.get(clock) ?? 0n)) ends.set(clock, receivedNs);
  return ends;
});

/** True if a read was sent so long after a delivery, on the target's clock, that it must show the delivered status. */
export function isLateEnough(record: RunRecord, delivery: { receivedNs: bigint }, read: Exchange): boolean {
  return read.sentNs >= delivery.receivedNs && passedBetween(record, delivery, read) >= deliveryWaitNs(record);
}

/** True if, since a given time, the target's clock has moved by a whole schedule of retries, so that no delivery is still in progress. */
function isPlayed(record: RunRecord, ns: bigint): boolean {
  return clockMovedBetween(record, ns, 1n << 80n) >= playedNs;
}

const wasNotListening = ({ webhooks }: RunRecord, from: bigint, until: bigint) =>
  webhooks.notListening.some(({ fromNs, untilNs }) => BigInt(fromNs) <= until && BigInt(untilNs) >= from);

/**
 * True if a webhook for a change between two exchanges must have arrived: the suite listened long enough afterwards, by its own clock since a queue need not
 * follow a moved one, and either listened the whole time or all retries are over.
 */
export function isDeliveryDue(record: RunRecord, from: Exchange, to: Exchange): boolean {
  const until = to.receivedNs + deliveryWaitNs(record);
  if ((endOf(record).get(to.clock) ?? 0n) < until) return false;
  if (!wasNotListening(record, from.sentNs, until)) return true;
  const ends = record.webhooks.notListening.map(({ untilNs }) => BigInt(untilNs));
  return isPlayed(
    record,
    ends.reduce((a, b) => (a > b ? a : b), to.receivedNs),
  );
}
