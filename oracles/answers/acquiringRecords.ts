import { type Exact, isObject } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { ReadBack } from '../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, type Sighting, textField } from '../../traffic/journal/runRecord.ts';
import { memoizedByRecord } from '../core/memoize.ts';
import { projectInPath } from '../core/newRecord.ts';

/** A checkout or a request as one exchange showed it: in the answer to its creation, in a read, or inside a checkout. */
export interface AcquiringSighting extends Sighting {
  source: 'create' | 'read' | 'nested';
}

const creations = {
  checkout: 'POST /v1/user/crypto-acquiring/{projectId}/checkouts',
  request: 'POST /v1/user/crypto-acquiring/{projectId}/requests',
} as const satisfies Record<ReadBack, string>;

/** Returns the assets that deposit options list (§ Deposit options, cryptoCurrencies). */
export function listedAssets(options: Exact | undefined): string[] {
  const listed = field(options, 'cryptoCurrencies');
  return Array.isArray(listed) ? listed.filter((one): one is string => typeof one === 'string') : [];
}

/** Returns the accepted exchanges of the account under test. */
const acceptedIn = memoizedByRecord((record) =>
  record.exchanges.filter(({ class: kind, line }) => kind === 'accepted' && line.request.account === undefined),
);

/** Returns an answer as an object; empty if it is not one. */
function objectIn(exchange: Exchange): Sighting[] {
  const { json, line } = exchange;
  return isObject(json) ? [{ exchange, where: line.operation ?? `the read ${line.readBack}`, value: json }] : [];
}

/** Returns the accepted answers of one operation that are objects. */
export function answersTo(record: RunRecord, operation: string): Sighting[] {
  return acceptedIn(record).flatMap((exchange) => (exchange.line.operation === operation ? objectIn(exchange) : []));
}

function sightingsOf(record: RunRecord, kind: ReadBack): AcquiringSighting[] {
  return acceptedIn(record).flatMap((exchange) => {
    const { operation, readBack } = exchange.line;
    const source = operation === creations[kind] ? 'create' : 'read';
    return source === 'create' || readBack === kind ? objectIn(exchange).map((one) => ({ ...one, source })) : [];
  });
}

/** Returns the checkouts that the answers show, in the order of the requests (§ Checkout). */
export const checkoutsIn = memoizedByRecord((record) => sightingsOf(record, 'checkout'));

/** Returns the requests that the answers show, including those inside checkouts (§ Crypto acquiring request). */
export const requestsIn = memoizedByRecord((record): AcquiringSighting[] => {
  const nested = checkoutsIn(record).flatMap(({ exchange, where, value }) => {
    const request = field(value, 'request');
    return isObject(request)
      ? [{ exchange, where: `${where} /request`, value: request, source: 'nested' as const }]
      : [];
  });
  return [...sightingsOf(record, 'request'), ...nested].toSorted((a, b) =>
    a.exchange.sentNs < b.exchange.sentNs ? -1 : 1,
  );
});

/** Returns the asset of a request or a payment as § Crypto acquiring request writes it; undefined if it does not show it. */
export function assetOf({ value }: Pick<Sighting, 'value'>): string | undefined {
  const [blockchain, currency] = [textField(value, 'blockchain'), textField(value, 'currency')];
  return blockchain === undefined || currency === undefined ? undefined : `${blockchain}_${currency}`;
}

/** True if a sighting of a request shows a payment, or a field that only appears with one. */
export const showsPayment = ({ value }: Sighting): boolean =>
  ['paymentId', 'txHash', 'payment', 'paidAmount'].some((name) => field(value, name) !== undefined);

/**
 * A checkout or a request that this run created: its project and id, and the exchange that created it. A request may be created together with its checkout, by
 * the same exchange.
 */
export interface AcquiringRecord {
  kind: ReadBack;
  project: string;
  id: string;
  created: Exchange;
}

/**
 * Returns the checkouts and requests that this run created, in the order of their creation. The request of a checkout comes directly before the checkout, so
 * that the two are read close together.
 */
export const acquiringRecordsIn = memoizedByRecord((record): AcquiringRecord[] => {
  const created = [...checkoutsIn(record), ...requestsIn(record)].filter(({ source }) => source === 'create');
  const requests = new Map(checkoutsIn(record).map(({ value }) => [textField(value, 'id'), field(value, 'request')]));
  const all = created.flatMap(({ exchange, value }): AcquiringRecord[] => {
    const [project, id] = [projectInPath(exchange), textField(value, 'id')];
    if (project === undefined || id === undefined) return [];
    const kind = exchange.line.operation === creations.checkout ? 'checkout' : 'request';
    const linked = kind === 'checkout' ? textField(requests.get(id), 'id') : undefined;
    const own = { kind, project, created: exchange } as const;
    return [...(linked === undefined ? [] : [{ ...own, kind: 'request' as const, id: linked }]), { ...own, id }];
  });
  return [...new Map(all.map((one) => [one.id, one])).values()];
});
