import type { Exchange } from '../../traffic/journal/exchange.ts';
import {
  type Creation,
  grouped,
  type PaymentSighting,
  type RunRecord,
  type Source,
  textField,
} from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { memoized, memoizedByRecord } from './memoize.ts';
import { type OracleResult, toResult } from './result.ts';

/** Absence is never concluded sooner than this after a request, ns. */
export const minAbsenceWaitNs = 2_000_000_000n;

/** The sightings of a record by clientOrderId. */
const sightingsByKey = memoizedByRecord(
  ({ payments }) => {
    const keyed = payments.filter(({ value }) => textField(value, 'clientOrderId') !== undefined);
    return grouped(keyed, ({ value }) => textField(value, 'clientOrderId') ?? '');
  },
  ({ payments }) => payments.length,
);

/** The sightings of payments that carry this clientOrderId, in the order of their reads. */
export function sightingsOf(record: RunRecord, clientOrderId: string): PaymentSighting[] {
  return [...(sightingsByKey(record).get(clientOrderId) ?? [])];
}

/** What another account is shown says nothing of the payments of the account under test. */
const isOwnView = ({ line }: Exchange) => line.request.account === undefined;

/** The order that a search asks for; read once, since every order is compared with every search. */
const keyAsked = memoized((look: Exchange) => {
  const { line } = look;
  if (!isOwnView(look) || line.operation !== 'GET /v2/user/payments/search') return undefined;
  return new URLSearchParams(line.request.path.split('?')[1] ?? '').get('clientOrderId') ?? undefined;
});

/** True for a search for this very order: a list or another search may leave it out for reasons of its own. */
function asksFor(look: Exchange, clientOrderId: string): boolean {
  return look.class === 'accepted' && keyAsked(look) === clientOrderId;
}

type Looks = (look: Exchange, clientOrderId: string) => boolean;

/** The two views that may lag behind a creation, each with the reads that look there. */
const views: readonly (readonly [Source, Looks])[] = [
  ['search', asksFor],
  ['list', (look) => look.class === 'accepted' && isOwnView(look) && look.line.operation === 'GET /v1/user/payments'],
];

const longer = (a: bigint, b: bigint) => (a > b ? a : b);

/** When at the latest a target shows a record, by its own word, ns; undefined where the record does not say. */
export function visibilityDeadlineNs({ target }: RunRecord): bigint | undefined {
  return target && BigInt(target.deadlines.visibleMs) * 1_000_000n;
}

/**
 * From the answer of an accepted creation to its first sight in each view, ns; 0 where no look there missed it before. Where nobody
 * looked for long, it is no more than the target was given to show it, or than the last look that missed it.
 */
function lagsOf(record: RunRecord, { exchange: created, clientOrderId }: Creation): bigint[] {
  if (clientOrderId === undefined) return [];
  const sightings = sightingsOf(record, clientOrderId);
  return views.map(([view, looks]) => {
    const seen = sightings.find(
      ({ exchange, source }) => source === view && exchange.clock === created.clock,
    )?.exchange;
    if (!seen) return 0n;
    const missed = record.exchanges.findLast(
      (look) =>
        look.clock === created.clock &&
        look.sentNs > created.receivedNs &&
        look.receivedNs < seen.sentNs &&
        looks(look, clientOrderId),
    );
    if (!missed) return 0n;
    const [atLeast, atMost] = [missed.receivedNs - created.receivedNs, seen.receivedNs - created.receivedNs];
    const given = longer(atLeast, visibilityDeadlineNs(record) ?? atMost);
    return given < atMost ? given : atMost;
  });
}

/** The creations of payments and exchange orders: what a checkout or a request leads to is a payment of somebody else, and of another amount. */
export const ordersIn = memoizedByRecord(({ creations }): Creation[] =>
  creations.filter(({ exchange }) => !exchange.line.operation?.startsWith('POST /v1/user/crypto-acquiring/')),
);

/** How long after a request its absence may be concluded, ns: max(2 s, 3 × the longest lag of the run). */
export const absenceWaitNs = memoizedByRecord((record): bigint => {
  const lags = ordersIn(record).flatMap((creation) => lagsOf(record, creation));
  return longer(minAbsenceWaitNs, 3n * lags.reduce(longer, 0n));
});

/** True when some accepted creation of this run, of one operation or of any, was found by search: only then does not finding mean anything. */
export function searchFindsSimilar(record: RunRecord, operation?: string): boolean {
  // What was sent elsewhere with the same id may be what search has found.
  const isAlike = (key: string) => (sentWith(record).get(key) ?? []).every(({ line }) => line.operation === operation);
  const alike = ordersIn(record).filter(({ clientOrderId }) => operation === undefined || isAlike(clientOrderId ?? ''));
  return alike.some(
    ({ clientOrderId }) =>
      clientOrderId !== undefined && sightingsOf(record, clientOrderId).some(({ source }) => source === 'search'),
  );
}

/** One sighting of each payment with this clientOrderId. */
function paymentsOf(record: RunRecord, clientOrderId: string): PaymentSighting[] {
  const sightings = sightingsOf(record, clientOrderId);
  return [...new Map(sightings.toReversed().map((one) => [textField(one.value, 'id'), one])).values()].toReversed();
}

/** What may have been made although nobody said so, by class; what was throttled was not done. */
const mayBeMade: ReadonlySet<string> = new Set([
  'accepted',
  'illegible',
  'crashed',
  'malformed',
  'indeterminate',
  'unavailable',
]);

const isPost = ({ line }: Exchange) => line.request.method === 'POST' && line.request.account === undefined;

/** The creations of the account under test by the clientOrderId that they were sent with. */
const sentWith = memoizedByRecord(({ exchanges }) => {
  const keyed = exchanges.filter((exchange) => isPost(exchange) && exchange.line.request.clientOrderId !== undefined);
  return grouped(keyed, ({ line }) => line.request.clientOrderId ?? '');
});

/** True for a creation whose clientOrderId was sent more than once: its answer may tell of what an earlier request has made, but for one that had made nothing when it was repeated. */
export function isReused(record: RunRecord, { line }: Exchange): boolean {
  const uses = sentWith(record).get(line.request.clientOrderId ?? '') ?? [];
  const repeated = new Set(uses.map((one) => one.line.repeats));
  const isOver = (one: Exchange) => one.class === 'crashed' && (repeated.has(one.id) || one.line.repeats !== undefined);
  return uses.filter((one) => !isOver(one)).length > 1;
}

/** The last request of each payment's or exchange order's clientOrderId that was sent more than once: a late search tells what came of them. */
export function lastUsesOfReusedIds(record: RunRecord): Exchange[] {
  const groups = [...sentWith(record).values()].filter((uses) => uses.length > 1);
  const late = (one: Exchange, other: Exchange) => (one.receivedNs > other.receivedNs ? one : other);
  return groups.filter((uses) => uses.every(createsOrder)).map((uses) => uses.reduce(late));
}

const exchangeOrder = 'POST /v1/user/exchange';

/** True for what creates a payment or an exchange order. */
export const createsOrder = ({ line }: Exchange) => isPayment(line.request.path) || line.operation === exchangeOrder;

/** Searches for a clientOrderId that began late enough after a request; one that is refused finds none either: it takes no such id. */
function lateAnswers(record: RunRecord, clientOrderId: string, { clock, receivedNs }: Exchange): Exchange[] {
  const late = receivedNs + absenceWaitNs(record);
  const isAnswered = ({ class: kind }: Exchange) => kind === 'accepted' || kind === 'refused';
  return record.exchanges.filter(
    (look) => look.clock === clock && look.sentNs >= late && isAnswered(look) && keyAsked(look) === clientOrderId,
  );
}

/** The accepted searches for a clientOrderId that began late enough after a request to conclude absence from them. */
export function lateSearches(record: RunRecord, clientOrderId: string, after: Exchange): Exchange[] {
  return lateAnswers(record, clientOrderId, after).filter((look) => asksFor(look, clientOrderId));
}

/**
 * Whether a refused creation had an effect (ERR-03): no more payments with its clientOrderId may ever be seen than may have been
 * made with it, and a search late enough must have looked. Undefined when it is shown to have had none.
 */
export function effectFault(record: RunRecord, refused: Exchange): Fault | undefined {
  const { clientOrderId } = refused.line.request;
  if (clientOrderId === undefined) return undefined;
  const made =
    sentWith(record)
      .get(clientOrderId)
      ?.filter(({ class: kind }) => mayBeMade.has(kind)) ?? [];
  const isExchange = refused.line.operation === exchangeOrder;
  // Of one exchange order several payments may tell, and search need not show any: only one that was never taken is told by it.
  if (isExchange && (made.length > 0 || !searchFindsSimilar(record, exchangeOrder))) return undefined;
  const seen = paymentsOf(record, clientOrderId)[made.length];
  if (seen)
    return {
      code: 'happened',
      what: refused.request,
      seen: `${textField(seen.value, 'id') ?? 'a payment'} with its clientOrderId: ${excerpt(seen.value)}`,
      exchanges: [refused.id, seen.exchange.id],
    };
  if (lateAnswers(record, clientOrderId, refused).length > 0 && searchFindsSimilar(record)) return undefined;
  return {
    code: 'noEvidence',
    wanted: `a look for the effect of ${refused.request}, late enough`,
    exchanges: [refused.id],
  };
}

/** Only payments show a clientOrderId in the reads there are: the effect of another creation cannot be looked for this way. */
const isPayment = (path: string) => path.startsWith('/v1/user/payments/');

/** The payments and exchange orders that were refused: search is asked for each. */
export function refusedCreations(record: RunRecord): Exchange[] {
  return record.exchanges.filter(
    (one) =>
      one.class === 'refused' &&
      one.line.request.account === undefined &&
      one.line.request.clientOrderId !== undefined &&
      createsOrder(one),
  );
}

/** No creation that was refused in this run, for whatever reason, had an effect (ERR-03). */
export function noEffects(record: RunRecord): OracleResult {
  const refusals = refusedCreations(record);
  const exchanges = refusals.map(({ id }) => id);
  // Search may show no exchange order: of those alone nothing is said.
  if (!refusals.some(({ line }) => isPayment(line.request.path)))
    return toResult([], [{ code: 'noEvidence', wanted: 'a creation that was refused', exchanges: [] }]);
  const faults = record.live ? [] : refusals.map((refused) => effectFault(record, refused));
  return toResult(
    exchanges,
    faults.filter((fault) => fault !== undefined),
  );
}
