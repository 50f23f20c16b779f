import { isFailedPayment } from '../../../schemas/domain/lifecycles.ts';
import { decimal, isExactNumber, sameValue } from '../../../schemas/json/exact.ts';
import type { ReadBack } from '../../../traffic/journal/journalTypes.ts';
import { field, grouped, type RunRecord, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { type AcquiringSighting, requestsIn, showsPayment } from '../../answers/acquiringRecords.ts';
import { notInTime } from '../../core/deadline.ts';
import { outcomeOf, statusOf } from '../../core/history.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import {
  hasEnded,
  linkedRequestId,
  type StatusHistory,
  statusHistories,
  statusHistoriesOf,
  statusHistoryOf,
} from './statusHistory.ts';

/** A paid request, or a checkout with a paid request. `created` is the exchange that created the record; `paid` describes the payment in words. */
export interface PaidArgs {
  kind: ReadBack;
  created: string;
  paid: string;
  /** The largest transfer, as decimal text; present only if no single transfer was enough. */
  most?: string;
}

function idOf(record: RunRecord, { kind, created }: PaidArgs): string | undefined {
  const id = textField(record.exchange(created).json, 'id');
  return kind === 'request' || id === undefined ? id : linkedRequestId(record, id);
}

/** Returns the last sighting of the paid request, or the reason why there is none. */
function lastSeen(record: RunRecord, args: PaidArgs): { id: string; last: AcquiringSighting } | { fault: Fault } {
  const id = idOf(record, args);
  const last = id === undefined ? undefined : statusHistoryOf(record, id)?.sightings.at(-1);
  if (id !== undefined && last && last.source !== 'create') return { id, last };
  const wanted = `a read of a request after its payment (${args.paid})`;
  return { fault: { code: 'noEvidence', wanted, exchanges: [args.created] } };
}

function notReached(seen: { id: string; last: AcquiringSighting }, wanted: string, { created, paid }: PaidArgs): Fault {
  const { id, last } = seen;
  return {
    code: 'notReached',
    payment: `${id}, paid ${paid},`,
    wanted,
    seen: outcomeOf(last),
    exchanges: [created, last.exchange.id],
  };
}

/** A request that received less than its payAmount ends in CONFLICT, UNDERPAID (LIF-10b). */
export function endsUnderpaid(record: RunRecord, args: PaidArgs): OracleResult {
  const seen = lastSeen(record, args);
  if ('fault' in seen) return faultResult(seen.fault);
  const wanted = 'CONFLICT UNDERPAID';
  if (outcomeOf(seen.last) !== wanted) return faultResult(notReached(seen, wanted, args));
  return toResult([args.created, seen.last.exchange.id], []);
}

/** A request that got only an asset which it did not ask for is never SUCCESS in any view, and neither is its checkout (LIF-07). */
export function neverSettles(record: RunRecord, args: PaidArgs): OracleResult {
  const seen = lastSeen(record, args);
  if ('fault' in seen) return faultResult(seen.fault);
  const own = textField(record.exchange(args.created).json, 'id') ?? seen.id;
  const shown = [...new Set([own, seen.id])].flatMap((id) => statusHistoriesOf(record, id));
  const odd = shown.flatMap(({ sightings }) => sightings).find((one) => statusOf(one) === 'SUCCESS');
  if (!odd) return toResult([args.created, seen.last.exchange.id], []);
  const what = `the outcome of ${textField(odd.value, 'id')}, paid ${args.paid}`;
  const exchanges = [args.created, odd.exchange.id];
  return faultResult({ code: 'differs', what, wanted: 'anything but SUCCESS', seen: 'SUCCESS', exchanges });
}

const isUnderpaid = (sighting: AcquiringSighting) => outcomeOf(sighting) === 'CONFLICT UNDERPAID';

/** A request that received its payAmount or more is never UNDERPAID in any view, and neither is its checkout (LIF-11a). */
export function neverUnderpaid(record: RunRecord, args: PaidArgs): OracleResult {
  const seen = lastSeen(record, args);
  if ('fault' in seen) return faultResult(seen.fault);
  const { id, last } = seen;
  const own = textField(record.exchange(args.created).json, 'id') ?? id;
  const shown = [...new Set([own, id])]
    .flatMap((one) => statusHistoriesOf(record, one))
    .flatMap(({ sightings }) => sightings);
  const odd = shown.find(isUnderpaid);
  if (odd)
    return faultResult({
      code: 'differs',
      what: `the outcome of ${textField(odd.value, 'id') ?? id}, paid ${args.paid}`,
      wanted: 'anything but CONFLICT UNDERPAID',
      seen: outcomeOf(odd),
      exchanges: [args.created, odd.exchange.id],
    });
  if (hasEnded('request', last)) return toResult([args.created, last.exchange.id], []);
  const wanted = `a final status of ${id}, paid ${args.paid}`;
  return faultResult(notInTime(record, 'finalMs', { wanted, exchanges: [args.created] }));
}

/** A request that received its payAmount or more ends in SUCCESS, and overpaid shows whether it was more (LIF-11b). */
export function endsPaid(record: RunRecord, args: PaidArgs & { isMore: boolean }): OracleResult {
  const seen = lastSeen(record, args);
  if ('fault' in seen) return faultResult(seen.fault);
  const { id, last } = seen;
  if (statusOf(last) !== 'SUCCESS') return faultResult(notReached(seen, 'SUCCESS', args));
  const shown = field(last.value, 'overpaid') ?? false;
  if (shown === args.isMore) return toResult([args.created, last.exchange.id], []);
  const what = `overpaid of ${id}, paid ${args.paid}`;
  return faultResult({
    code: 'differs',
    what,
    wanted: String(args.isMore),
    seen: excerpt(shown),
    exchanges: [last.exchange.id],
  });
}

function change(name: string, [before, after]: readonly [AcquiringSighting, AcquiringSighting]): Fault | undefined {
  const [first, second] = [field(before.value, name), field(after.value, name)];
  if (first === undefined || second === undefined || sameValue(first, second)) return undefined;
  return {
    code: 'differs',
    what: `the unchanged ${name} of ${textField(before.value, 'id')}`,
    wanted: excerpt(first),
    seen: excerpt(second),
    exchanges: [before.exchange.id, after.exchange.id],
  };
}

/** What a request shows of the amount of its payment. */
const amountFields = ['paidAmount', 'overpaid'];

/** Reports a changed payment of a request: its identifiers never change, and its amount does not change after the request has ended. */
function secondPayment({ sightings }: StatusHistory): Fault[] {
  const named = ['paymentId', 'txHash'].map((name) => ({
    name,
    first: sightings.find(({ value }) => field(value, name) !== undefined),
  }));
  const amounts = amountFields.map((name) => ({
    name,
    first: sightings.find((one) => hasEnded('request', one) && field(one.value, name) !== undefined),
  }));
  return [...named, ...amounts].flatMap(({ name, first }) => {
    const later = first ? sightings.slice(sightings.indexOf(first) + 1) : [];
    const fault = first && later.map((one) => change(name, [first, one])).find((found) => found !== undefined);
    return fault ? [fault] : [];
  });
}

/** Reports a request that counted several transfers together although no single transfer was enough. */
function added(sightings: readonly AcquiringSighting[], { most, paid }: PaidArgs): Fault[] {
  const isMore = (sighting: AcquiringSighting) => {
    const sum = field(sighting.value, 'paidAmount');
    return statusOf(sighting) === 'SUCCESS' || (isExactNumber(sum) && decimal(sum).gt(decimal(most ?? '0')));
  };
  const odd = most === undefined ? undefined : sightings.find(isMore);
  if (!odd) return [];
  const seen = `${outcomeOf(odd)}, paidAmount ${excerpt(field(odd.value, 'paidAmount') ?? null)}`;
  const what = `the payment of ${textField(odd.value, 'id')}, paid ${paid}`;
  return [{ code: 'differs', what, wanted: `no more than ${most}`, seen, exchanges: [odd.exchange.id] }];
}

const isPayin = ({ value }: Sighting) =>
  textField(value, 'orderType') === 'PAYIN' && textField(value, 'transactionType') !== 'DEBIT';

/** The pay-ins that any view of payments shows, by their order. */
const payinsByOrder = memoizedByRecord((record) =>
  grouped(record.payments.filter(isPayin), ({ value }) => textField(value, 'orderId') ?? ''),
);

const didFail = (sighting: Sighting) => isFailedPayment(statusOf(sighting));

/**
 * Reports a second pay-in with the order of a request. A conversion or an onward payment of the same order does not count, and neither does a transfer that was
 * turned away: a pay-in that failed.
 */
function twoPayins(record: RunRecord, { id, sightings }: StatusHistory): Fault[] {
  const order = sightings.map(({ value }) => textField(value, 'orderId')).find((one) => one !== undefined);
  const own = order === undefined ? [] : (payinsByOrder(record).get(order) ?? []);
  const payins = [...grouped(own, ({ value }) => textField(value, 'id') ?? '').values()];
  const [first, second] = payins.flatMap((views) => (views.some(didFail) ? [] : views.slice(0, 1)));
  if (!first || !second) return [];
  const [wanted, seen] = [first, second].map(({ value }) => textField(value, 'id') ?? '') as [string, string];
  const exchanges = [first.exchange.id, second.exchange.id];
  return [
    { code: 'differs', what: `the only payment of ${id} (${order})`, wanted, seen: `${seen} as well`, exchanges },
  ];
}

/** A request that was paid twice keeps its first payment: at least two sightings show this payment (LIF-13). */
export function paidOnce(record: RunRecord, args: PaidArgs): OracleResult {
  const seen = lastSeen(record, args);
  if ('fault' in seen) return faultResult(seen.fault);
  const views = statusHistoriesOf(record, seen.id);
  const faults = views.flatMap((view) => [
    ...secondPayment(view),
    ...added(view.sightings, args),
    ...twoPayins(record, view),
  ]);
  const exchanges = [args.created, seen.last.exchange.id];
  const isSeenTwice = views.some(({ sightings }) => sightings.filter(showsPayment).length > 1);
  if (faults.length > 0 || isSeenTwice) return toResult(exchanges, faults);
  return faultResult({ code: 'noEvidence', wanted: `two reads of ${seen.id} that show its payment`, exchanges });
}

/** No request of the run has a second payment, whoever paid the request (LIF-13). */
export function onePaymentEach(record: RunRecord, _args: Record<string, never>): OracleResult {
  const paid = requestsIn(record).filter(showsPayment);
  if (paid.length === 0) return faultResult({ code: 'noEvidence', wanted: 'a request with a payment', exchanges: [] });
  const faults = statusHistories(record)
    .filter(({ kind }) => kind === 'request')
    .flatMap((life) => [...secondPayment(life), ...twoPayins(record, life)]);
  return toResult(
    paid.map(({ exchange }) => exchange.id),
    faults,
  );
}
