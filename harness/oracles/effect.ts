import type { Exchange } from '../exchange.ts';
import { excerpt, type Fault } from '../fault.ts';
import { type PaymentSighting, type RunRecord, textField } from '../record.ts';
import { type Ruling, ruling } from './ruling.ts';

/** Absence is never concluded sooner than this after a request, ns. */
const leastWaitNs = 2_000_000_000n;

/** The sightings of payments that carry this clientOrderId, in the order of their reads. */
export function sightingsOf(record: RunRecord, clientOrderId: string): PaymentSighting[] {
  return record.payments.filter(({ value }) => textField(value, 'clientOrderId') === clientOrderId);
}

/** True for a read that would show this order to us: a search for it, a list, a search without filters. */
function looksFor(exchange: Exchange, clientOrderId: string): boolean {
  const { operation, request } = exchange.line;
  if (exchange.class !== 'accepted') return false;
  if (operation === 'GET /v1/user/payments') return true;
  if (operation !== 'GET /v2/user/payments/search') return false;
  const asked = new URLSearchParams(request.path.split('?')[1] ?? '').get('clientOrderId');
  return asked === null || asked === clientOrderId;
}

/** From the answer of an accepted creation to its first sight, ns; 0 where the first look already saw it. */
function lagOf(record: RunRecord, created: Exchange, clientOrderId: string): bigint {
  const seen = sightingsOf(record, clientOrderId).find(({ source }) => source === 'search' || source === 'list');
  if (!seen) return 0n;
  const missed = record.exchanges.some(
    (look) =>
      looksFor(look, clientOrderId) && look.sentNs > created.receivedNs && look.receivedNs < seen.exchange.sentNs,
  );
  return missed ? seen.exchange.receivedNs - created.receivedNs : 0n;
}

/** How long after a request its absence may be concluded, ns: max(2 s, 3 × the longest lag seen in the run). */
export function patienceNs(record: RunRecord): bigint {
  const lags = record.creations.map(({ exchange, clientOrderId }) =>
    clientOrderId === undefined ? 0n : lagOf(record, exchange, clientOrderId),
  );
  const longest = lags.reduce((most, lag) => (lag > most ? lag : most), 0n);
  return 3n * longest > leastWaitNs ? 3n * longest : leastWaitNs;
}

/** True when some accepted creation of this run was found by search or list: only then does not finding mean anything. */
function searchFinds(record: RunRecord): boolean {
  return record.creations.some(
    ({ clientOrderId }) =>
      clientOrderId !== undefined && sightingsOf(record, clientOrderId).some(({ source }) => source === 'search'),
  );
}

/**
 * Whether a refused creation had an effect (ERR-03): nothing with its clientOrderId may ever be seen, and a read late
 * enough must have looked. Undefined when it is shown to have had none.
 */
export function effectOf(record: RunRecord, refused: Exchange): Fault | undefined {
  const { clientOrderId } = refused.line.request;
  if (clientOrderId === undefined) return undefined;
  const seen = sightingsOf(record, clientOrderId)[0];
  if (seen)
    return {
      code: 'happened',
      what: refused.request,
      seen: `${textField(seen.value, 'id') ?? 'a payment'} with its clientOrderId: ${excerpt(seen.value)}`,
      exchanges: [refused.id, seen.exchange.id],
    };
  const late = refused.receivedNs + patienceNs(record);
  if (record.exchanges.some((look) => look.sentNs >= late && looksFor(look, clientOrderId)) && searchFinds(record))
    return undefined;
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
      kind === 'refused' && line.request.clientOrderId !== undefined && isPayment(line.request.path),
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
