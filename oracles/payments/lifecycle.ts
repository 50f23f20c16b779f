import { parseInstant } from '../../schemas/domain/formats.ts';
import { paymentLifecycle } from '../../schemas/domain/lifecycles.ts';
import type { Exact } from '../../schemas/json/exact.ts';
import { uriEncoded } from '../../schemas/json/uriEncoding.ts';
import {
  grouped,
  type PaymentSighting,
  type RunRecord,
  type Source,
  textField,
} from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { sightingsOfCreated } from '../core/createdPayments.ts';
import { visibilityDeadlineNs } from '../core/creationEffect.ts';
import { notInTime } from '../core/deadline.ts';
import { firstOfPairs, inCertainOrder, statusOf } from '../core/history.ts';
import { memoizedByRecord } from '../core/memoize.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';

const finals: ReadonlySet<string> = new Set(paymentLifecycle.final);

/** True for a status that a payment never leaves (§ States and transitions, Payment). */
export function isFinalStatus(status: string | undefined): boolean {
  return status !== undefined && finals.has(status);
}

/** The sightings of one payment in one source, in order. Reads that overlap in time prove no order and are left out. */
export interface PaymentHistory {
  payment: string;
  source: Source;
  sightings: readonly PaymentSighting[];
  /** True if the record existed before this run began and no creation of this run made it. */
  older: boolean;
  /** How long this source may still show what was before, ns: it may be served by two replicas, one of which is behind. */
  lagNs: bigint;
  /** How long any view of the target may be behind, as its file declares, ns. */
  staleNs: bigint;
}

/** Returns the test of a payment for being older than the run: it existed before this run began, and no creation of this run made it. */
export const olderThanRun = memoizedByRecord((record): ((payment: Exact) => boolean) => {
  const startNs = parseInstant(record.startedAt)?.epochNs ?? 0n;
  const own = new Set(record.creations.flatMap(({ clientOrderId }) => clientOrderId ?? []));
  return (payment) => {
    const createdNs = parseInstant(textField(payment, 'createdAt') ?? '')?.epochNs;
    // The target's clock may be behind the suite's clock or show whole seconds, so a payment that this run created never counts as older.
    return createdNs !== undefined && createdNs < startNs && !own.has(textField(payment, 'clientOrderId') ?? '');
  };
});

/** Returns the histories of all payments, one for each payment and source, since a list may lag behind a get. */
export const paymentHistories = memoizedByRecord((record): PaymentHistory[] => {
  const groups = grouped(record.payments, ({ exchange, value, source }) =>
    [exchange.clock, source, textField(value, 'id')].join(' '),
  );
  const isOlder = olderThanRun(record);
  const staleNs = visibilityDeadlineNs(record) ?? 0n;
  return [...groups.values()].flatMap((sightings) => {
    const [first] = sightings;
    const payment = first && textField(first.value, 'id');
    if (!first || payment === undefined) return [];
    return [
      {
        payment,
        source: first.source,
        sightings: inCertainOrder(sightings),
        older: isOlder(first.value),
        lagNs: first.source === 'get' ? 0n : staleNs,
        staleNs,
      },
    ];
  });
});

/** Applies a rule to pairs of sightings of which the later one contradicts the earlier one, since the source must show by then what the earlier one showed. */
const firstContradiction = <Found>(
  { sightings, lagNs }: PaymentHistory,
  rule: (from: PaymentSighting, to: PaymentSighting) => Found | undefined,
): Found | undefined =>
  firstOfPairs(sightings, (from, to) =>
    to.exchange.sentNs >= from.exchange.receivedNs + lagNs ? rule(from, to) : undefined,
  );

/**
 * Reports a payment that left a final status and is in it again, soon enough for a get that was behind: nothing says that a get is current, nor that it is not.
 */
function flickerFault({ sightings, staleNs }: PaymentHistory, from: PaymentSighting, to: PaymentSighting) {
  const isSoon = to.exchange.sentNs < from.exchange.receivedNs + staleNs;
  const back = sightings.at(-1);
  if (!isSoon || !back || statusOf(back) !== statusOf(from)) return undefined;
  const seen = `${statusOf(from)}, then ${statusOf(to)}, then ${statusOf(back)} again`;
  const exchanges = [from, to, back].map(({ exchange }) => exchange.id);
  return { code: 'unconfirmed', request: to.exchange.request, seen, exchanges } as const;
}

/** A payment in a final status never moves (LIF-01). `older` marks a record from before this run. */
export function leftFinalFault(history: PaymentHistory): Fault | undefined {
  const { payment, older } = history;
  return firstContradiction(history, (from, to): Fault | undefined => {
    const [before, after] = [statusOf(from), statusOf(to)];
    if (before === undefined || after === undefined || !isFinalStatus(before) || before === after) return undefined;
    const flicker = flickerFault(history, from, to);
    if (flicker) return flicker;
    return {
      code: 'leftFinal',
      payment,
      from: before,
      to: after,
      older,
      exchanges: [from.exchange.id, to.exchange.id],
    };
  });
}

/** No payment returns to NEW (LIF-02). */
export function backToNewFault(history: PaymentHistory): Fault | undefined {
  const { payment } = history;
  return firstContradiction(history, (from, to): Fault | undefined => {
    const before = statusOf(from);
    if (before === undefined || before === 'NEW' || statusOf(to) !== 'NEW') return undefined;
    return { code: 'backToNew', payment, from: before, exchanges: [from.exchange.id, to.exchange.id] };
  });
}

/** The arguments of an assertion on one of the suite's orders: the exchange that created it. */
interface OrderArgs {
  created: string;
}

function madeBy(record: RunRecord, { created }: OrderArgs): { key: string; sightings: readonly PaymentSighting[] } {
  const exchange = record.exchange(created);
  const key = exchange.line.request.clientOrderId ?? exchange.text.trim();
  return { key, sightings: sightingsOfCreated(record, exchange) };
}

function notSeen(record: RunRecord, { created }: OrderArgs): OracleResult {
  const { request, line, text } = record.exchange(created);
  const { clientOrderId } = line.request;
  const wanted = `the payment of ${request} (${clientOrderId === undefined ? `order ${text.trim()}` : `clientOrderId ${clientOrderId}`}) in search`;
  return faultResult(notInTime(record, 'visibleMs', { wanted, exchanges: [created] }));
}

const lapses: ReadonlySet<string> = new Set(paymentLifecycle.lapsed);

/** True for a status in which a payment ends that nobody pays: how long it lives is not shown (§ States and transitions). */
export const hasLapsed = (status: string | undefined): boolean => status !== undefined && lapses.has(status);

/** True if a payment lapsed before the control API could settle it. */
function lapsedUnsettled({ controlActions }: RunRecord, payment: string, status: string | undefined): boolean {
  const tries = controlActions.filter(({ what }) => what === `payments/${uriEncoded(payment)}/settle`);
  return hasLapsed(status) && tries.length > 0 && tries.every(({ ok }) => !ok);
}

/** The payment of an order reaches a status by the deadline (SBX-03, SBX-04, SBX-07). */
export function reaches(record: RunRecord, args: OrderArgs & { status: string }): OracleResult {
  const { key, sightings } = madeBy(record, args);
  const last = sightings.at(-1);
  if (!last) return notSeen(record, args);
  const reached = sightings.find((sighting) => statusOf(sighting) === args.status);
  if (reached) return toResult([args.created, reached.exchange.id], []);
  const payment = textField(last.value, 'id') ?? key;
  if (lapsedUnsettled(record, payment, statusOf(last)))
    return faultResult({
      code: 'noEvidence',
      wanted: `${payment} to be settled before it lapsed`,
      exchanges: [args.created, last.exchange.id],
    });
  return faultResult({
    code: 'notReached',
    payment,
    wanted: args.status,
    seen: statusOf(last) ?? 'no status',
    exchanges: [args.created, last.exchange.id],
  });
}

/** The payment of an order is PENDING and not final within a time window (SBX-05). A read after the window is required. */
export function staysPending(record: RunRecord, args: OrderArgs & { windowMs: number }): OracleResult {
  const { key, sightings } = madeBy(record, args);
  const last = sightings.at(-1);
  if (!last) return record.live ? toResult([args.created], []) : notSeen(record, args);
  const payment = textField(last.value, 'id') ?? key;
  const late = record.exchange(args.created).receivedNs + BigInt(args.windowMs) * 1_000_000n;
  // Search and list may lag behind. Only a get shows the current status.
  const after = sightings.find(({ exchange, source }) => source === 'get' && exchange.sentNs >= late);
  // A payment that ends after a read past the window was still pending in the window.
  const ended = sightings.find(
    (sighting) => isFinalStatus(statusOf(sighting)) && (!after || sighting.exchange.sentNs <= after.exchange.sentNs),
  );
  const settled = after ?? (record.live ? last : undefined);
  const odd = ended ?? (settled && after && statusOf(settled) !== 'PENDING' ? settled : undefined);
  if (odd)
    return faultResult({
      code: 'tooFar',
      payment,
      wanted: 'PENDING',
      seen: statusOf(odd) ?? 'no status',
      exchanges: [args.created, odd.exchange.id],
    });
  if (!settled)
    return faultResult({
      code: 'noEvidence',
      wanted: `a read of ${payment} after its window`,
      exchanges: [args.created, last.exchange.id],
    });
  return toResult([args.created, settled.exchange.id], []);
}
