import { parseInstant } from '../../schemas/domain/formats.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { absenceWaitNs, createsOrder, lateSearches, searchFindsSimilar, sightingsOf } from '../core/creationEffect.ts';
import { memoizedByRecord } from '../core/memoize.ts';

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const untelling: ReadonlySet<string> = new Set(['crashed', 'unavailable', 'indeterminate']);

/** A request that failed so was never sent. */
const unsent = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT/i;

/** True for a write whose answer does not tell what became of it: it is never simply sent again. What we cut off, and what never reached anybody, was lost by itself. */
export function isUnresolved({ class: kind, isLost, line }: Exchange): boolean {
  if (reads.has(line.request.method) || unsent.test(line.failure?.message ?? '')) return false;
  return isLost || (untelling.has(kind) && line.failure === undefined);
}

/** The payments and exchange orders of the account under test whose answers do not tell what became of them: search is asked for each. */
export function unresolvedOrders(record: RunRecord): Exchange[] {
  return record.exchanges.filter(
    (one) =>
      isUnresolved(one) &&
      one.line.request.account === undefined &&
      one.line.request.clientOrderId !== undefined &&
      createsOrder(one),
  );
}

/** What became of a doubtful write, as far as the reads of a record tell. */
export type Resolution = 'made' | 'nothing' | 'unknown';

/** The orders that search and list show, by their operation. */
const shownAs: Readonly<Record<string, string>> = {
  'POST /v1/user/payments/payin': 'PAYIN',
  'POST /v1/user/payments/payout': 'PAYOUT',
};

/** The id by which the effect of a write would be found; undefined where its body does not say it as JSON. */
export function clientOrderIdSent({ line, sent }: Exchange): string | undefined {
  const key = textField(sent, 'clientOrderId');
  return key === line.request.clientOrderId ? key : undefined;
}

/** Times of answers are told in whole seconds, and what is noted of a request may be noted a little before it, ms. */
const marginMs = 2_000;

/** When a write may have had an effect, by the target's own clock: from its sending until absence may be concluded. */
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

/** What every id of one run begins with. */
const tagOf = (key: string | undefined) => /^\d{8}-\d{6}-[0-9a-f]{6}-/.exec(key ?? '')?.[0];

const ownTags = memoizedByRecord(
  ({ exchanges }) => new Set(exchanges.flatMap(({ line }) => tagOf(line.request.clientOrderId) ?? [])),
);

function isOurs(record: RunRecord, payment: Payment): boolean {
  const tag = tagOf(textField(payment, 'clientOrderId'));
  return tag !== undefined && ownTags(record).has(tag);
}

/** A payment in a list is none of this write's: of another kind, of another time, or known to be made by another request of this run. */
function isOther(record: RunRecord, doubtful: Exchange, payment: Payment): boolean {
  if (textField(payment, 'orderType') !== shownAs[doubtful.line.operation ?? '']) return true;
  const made = parseInstant(textField(payment, 'createdAt') ?? '')?.epochNs;
  const { fromMs, toMs } = spanOf(record, doubtful);
  const madeMs = made === undefined ? fromMs : Number(made / 1_000_000n);
  const ids = [textField(payment, 'id'), textField(payment, 'orderId')];
  const isAnswered = record.creations.some(({ id }) => id !== undefined && ids.includes(id));
  return madeMs < fromMs || madeMs > toMs || isAnswered || isOurs(record, payment);
}

/** True where a list that came late enough shows payments of this run, and none that nobody else can have made. */
function isNowhere(record: RunRecord, doubtful: Exchange): boolean {
  const lateNs = doubtful.receivedNs + absenceWaitNs(record);
  const lists = record
    .of('GET /v1/user/payments')
    .filter(({ class: kind, sentNs }) => kind === 'accepted' && sentNs >= lateNs);
  const payments = lists.map(({ json }) => (Array.isArray(json) ? json : []));
  return payments.some(
    (all) => all.some((one) => isOurs(record, one)) && all.every((one) => isOther(record, doubtful, one)),
  );
}

/**
 * What became of a doubtful write: what search shows under its clientOrderId was made; what a search that finds its like does not show when absence may be
 * concluded was not. A body that says no id is looked for among the newest payments. Of all else nothing is known.
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

/** How many requests of a requirement were answered with a 5xx, or not at all. */
export function failuresIn(record: RunRecord, requirement: string): number {
  const own = record.exchanges.filter(({ line }) => line.requirement === requirement);
  return own.filter(({ class: kind, isLost }) => isLost || kind === 'crashed' || kind === 'unavailable').length;
}
