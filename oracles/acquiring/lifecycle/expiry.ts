import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { type AcquiringSighting, showsPayment } from '../../answers/acquiringRecords.ts';
import { statusOf } from '../../core/history.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { formatTime, instantSpan, latestInstant, targetTimeAt, wasClockMoved } from '../../core/targetTime.ts';
import { type StatusHistory, statusHistories, statusHistoryOf } from './statusHistory.ts';

const isExpired = (sighting: AcquiringSighting) => statusOf(sighting) === 'EXPIRED';

/** A life that begins with the answer of its creation, by which the target's clock is known. */
interface Dated extends StatusHistory {
  created: AcquiringSighting;
}

function dated(life: StatusHistory | undefined): Dated | undefined {
  const [first] = life?.sightings ?? [];
  return life && first?.source === 'create' ? { ...life, created: first } : undefined;
}

/** The first sighting that was EXPIRED although the time that it shows under this name cannot have come. */
function expiredBefore(record: RunRecord, { id, created, sightings }: Dated, name: string): Fault | undefined {
  const first = sightings.find(isExpired);
  if (!first) return undefined;
  const end = instantSpan(first, name) ?? instantSpan(created, name);
  const now = targetTimeAt(record, created, first.exchange);
  if (!end || !now || now.most >= end.least) return undefined;
  const at = textField(first.value, name) ?? textField(created.value, name) ?? '';
  const exchanges = [created.exchange.id, first.exchange.id];
  return { code: 'expiredEarly', record: id, at, seen: formatTime(now.most), exchanges };
}

/** The sighting of an end that says something of its time: no jump of the clock fell between it and the one before. */
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
  const wanted = 'a checkout of this run that became EXPIRED while nobody moved the clock';
  return faultResult({ code: 'noEvidence', wanted, exchanges: [] });
}

/** A request that nobody paid and that neither waits nor is EXPIRED: none of ours was paid, and a payment that came leaves traces. */
function movedUnpaid({ id, sightings }: Dated): Fault | undefined {
  const moved = sightings.find((one) => !['WAITING_PAYMENT', 'EXPIRED'].includes(statusOf(one) ?? ''));
  if (!moved) return undefined;
  const exchanges = [moved.exchange.id];
  if (showsPayment(moved))
    return { code: 'noEvidence', wanted: `${id} left unpaid, which somebody has paid`, exchanges };
  return { code: 'notReached', payment: id, wanted: 'EXPIRED', seen: statusOf(moved) ?? 'no status', exchanges };
}

const nsPerMs = 1_000_000n;

/** The end of a request's window, and how long after it a notice may be late. */
const windowEnds = ['paymentWindowEndsAt', 'expiresAt'];

const leastGraceMs = 60_000;

/** How long after its window a request may still not be EXPIRED, ns: what the target is given to end things, or a minute. */
function graceNs({ target }: RunRecord): bigint {
  return BigInt(Math.max(target?.deadlines.finalMs ?? 0, leastGraceMs)) * nsPerMs;
}

/** A request that is waiting, from the first exchange that showed it: how long until its window ends, and until it must have expired, ns. */
export interface PaymentWindow {
  first: Exchange;
  ends: bigint;
  lapses: bigint;
}

/** The windows of the requests that were waiting when they were last seen; those that do not say when they end are left out. */
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

/** A read that was made when the request must have expired, and shows that it has not. */
function stillOpen(record: RunRecord, { id, created, sightings }: Dated): Fault | undefined {
  const isLate = (one: AcquiringSighting) => {
    const end = latestInstant(one, windowEnds) ?? latestInstant(created, windowEnds);
    const now = targetTimeAt(record, created, one.exchange);
    return end !== undefined && now !== undefined && now.least > end.most + graceNs(record);
  };
  const open = sightings.find((one) => !isExpired(one) && isLate(one));
  if (!open) return undefined;
  const exchanges = [created.exchange.id, open.exchange.id];
  return { code: 'notReached', payment: id, wanted: 'EXPIRED', seen: statusOf(open) ?? 'no status', exchanges };
}

/** A request that nobody pays is EXPIRED, no sooner than its window ends and soon after it (LIF-12). */
export function lapses(record: RunRecord, { created }: { created: string }): OracleResult {
  const id = textField(record.exchange(created).json, 'id') ?? '';
  const life = dated(statusHistoryOf(record, id));
  if (!life) return faultResult({ code: 'noEvidence', wanted: 'a request that was created', exchanges: [created] });
  const faults = [movedUnpaid(life), expiredBefore(record, life, 'paymentWindowEndsAt'), stillOpen(record, life)];
  const found = faults.filter((fault) => fault !== undefined);
  const end = life.sightings.find(isExpired);
  if (found.length > 0 || end || record.live) return toResult([created, ...(end ? [end.exchange.id] : [])], found);
  return faultResult({ code: 'noEvidence', wanted: 'a read of the request after its window', exchanges: [created] });
}
