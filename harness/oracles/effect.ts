import type { Exchange } from '../exchange.ts';
import { excerpt, type Fault } from '../fault.ts';
import { type Creation, grouped, type PaymentSighting, type RunRecord, type Source, textField } from '../record.ts';
import { derived } from './derived.ts';
import { remembered } from './remembered.ts';
import { type Ruling, ruling } from './ruling.ts';

/** Absence is never concluded sooner than this after a request, ns. */
export const leastWaitNs = 2_000_000_000n;

/** The sightings of a record by clientOrderId. */
const sightingsByKey = derived(
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

/** The order that an accepted search asks for; read once, since every order is compared with every search. */
const keyAsked = remembered(({ class: kind, line }: Exchange) => {
  if (kind !== 'accepted' || line.operation !== 'GET /v2/user/payments/search') return undefined;
  return new URLSearchParams(line.request.path.split('?')[1] ?? '').get('clientOrderId') ?? undefined;
});

/** True for a search for this very order: a list or another search may leave it out for reasons of its own. */
function asksFor(look: Exchange, clientOrderId: string): boolean {
  return keyAsked(look) === clientOrderId;
}

type Looks = (look: Exchange, clientOrderId: string) => boolean;

/** The two views that may lag behind a creation, each with the reads that look there. */
const views: readonly (readonly [Source, Looks])[] = [
  ['search', asksFor],
  ['list', ({ class: kind, line }) => kind === 'accepted' && line.operation === 'GET /v1/user/payments'],
];

const longer = (a: bigint, b: bigint) => (a > b ? a : b);

/** When at the latest a target shows a record, by its own word, ns; undefined where the record does not say. */
function visibleNs({ target }: RunRecord): bigint | undefined {
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
    const given = longer(atLeast, visibleNs(record) ?? atMost);
    return given < atMost ? given : atMost;
  });
}

/** How long after a request its absence may be concluded, ns: max(2 s, 3 × the longest lag of the run). */
export const patienceNs = derived((record): bigint => {
  const lags = record.creations.flatMap((creation) => lagsOf(record, creation));
  return longer(leastWaitNs, 3n * lags.reduce(longer, 0n));
});

/** True when some accepted creation of this run was found by search: only then does not finding mean anything. */
function searchFinds(record: RunRecord): boolean {
  return record.creations.some(
    ({ clientOrderId }) =>
      clientOrderId !== undefined && sightingsOf(record, clientOrderId).some(({ source }) => source === 'search'),
  );
}

/** One sighting of each payment with this clientOrderId. */
function paymentsOf(record: RunRecord, clientOrderId: string): PaymentSighting[] {
  const sightings = sightingsOf(record, clientOrderId);
  return [...new Map(sightings.toReversed().map((one) => [textField(one.value, 'id'), one])).values()].toReversed();
}

/**
 * Whether a refused creation had an effect (ERR-03): no more payments with its clientOrderId may ever be seen than were
 * accepted with it, and a search late enough must have looked. Undefined when it is shown to have had none.
 */
export function effectOf(record: RunRecord, refused: Exchange): Fault | undefined {
  const { clientOrderId } = refused.line.request;
  if (clientOrderId === undefined) return undefined;
  const accepted = record.creations.filter((creation) => creation.clientOrderId === clientOrderId).length;
  const seen = paymentsOf(record, clientOrderId)[accepted];
  if (seen)
    return {
      code: 'happened',
      what: refused.request,
      seen: `${textField(seen.value, 'id') ?? 'a payment'} with its clientOrderId: ${excerpt(seen.value)}`,
      exchanges: [refused.id, seen.exchange.id],
    };
  const late = refused.receivedNs + patienceNs(record);
  const looks = record.exchanges.filter((look) => look.clock === refused.clock && look.sentNs >= late);
  if (looks.some((look) => asksFor(look, clientOrderId)) && searchFinds(record)) return undefined;
  return {
    code: 'noEvidence',
    wanted: `a look for the effect of ${refused.request}, late enough`,
    exchanges: [refused.id],
  };
}

/** Only payments show a clientOrderId in the reads there are: the effect of another creation cannot be looked for this way. */
const isPayment = (path: string) => path.startsWith('/v1/user/payments/');

/** The creations that were refused: each must be shown to have had no effect. */
export function refusedCreations(record: RunRecord): Exchange[] {
  return record.exchanges.filter(
    ({ class: kind, line }) =>
      kind === 'refused' &&
      line.request.account === undefined &&
      line.request.clientOrderId !== undefined &&
      isPayment(line.request.path),
  );
}

/** No creation that was refused in this run, for whatever reason, had an effect (ERR-03). */
export function noEffects(record: RunRecord): Ruling {
  const refusals = refusedCreations(record);
  const exchanges = refusals.map(({ id }) => id);
  if (refusals.length === 0)
    return ruling([], [{ code: 'noEvidence', wanted: 'a creation that was refused', exchanges: [] }]);
  const faults = record.live ? [] : refusals.map((refused) => effectOf(record, refused));
  return ruling(
    exchanges,
    faults.filter((fault) => fault !== undefined),
  );
}
