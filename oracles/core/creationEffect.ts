import { isFailedPayment } from '../../schemas/domain/lifecycles.ts';
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
import { besidesExchanges, exchangeOrder } from './exchangePayments.ts';
import { memoized, memoizedByRecord } from './memoize.ts';
import { type OracleResult, toResult } from './result.ts';

/** The shortest time between a request and the conclusion that it created nothing, ns. */
export const minAbsenceWaitNs = 2_000_000_000n;

/** The sightings of payments by clientOrderId. */
const sightingsByKey = memoizedByRecord(
  ({ payments }) => {
    const keyed = payments.filter(({ value }) => textField(value, 'clientOrderId') !== undefined);
    return grouped(keyed, ({ value }) => textField(value, 'clientOrderId') ?? '');
  },
  ({ payments }) => payments.length,
);

/** Returns the sightings of payments with this clientOrderId, in the order of their reads. */
export function sightingsOf(record: RunRecord, clientOrderId: string): PaymentSighting[] {
  return [...(sightingsByKey(record).get(clientOrderId) ?? [])];
}

/** Answers to another account show nothing about the payments of the account under test. */
const isOwnView = ({ line }: Exchange) => line.request.account === undefined;

/** The clientOrderId that a search filters by. It is cached because every order is compared with every search. */
const keyAsked = memoized((look: Exchange) => {
  const { line } = look;
  if (!isOwnView(look) || line.operation !== 'GET /v2/user/payments/search') return undefined;
  return new URLSearchParams(line.request.path.split('?')[1] ?? '').get('clientOrderId') ?? undefined;
});

/** True for an accepted search for exactly this order. A list or another search may leave the order out for other reasons. */
function isSearchFor(look: Exchange, clientOrderId: string): boolean {
  return look.class === 'accepted' && keyAsked(look) === clientOrderId;
}

type Looks = (look: Exchange, clientOrderId: string) => boolean;

/** The two views that may lag behind a creation, each with a test for the reads that should show it. */
const views: readonly (readonly [Source, Looks])[] = [
  ['search', isSearchFor],
  ['list', (look) => look.class === 'accepted' && isOwnView(look) && look.line.operation === 'GET /v1/user/payments'],
];

const longer = (a: bigint, b: bigint) => (a > b ? a : b);

/** Returns the declared time in which a target shows a new record, ns; undefined if the run record does not have it. */
export function visibilityDeadlineNs({ target }: RunRecord): bigint | undefined {
  return target && BigInt(target.deadlines.visibleMs) * 1_000_000n;
}

/**
 * Returns, for each view, the time from the answer of an accepted creation to its first sighting in the view, ns; 0 if no read in between missed the record.
 * After a long gap without reads, this time would be too long, so it is limited to the declared time of the target, or to the last read that missed the record
 * if that was later.
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

/**
 * Returns the creations of payments and exchange orders. Checkouts and requests are left out, because somebody else makes their payment, with another amount.
 */
export const ordersIn = memoizedByRecord(({ creations }): Creation[] =>
  creations.filter(({ exchange }) => !exchange.line.operation?.startsWith('POST /v1/user/crypto-acquiring/')),
);

/** Returns how long after a request one may conclude that it created nothing, ns: max(2 s, 3 × the longest lag of the run). */
export const absenceWaitNs = memoizedByRecord((record): bigint => {
  const lags = ordersIn(record).flatMap((creation) => lagsOf(record, creation));
  return longer(minAbsenceWaitNs, 3n * lags.reduce(longer, 0n));
});

/**
 * True if search found an accepted creation of this run, either by the given operation or by any operation. Only then does a search that finds nothing prove
 * anything.
 */
export function searchFindsSimilar(record: RunRecord, operation?: string): boolean {
  // Search may have found another request with the same id.
  const isAlike = (key: string) => (sentWith(record).get(key) ?? []).every(({ line }) => line.operation === operation);
  const alike = ordersIn(record).filter(({ clientOrderId }) => operation === undefined || isAlike(clientOrderId ?? ''));
  return alike.some(
    ({ clientOrderId }) =>
      clientOrderId !== undefined && sightingsOf(record, clientOrderId).some(({ source }) => source === 'search'),
  );
}

/** Returns one sighting of each payment with this clientOrderId. */
function paymentsOf(record: RunRecord, clientOrderId: string): PaymentSighting[] {
  const sightings = sightingsOf(record, clientOrderId);
  return [...new Map(sightings.toReversed().map((one) => [textField(one.value, 'id'), one])).values()].toReversed();
}

/** True for a payment that nobody saw but failed: many services keep a declined order so, which moves no money. */
function isOnlyFailed(record: RunRecord, { value }: PaymentSighting): boolean {
  const alike = sightingsOf(record, textField(value, 'clientOrderId') ?? '');
  const own = alike.filter((one) => textField(one.value, 'id') === textField(value, 'id'));
  return own.every((one) => isFailedPayment(textField(one.value, 'status')));
}

/** The classes of answers after which a record may exist. A throttled request was not executed. */
const mayBeMade: ReadonlySet<string> = new Set([
  'accepted',
  'illegible',
  'crashed',
  'malformed',
  'indeterminate',
  'unavailable',
]);

/** True for a request after which a record may exist: it was accepted, or what became of it is unknown. */
export const mayHaveMade = (exchange: Exchange): boolean => mayBeMade.has(exchange.class);

const isPost = ({ line }: Exchange) => line.request.method === 'POST' && line.request.account === undefined;

/** The creations of the account under test by the clientOrderId that they were sent with. */
const sentWith = memoizedByRecord(({ exchanges }) => {
  const keyed = exchanges.filter((exchange) => isPost(exchange) && exchange.line.request.clientOrderId !== undefined);
  return grouped(keyed, ({ line }) => line.request.clientOrderId ?? '');
});

/** Returns the uses of a clientOrderId without requests that crashed and are repeated: a repetition asks for the same. */
export function withoutRepeated(uses: readonly Exchange[]): Exchange[] {
  const repeated = new Set(uses.map((one) => one.line.repeats));
  const isOver = (one: Exchange) => one.class === 'crashed' && (repeated.has(one.id) || one.line.repeats !== undefined);
  return uses.filter((one) => !isOver(one));
}

/** True for a creation whose clientOrderId was sent more than once: its answer may show what an earlier request created. */
export const isReused = (record: RunRecord, { line }: Exchange): boolean =>
  withoutRepeated(sentWith(record).get(line.request.clientOrderId ?? '') ?? []).length > 1;

/** Returns the last request of each reused clientOrderId of payments and exchange orders. A later search shows what became of them. */
export function lastUsesOfReusedIds(record: RunRecord): Exchange[] {
  const groups = [...sentWith(record).values()].filter((uses) => uses.length > 1);
  const late = (one: Exchange, other: Exchange) => (one.receivedNs > other.receivedNs ? one : other);
  return groups.filter((uses) => uses.every(createsOrder)).map((uses) => uses.reduce(late));
}

/** True for a request that creates a payment or an exchange order. */
export const createsOrder = ({ line }: Exchange) => isPayment(line.request.path) || line.operation === exchangeOrder;

/**
 * Returns the answered searches for a clientOrderId that began late enough after a request. A refused search also counts as finding nothing, since the target
 * does not accept such an id.
 */
function lateAnswers(record: RunRecord, clientOrderId: string, { clock, receivedNs }: Exchange): Exchange[] {
  const late = receivedNs + absenceWaitNs(record);
  const isAnswered = ({ class: kind }: Exchange) => kind === 'accepted' || kind === 'refused';
  return record.exchanges.filter(
    (look) => look.clock === clock && look.sentNs >= late && isAnswered(look) && keyAsked(look) === clientOrderId,
  );
}

/** Returns the accepted searches for a clientOrderId that began late enough after a request to conclude absence. */
export function lateSearches(record: RunRecord, clientOrderId: string, after: Exchange): Exchange[] {
  return lateAnswers(record, clientOrderId, after).filter((look) => isSearchFor(look, clientOrderId));
}

/**
 * Reports an effect of a refused creation (ERR-03): more payments have its clientOrderId than the other requests with this clientOrderId may have created. One that
 * was only ever failed is worth a warning. Also reports if no search began late enough; undefined if the run shows that there was no effect.
 */
export function effectFault(record: RunRecord, refused: Exchange): Fault | undefined {
  const { clientOrderId } = refused.line.request;
  if (clientOrderId === undefined) return undefined;
  const made = sentWith(record).get(clientOrderId)?.filter(mayHaveMade) ?? [];
  const isExchange = refused.line.operation === exchangeOrder;
  // Several payments may belong to one exchange order, and search may not show any of them. So the effect can be judged only if no request with this
  // clientOrderId may have created an order.
  if (isExchange && (made.length > 0 || !searchFindsSimilar(record, exchangeOrder))) return undefined;
  const { payments: all, others } = besidesExchanges(paymentsOf(record, clientOrderId), made);
  const real = all.filter((one) => !isOnlyFailed(record, one))[others.length];
  const seen = real ?? all[others.length];
  if (seen)
    return {
      code: real ? 'happened' : 'keptAsFailed',
      what: refused.request,
      seen: `${textField(seen.value, 'id') ?? 'a payment'} with its clientOrderId: ${excerpt(seen.value)}`,
      exchanges: [refused.id, seen.exchange.id],
    };
  if (lateAnswers(record, clientOrderId, refused).length > 0 && searchFindsSimilar(record)) return undefined;
  return {
    code: 'noEvidence',
    wanted: `a search for the effect of ${refused.request} that began late enough`,
    exchanges: [refused.id],
  };
}

/** Only payments show a clientOrderId in reads, so the effect of other creations cannot be searched for. */
const isPayment = (path: string) => path.startsWith('/v1/user/payments/');

/** Returns the refused payments and exchange orders. Each is searched for. */
export function refusedCreations(record: RunRecord): Exchange[] {
  return record.exchanges.filter(
    (one) =>
      one.class === 'refused' &&
      one.line.request.account === undefined &&
      one.line.request.clientOrderId !== undefined &&
      createsOrder(one),
  );
}

/** No creation that was refused in this run had an effect, whatever the reason for the refusal (ERR-03). */
export function noEffects(record: RunRecord): OracleResult {
  const refusals = refusedCreations(record);
  const exchanges = refusals.map(({ id }) => id);
  // Search may not show exchange orders. Refused exchange orders without any refused payment prove nothing.
  if (!refusals.some(({ line }) => isPayment(line.request.path)))
    return toResult([], [{ code: 'noEvidence', wanted: 'a refused creation', exchanges: [] }]);
  const faults = record.live ? [] : refusals.map((refused) => effectFault(record, refused));
  return toResult(
    exchanges,
    faults.filter((fault) => fault !== undefined),
  );
}
