import { parseInstant } from '../../schemas/domain/formats.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { type RunRecord, type Sighting, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { hasOwnClock } from '../../traffic/target/targetFacts.ts';
import { checkoutsIn, requestsIn } from '../answers/acquiringRecords.ts';
import { placeInAnswer, timesIn } from '../core/contractShape.ts';
import { isReused } from '../core/creationEffect.ts';
import { memoizedByRecord } from '../core/memoize.ts';

const nsPerMs = 1_000_000n;

/** How far the clocks of one target may be apart, ms. The interface says nothing about that; time zones differ by more. */
const toleranceMs = 300_000;

/** Returns the time in the Date header of an answer, ms since 1970. */
const saidMs = (exchange: Exchange) => Date.parse(exchange.header('date') ?? '');

const shownMs = (text: string | undefined) => {
  const instant = text === undefined ? undefined : parseInstant(text);
  return instant ? Number(instant.epochNs / nsPerMs) : Number.NaN;
};

/** Returns the records that an answer has just created, each with the answer. */
const creationsIn = memoizedByRecord((record): Sighting[] =>
  [...record.payments, ...checkoutsIn(record), ...requestsIn(record)].filter(
    ({ source, exchange }) => source === 'create' && !isReused(record, exchange),
  ),
);

/** The moment before which the clock of the target was not moved, ns. The Date header need not follow a moved clock. */
const unmovedUntilNs = memoizedByRecord(({ controlActions }) =>
  controlActions
    .filter(({ what }) => what === 'clock')
    .map(({ askedNs, atNs }) => BigInt(askedNs ?? atNs))
    .reduce((first, one) => (one < first ? one : first), 1n << 80n),
);

/**
 * Returns by how much the target's records are ahead of its Date headers, ms: the median of all creations of a target whose clock earlier runs may have
 * moved, and otherwise 0. Undefined if that is not known.
 */
const aheadMs = memoizedByRecord((record): number | undefined => {
  if (!record.target || !hasOwnClock(record.target)) return 0;
  const found = creationsIn(record)
    .filter(({ exchange }) => exchange.receivedNs < unmovedUntilNs(record))
    .map(({ exchange, value }) => shownMs(textField(value, 'createdAt')) - saidMs(exchange))
    .filter((ms) => !Number.isNaN(ms))
    .toSorted((a, b) => a - b);
  return found[Math.floor(found.length / 2)];
});

const isPast = (path: string) => /\/(?:createdAt|lastUpdatedAt)$/.test(path);

/** The creations of a record by the ids of their exchanges. */
const creationsById = memoizedByRecord(
  (record) => new Map(creationsIn(record).map((one) => [one.exchange.id, one] as const)),
);

/** Each createdAt and lastUpdatedAt of an answer is past, and a record that a request has created was created then (GEN-04a). */
export function tellsTrueTimes(record: RunRecord): (exchange: Exchange) => Fault[] {
  return (exchange) => {
    const [ahead, said] = [aheadMs(record), saidMs(exchange)];
    if (ahead === undefined || Number.isNaN(said) || exchange.receivedNs >= unmovedUntilNs(record)) return [];
    const nowMs = said + ahead;
    const late = (ms: number) => ms > nowMs + toleranceMs;
    const tookMs = Number((exchange.receivedNs - exchange.sentNs) / nsPerMs);
    const early = (ms: number) => ms < nowMs - tookMs - toleranceMs;
    const created = textField(creationsById(record).get(exchange.id)?.value, 'createdAt');
    const isWrong = ([path, text]: readonly [string, string]) =>
      isPast(path) && (late(shownMs(text)) || (path === '/createdAt' && text === created && early(shownMs(text))));
    return timesIn(exchange)
      .filter(isWrong)
      .map(([path, seen]) => ({
        code: 'differs',
        what: placeInAnswer(exchange, path),
        wanted: `a time before the answer of ${new Date(nowMs).toISOString()}${created === undefined ? '' : ', just then,'}`,
        seen,
        exchanges: [exchange.id],
      }));
  };
}
