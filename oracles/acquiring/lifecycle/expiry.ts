import { isObject } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { ReadBack } from '../../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { type AcquiringSighting, showsPayment } from '../../answers/acquiringRecords.ts';
import { statusOf } from '../../core/history.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { formatTime, instantSpan, latestInstant, targetTimeAt, wasClockMoved } from '../../core/targetTime.ts';
import { movedWindow } from '../requests/bothViews.ts';
import { isPaidByRun, requestShown } from './paidAddresses.ts';
import { hasEnded, type StatusHistory, statusHistories, statusHistoryOf } from './statusHistory.ts';

/** True if a record is shown as EXPIRED. */
export const isExpired = (sighting: AcquiringSighting) => statusOf(sighting) === 'EXPIRED';

/** A status history that starts with the answer to the creation. This answer relates the target's clock to ours. */
interface Dated extends StatusHistory {
  created: AcquiringSighting;
}

function dated(life: StatusHistory | undefined): Dated | undefined {
  const [first] = life?.sightings ?? [];
  return life && first?.source === 'create' ? { ...life, created: first } : undefined;
}

/**
 * Reports the first EXPIRED sighting if the record expired too early: the time in the field `name` cannot have come yet. The time of a request is the one that
 * its creation named, whatever is shown when it has expired; that of a checkout may follow from a choice.
 */
function expiredBefore(record: RunRecord, { id, kind, created, sightings }: Dated, name: string): Fault | undefined {
  const first = sightings.find(isExpired);
  if (!first) return undefined;
  const [one, other] = kind === 'request' ? [created, first] : [first, created];
  const end = instantSpan(one, name) ?? instantSpan(other, name);
  const now = targetTimeAt(record, created, first.exchange);
  if (!end || !now || now.most >= end.least) return undefined;
  const at = textField(one.value, name) ?? textField(other.value, name) ?? '';
  const exchanges = [created.exchange.id, first.exchange.id];
  return { code: 'expiredEarly', record: id, at, seen: formatTime(now.most), exchanges };
}

/** Returns the first EXPIRED sighting if nobody moved the clock between the previous sighting and this one. Only then is the sighting evidence about time. */
function timelyEnd(record: RunRecord, { created, sightings }: Dated): AcquiringSighting | undefined {
  const at = sightings.findIndex(isExpired);
  const [before, end] = [sightings[at - 1], sightings[at]];
  if (!before || !end || wasClockMoved(record, before.exchange, end.exchange)) return undefined;
  return (instantSpan(end, 'expiresAt') ?? instantSpan(created, 'expiresAt')) && end;
}

/** No checkout of the run was EXPIRED before its expiresAt (LIF-08). */
export function expiresOnTime(record: RunRecord, _args: Record<string, never>): OracleResult {
  const lives = statusHistories(record).flatMap((life) => (life.kind === 'checkout' ? (dated(life) ?? []) : []));
  const faults = lives.map((life) => expiredBefore(record, life, 'expiresAt')).filter((fault) => fault !== undefined);
  const exchanges = lives.flatMap((life) => timelyEnd(record, life)?.exchange.id ?? []);
  if (exchanges.length + faults.length > 0) return toResult(exchanges, faults);
  const wanted = 'a checkout of this run that became EXPIRED while the clock was not moved';
  return faultResult({ code: 'noEvidence', wanted, exchanges: [] });
}

/**
 * Reports a request that is neither waiting nor EXPIRED although nobody paid it. This run paid none of these requests; if somebody else paid one, the request
 * shows the payment.
 */
function movedUnpaid({ id, sightings }: Dated): Fault | undefined {
  const moved = sightings.find((one) => !['WAITING_PAYMENT', 'EXPIRED'].includes(statusOf(one) ?? ''));
  if (!moved) return undefined;
  const exchanges = [moved.exchange.id];
  if (showsPayment(moved)) return { code: 'noEvidence', wanted: `${id} left unpaid; somebody paid it`, exchanges };
  return { code: 'notReached', payment: id, wanted: 'EXPIRED', seen: statusOf(moved) ?? 'no status', exchanges };
}

const nsPerMs = 1_000_000n;

/** The two fields that show an end of a request: the end of its window, and the end of the time in which a late notice may still come. */
const windowEnds = ['paymentWindowEndsAt', 'expiresAt'];

const leastGraceMs = 60_000;

/** Returns how long after its window a request may stay without EXPIRED, in ns: the final deadline of the target, but at least a minute. */
export function graceNs({ target }: RunRecord): bigint {
  return BigInt(Math.max(target?.deadlines.finalMs ?? 0, leastGraceMs)) * nsPerMs;
}

/**
 * The payment window of a waiting request, in ns after the first exchange that showed the request. `ends` is the end of the window; `lapses` is the latest time
 * of expiry.
 */
export interface PaymentWindow {
  first: Exchange;
  ends: bigint;
  lapses: bigint;
}

/** Returns the windows of the requests that were waiting in their last sighting. Requests that show no end are left out. */
export function paymentWindowsIn(record: RunRecord): PaymentWindow[] {
  return statusHistories(record).flatMap(({ kind, sightings: [first, ...others] }): PaymentWindow[] => {
    const last = others.at(-1) ?? first;
    if (kind !== 'request' || !first || !last || statusOf(last) !== 'WAITING_PAYMENT') return [];
    const [start, shown, end] = [
      instantSpan(first, 'createdAt'),
      instantSpan(first, 'paymentWindowEndsAt'),
      latestInstant(first, windowEnds),
    ];
    if (!start || !shown || !end) return [];
    const lapses = end.most - start.least + graceNs(record);
    return [{ first: first.exchange, ends: shown.least - start.most, lapses }];
  });
}

/**
 * A checkout or a request that has not ended, the time until its end, and the time until it must be shown as ended, in ms on the target's clock as of the last
 * exchange of the run.
 */
export interface OpenEnd {
  id: string;
  leftMs: number;
  overMs: number;
}

/** The field that shows the end of each kind. */
const shownEnd: Readonly<Record<ReadBack, string>> = { checkout: 'expiresAt', request: 'paymentWindowEndsAt' };

/** Returns the ends of own checkouts and requests that are still to come. */
export function openEndsIn(record: RunRecord): OpenEnd[] {
  const now = record.exchanges.at(-1);
  return statusHistories(record).flatMap((life): OpenEnd[] => {
    const last = life.sightings.at(-1);
    const one = dated(life);
    if (!now || !last || !one || hasEnded(life.kind, last)) return [];
    const name = shownEnd[life.kind];
    const [end, at] = [
      instantSpan(last, name) ?? instantSpan(one.created, name),
      targetTimeAt(record, one.created, now),
    ];
    if (!end || !at || end.least <= at.most) return [];
    const latest = life.kind === 'request' ? (latestInstant(last, windowEnds) ?? end) : end;
    const msUntil = (instant: bigint) => Number((instant - at.most) / nsPerMs);
    return [{ id: life.id, leftMs: msUntil(end.least), overMs: msUntil(latest.most + graceNs(record)) }];
  });
}

/** Reports a read after the latest time of expiry, by the fields `ends` and not before another instant, if the record is still not EXPIRED. */
function stillOpen(
  record: RunRecord,
  { id, created, sightings }: Dated,
  { ends, notBefore = 0n }: { ends: readonly string[]; notBefore?: bigint },
): Fault | undefined {
  const isLate = (one: AcquiringSighting) => {
    const end = latestInstant(one, ends) ?? latestInstant(created, ends);
    const now = targetTimeAt(record, created, one.exchange);
    return (
      end !== undefined &&
      now !== undefined &&
      now.least > (end.most > notBefore ? end.most : notBefore) + graceNs(record)
    );
  };
  const open = sightings.find((one) => !isExpired(one) && isLate(one));
  if (!open) return undefined;
  const exchanges = [created.exchange.id, open.exchange.id];
  return { code: 'notReached', payment: id, wanted: 'EXPIRED', seen: statusOf(open) ?? 'no status', exchanges };
}

/** Statuses of a checkout that somebody paid, from the sandbox balance perhaps. A request that is none the less unpaid is left to LIF-12. */
const paidStatuses: ReadonlySet<string> = new Set(['PAYMENT_DETECTED', 'CONFLICT', 'SUCCESS']);

/** True if nobody has paid a checkout or a request: neither this run, nor somebody whose payment a sighting shows. */
function isUnpaid(record: RunRecord, sighting: AcquiringSighting, kind: ReadBack): boolean {
  const isPaid = kind === 'checkout' && paidStatuses.has(statusOf(sighting) ?? '');
  return !isPaid && !isPaidByRun(record, sighting) && !showsPayment(requestShown(sighting));
}

/** The ends of each kind: after them an unpaid record is EXPIRED. */
const endsOf: Readonly<Record<ReadBack, readonly string[]>> = { checkout: ['expiresAt'], request: windowEnds };

/** Returns the histories of the checkouts or requests of the run that nobody paid. */
const unpaidLives = (record: RunRecord, of: ReadBack): Dated[] =>
  statusHistories(record).flatMap((life) => {
    const one = life.kind === of ? dated(life) : undefined;
    return one?.sightings.every((sighting) => isUnpaid(record, sighting, of)) ? [one] : [];
  });

/** The end of a checkout that nobody paid, as the run saw it: EXPIRED, or still open long after its time. */
export interface UnpaidEnd {
  fault: Fault | undefined;
  exchanges: readonly string[];
}

/** Returns the ends of the checkouts that nobody paid. One whose currency was chosen also has the time that its request shows (LIF-20). */
export function unpaidEndsIn(record: RunRecord): UnpaidEnd[] {
  return unpaidLives(record, 'checkout').flatMap((life): UnpaidEnd[] => {
    const requests = life.sightings.flatMap(({ value }) => field(value, 'request') ?? []).filter(isObject);
    const ofRequests = requests.map((value) => latestInstant({ ...life.created, value }, windowEnds)?.most ?? 0n);
    const extra = ofRequests.reduce((latest, one) => (one > latest ? one : latest), 0n);
    const fault = stillOpen(record, life, { ends: endsOf.checkout, notBefore: extra });
    const end = life.sightings.find(isExpired);
    const exchanges = [life.created.exchange.id, ...(end ? [end.exchange.id] : [])];
    return fault || end ? [{ fault, exchanges }] : [];
  });
}

/** Every checkout or request of the run that nobody paid is EXPIRED in each read after its end, however long it lived (LIF-08, LIF-12). */
export function endsInTime(record: RunRecord, { of }: { of: ReadBack }): OracleResult {
  const lives = unpaidLives(record, of);
  const wanted = `a ${of} of this run that nobody paid`;
  if (lives.length === 0) return faultResult({ code: 'noEvidence', wanted, exchanges: [] });
  return toResult(
    lives.map(({ created }) => created.exchange.id),
    lives.flatMap((life) =>
      [
        stillOpen(record, life, { ends: endsOf[of] }) ?? [],
        earlyEnd(record, life, of) ?? [],
        of === 'request' ? movedWindow(life.sightings) : [],
      ].flat(),
    ),
  );
}

/** A request is not EXPIRED before its window ends; `expiresOnTime` judges checkouts. */
const earlyEnd = (record: RunRecord, life: Dated, of: ReadBack) =>
  of === 'request' ? expiredBefore(record, life, 'paymentWindowEndsAt') : undefined;

/** A request that nobody pays becomes EXPIRED, not before its window ends and soon after it (LIF-12). */
export function lapses(record: RunRecord, { created }: { created: string }): OracleResult {
  const id = textField(record.exchange(created).json, 'id') ?? '';
  const life = dated(statusHistoryOf(record, id));
  if (!life) return faultResult({ code: 'noEvidence', wanted: 'a created request', exchanges: [created] });
  const faults = [
    movedUnpaid(life),
    expiredBefore(record, life, 'paymentWindowEndsAt'),
    stillOpen(record, life, { ends: windowEnds }),
  ];
  const found = faults.filter((fault) => fault !== undefined);
  const end = life.sightings.find(isExpired);
  if (found.length > 0 || end || record.live) return toResult([created, ...(end ? [end.exchange.id] : [])], found);
  return faultResult({ code: 'noEvidence', wanted: 'a read of the request after its window', exchanges: [created] });
}
