import { parseInstant } from '../../schemas/domain/formats.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { absenceWaitNs, createsOrder, lateSearches, searchFindsSimilar, sightingsOf } from '../core/creationEffect.ts';

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const untelling: ReadonlySet<string> = new Set(['crashed', 'unavailable', 'indeterminate']);

/** The messages of failures that occur before a request is sent. */
const unsent = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT/i;

/**
 * True for a write whose answer does not show whether it had an effect; the suite never simply repeats the write. A request that never reached the target, or
 * that the suite itself cut off, does not count.
 */
export function isUnresolved({ class: kind, isLost, line }: Exchange): boolean {
  if (reads.has(line.request.method) || unsent.test(line.failure?.message ?? '')) return false;
  return isLost || (untelling.has(kind) && line.failure === undefined);
}

/** Returns the payments and exchange orders of the account under test whose answers do not show what became of them. Each is searched for. */
export function unresolvedOrders(record: RunRecord): Exchange[] {
  return record.exchanges.filter(
    (one) =>
      isUnresolved(one) &&
      one.line.request.account === undefined &&
      one.line.request.clientOrderId !== undefined &&
      createsOrder(one),
  );
}

/** What became of an unresolved write according to the reads in a run record. */
export type Resolution = 'made' | 'nothing' | 'unknown';

/** The order types in search and list, by operation. */
const shownAs: Readonly<Record<string, string>> = {
  'POST /v1/user/payments/payin': 'PAYIN',
  'POST /v1/user/payments/payout': 'PAYOUT',
};

/** Returns the clientOrderId by which to search for the effect of a write; undefined if the JSON body of the write does not contain it. */
export function clientOrderIdSent({ line, sent }: Exchange): string | undefined {
  const key = textField(sent, 'clientOrderId');
  return key === line.request.clientOrderId ? key : undefined;
}

/** A margin for times in whole seconds, and for requests that are recorded a little before they are sent, ms. */
const marginMs = 2_000;

/** Returns when a write may have had an effect, on the target's own clock: from its sending until absence may be concluded. */
function spanOf(record: RunRecord, doubtful: Exchange): { fromMs: number; toMs: number } {
  const { receivedNs, sentNs, line } = doubtful;
  const answeredMs = Date.parse(doubtful.header('date') ?? line.sentAt);
  const inMs = (ns: bigint) => Number(ns / 1_000_000n);
  return {
    fromMs: answeredMs - inMs(receivedNs - sentNs) - marginMs,
    toMs: answeredMs + inMs(absenceWaitNs(record)) + marginMs,
  };
}

type Payment = Parameters<typeof textField>[0];

/** True for a payment of another request of this run: it has an id of the run, and not the one that the write was made with. */
function isOurs(record: RunRecord, doubtful: Exchange, payment: Payment): boolean {
  const key = textField(payment, 'clientOrderId');
  return key !== undefined && key !== doubtful.line.request.clientOrderId && record.owns(key);
}

/** True for a payment in a list that another request created: it is of another kind or time, or is known to come from another request of this run. */
function isOther(record: RunRecord, doubtful: Exchange, payment: Payment): boolean {
  if (textField(payment, 'orderType') !== shownAs[doubtful.line.operation ?? '']) return true;
  const made = parseInstant(textField(payment, 'createdAt') ?? '')?.epochNs;
  const { fromMs, toMs } = spanOf(record, doubtful);
  const madeMs = made === undefined ? fromMs : Number(made / 1_000_000n);
  const ids = [textField(payment, 'id'), textField(payment, 'orderId')];
  const isAnswered = record.creations.some(({ id }) => id !== undefined && ids.includes(id));
  return madeMs < fromMs || madeMs > toMs || isAnswered || isOurs(record, doubtful, payment);
}

/** True if a list that was late enough shows payments of this run, and each payment in it has another origin. */
function isNowhere(record: RunRecord, doubtful: Exchange): boolean {
  const lateNs = doubtful.receivedNs + absenceWaitNs(record);
  const lists = record
    .of('GET /v1/user/payments')
    .filter(({ class: kind, sentNs }) => kind === 'accepted' && sentNs >= lateNs);
  const payments = lists.map(({ json }) => (Array.isArray(json) ? json : []));
  return payments.some(
    (all) => all.some((one) => isOurs(record, doubtful, one)) && all.every((one) => isOther(record, doubtful, one)),
  );
}

/**
 * Returns what became of an unresolved write. It created a record if search shows its clientOrderId, and nothing if a late enough search does not show it
 * although search finds similar orders. If the body has no id, the newest payments are checked instead; in all other cases the result is unknown.
 */
export function resolutionOf(record: RunRecord, doubtful: Exchange): Resolution {
  const { operation = '', request } = doubtful.line;
  if (request.account !== undefined) return 'unknown';
  const key = clientOrderIdSent(doubtful);
  if (key !== undefined && sightingsOf(record, key).length > 0) return 'made';
  if (key === undefined) return operation in shownAs && isNowhere(record, doubtful) ? 'nothing' : 'unknown';
  const isSought = lateSearches(record, key, doubtful).some((look) => field(look.json, 'content') !== undefined);
  return isSought && searchFindsSimilar(record, operation) ? 'nothing' : 'unknown';
}

/** Counts the requests of a requirement that got a 5xx or no answer. */
export function failuresIn(record: RunRecord, requirement: string): number {
  const own = record.exchanges.filter(({ line }) => line.requirement === requirement);
  return own.filter(({ class: kind, isLost }) => isLost || kind === 'crashed' || kind === 'unavailable').length;
}
