import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { grouped, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { lateSearches, searchFindsSimilar, sightingsOf, visibilityDeadlineNs } from '../../core/creationEffect.ts';
import { anyOverlap } from '../../core/overlap.ts';
import { learned, type OracleResult, toResult } from '../../core/result.ts';
import { controlFault } from '../../general/acceptance.ts';
import { excuseFor } from '../../general/excuse.ts';

/** Returns the identifiers in an answer: of the payment and of the order. */
export function namesIn({ json, text }: Exchange): string[] {
  const order = text.trim().startsWith('ORD-') ? [text.trim()] : [];
  return [...order, ...['id', 'orderId'].flatMap((name) => textField(json, name) ?? [])];
}

/** True if two accepted requests were answered with different orders. An answer without identifiers proves nothing. */
function areTwo(one: Exchange, other: Exchange): boolean {
  const [first, second] = [namesIn(one), namesIn(other)];
  return first.length > 0 && second.length > 0 && !first.some((name) => second.includes(name));
}

/** Returns the orders of a clientOrderId that any view shows. One order may have several payments. */
function ordersShown(record: RunRecord, key: string): Map<string, string> {
  const payments = grouped(sightingsOf(record, key), ({ value }) => textField(value, 'id') ?? '');
  const orders = [...payments].map(([id, sightings]): [string, string] => {
    const order = sightings.map(({ value }) => textField(value, 'orderId')).find((name) => name !== undefined);
    return [order ?? id, sightings[0]?.exchange.id ?? ''];
  });
  return new Map(orders);
}

/** Requests with the same clientOrderId, in the order in which they were sent, and a control request that shows their body to be valid. */
export interface UsesArgs {
  uses: readonly string[];
  control: string;
  /**
   * True if the requests were sent at the same time. Then at least two of them must have been in progress together, and the order of an accepted request must
   * exist.
   */
  atOnce?: boolean;
}

interface Uses {
  all: readonly Exchange[];
  accepted: readonly Exchange[];
  key: string;
  exchanges: readonly string[];
}

function usesOf(record: RunRecord, { uses }: UsesArgs): Uses {
  const all = uses.map((id) => record.exchange(id));
  const key = all[0]?.line.request.clientOrderId ?? '';
  return { all, key, exchanges: uses, accepted: all.filter(({ class: kind }) => kind === 'accepted') };
}

/** Reports a clientOrderId that has created more than one order. */
function doubled(record: RunRecord, { accepted, key, exchanges }: Uses): Fault | undefined {
  const [first] = accepted;
  const other = first && accepted.find((one) => areTwo(first, one));
  const what = `the clientOrderId ${key}`;
  if (first && other) {
    const seen = [first, other].map((answer) => namesIn(answer).join(' ')).join(' and ');
    return { code: 'usedTwice', what, seen, exchanges: [first.id, other.id] };
  }
  const orders = ordersShown(record, key);
  if (orders.size < 2) return undefined;
  const evidence = [...new Set([...exchanges, ...orders.values()])];
  return { code: 'usedTwice', what, seen: [...orders.keys()].join(' and '), exchanges: evidence };
}

/** Returns the reason why simultaneous requests cannot be judged: no two of the answered ones were in progress together. */
function notTogether(record: RunRecord, { all, exchanges }: Uses): Fault | undefined {
  const hindered = all.map((one) => excuseFor(record, one));
  const answered = all.filter((one, index) => one.line.answer !== undefined && hindered[index] === undefined);
  if (anyOverlap(answered)) return undefined;
  const isClosed = all.some(({ line }) => line.connection === 'pipelined' && line.failure !== undefined);
  const reason = 'the target answers only one request on a connection and closes it';
  if (isClosed) return { code: 'notApplicable', reason, exchanges };
  const wanted = 'answers to two requests that were in progress at the same time';
  return hindered.find((fault) => fault !== undefined) ?? { code: 'noEvidence', wanted, exchanges };
}

/**
 * Returns the reason why successive requests cannot be judged. A request needs no answer if the suite cut it off or the target answered with a 5xx, because
 * search shows what was created.
 */
function unanswered(record: RunRecord, { all }: Uses): Fault | undefined {
  const answered = all.filter(({ class: kind }) => kind !== 'crashed');
  return answered.map((one) => excuseFor(record, one)).find((fault) => fault !== undefined);
}

const longest = (uses: readonly Exchange[]) =>
  uses.reduce((last, one) => (one.receivedNs > last.receivedNs ? one : last));

/**
 * Returns the reason why search does not prove that the requests created no second order: no search began late enough, or search does not show orders of this
 * kind. Undefined if search proves it.
 */
function unseen(record: RunRecord, { all, accepted, key, exchanges }: Uses, atOnce: boolean): Fault | undefined {
  const last = longest(all);
  const looks = lateSearches(record, key, last);
  const isShown = sightingsOf(record, key).some(({ source }) => source === 'search');
  const noLook: Fault = { code: 'noEvidence', wanted: `a search for ${key} that began late enough`, exchanges };
  if (isShown) return looks.length > 0 ? undefined : noLook;
  const operation = last.line.operation ?? '';
  if (!searchFindsSimilar(record, operation)) {
    if (operation !== 'POST /v1/user/exchange') return noLook;
    const reason = 'search shows no exchange order by its clientOrderId';
    return { code: 'notApplicable', reason, exchanges };
  }
  if (looks.length === 0) return noLook;
  if (accepted.length === 0) return undefined;
  const due = last.receivedNs + (visibilityDeadlineNs(record) ?? 0n);
  const late = looks.find(({ sentNs }) => sentNs >= due);
  if (!atOnce || !late) return { code: 'noEvidence', wanted: `the order of ${key} in search`, exchanges };
  return {
    code: 'notFound',
    what: `the order that the target confirmed for ${key}`,
    exchanges: [...exchanges, late.id],
  };
}

/**
 * A clientOrderId creates at most one order, however often it is used in one operation (LIM-01a). If one of several simultaneous requests is accepted, it has
 * created an order (LIM-02); a second use may be refused, or answered with the first order.
 */
export function oneOrder(record: RunRecord, args: UsesArgs): OracleResult {
  const control = record.exchange(args.control);
  const uses = usesOf(record, args);
  const evidence = [...new Set([args.control, ...args.uses])];
  const twice = doubled(record, uses);
  if (twice) return toResult(evidence, [twice]);
  if (control.class !== 'accepted') return toResult(evidence, [controlFault(record, control)]);
  const hindered = args.atOnce ? notTogether(record, uses) : unanswered(record, uses);
  const lack = hindered ?? (record.live ? undefined : unseen(record, uses, args.atOnce ?? false));
  return toResult(evidence, lack ? [lack] : []);
}

/** Returns later uses of clientOrderIds in the same operation, each sent after the accepted first use was answered. */
export function secondUses({ exchanges }: RunRecord): Exchange[] {
  const uses = exchanges.filter(
    ({ line }) =>
      line.request.method === 'POST' &&
      line.purpose === 'probe' &&
      line.operation !== undefined &&
      line.request.clientOrderId !== undefined &&
      line.request.account === undefined,
  );
  const groups = grouped(uses, ({ clock, line }) => `${clock} ${line.operation} ${line.request.clientOrderId}`);
  return [...groups.values()].flatMap((group) => {
    const first = group.find(({ class: kind }) => kind === 'accepted');
    if (!first) return [];
    const later = group.filter(({ sentNs }) => sentNs > first.receivedNs);
    return later.filter(({ class: kind }) => kind === 'accepted' || kind === 'refused');
  });
}

/** A second use of a clientOrderId is refused rather than answered with the first order (LIM-01b). */
export function secondUseFault(use: Exchange): Fault | undefined {
  if (use.class === 'refused') return undefined;
  const defect = `a second use of the clientOrderId ${use.line.request.clientOrderId}`;
  return { code: 'notRefused', defect, seen: use.seen, exchanges: [use.id] };
}

/** A first use of a clientOrderId, and one that may count as a second: in another operation, from another account, or in another notation. */
export interface EquivalenceArgs {
  first: string;
  second: string;
  key: string;
}

/** Learns what counts as the same clientOrderId from the answer to the second of two uses; interface.md does not say (LIM-01c). */
export function countsAs(record: RunRecord, { first, second, key }: EquivalenceArgs): OracleResult {
  const [one, other] = [record.exchange(first), record.exchange(second)];
  const evidence = [first, second];
  const hindered = excuseFor(record, one) ?? excuseFor(record, other);
  if (hindered) return toResult(evidence, [hindered]);
  if (one.class !== 'accepted') return learned(key, `${one.class} (${one.status}) at its first use`, evidence);
  if (other.class !== 'accepted') return learned(key, `the same: ${other.class} (${other.status})`, evidence);
  return learned(key, areTwo(one, other) ? 'another id' : 'the same: answered with the first order', evidence);
}
