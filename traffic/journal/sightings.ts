import type { Exact, ExactObject } from '../../schemas/json/exact.ts';
import { isObject } from '../../schemas/json/exact.ts';
import type { Exchange } from './exchange.ts';

/** The answer in which a payment was seen (§ Payment: returned by list, search, get-by-id, and create pay-in). */
export type Source = 'create' | 'get' | 'list' | 'search';

/** One object as one exchange showed it; `where` names it for a sentence. */
export interface Sighting {
  exchange: Exchange;
  where: string;
  value: ExactObject;
}

/** A payment as one exchange showed it. */
export interface PaymentSighting extends Sighting {
  source: Source;
}

/** An accepted creation: the id in its answer, and the clientOrderId it was sent with. */
export interface Creation {
  exchange: Exchange;
  clientOrderId: string | undefined;
  id: string | undefined;
}

const paymentSources: Readonly<Record<string, Source>> = {
  'POST /v1/user/payments/payin': 'create',
  'GET /v1/user/payments/{id}': 'get',
  'GET /v1/user/payments': 'list',
  'GET /v2/user/payments/search': 'search',
};

/** Returns a property of an object. Null, an absent property and a value that is not an object all give undefined. */
export function field(value: Exact | undefined, name: string): Exact | undefined {
  if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
  return value[name] ?? undefined;
}

/** Returns a property of an object if it is a string. */
export function textField(value: Exact | undefined, name: string): string | undefined {
  const found = field(value, name);
  return typeof found === 'string' ? found : undefined;
}

/** The most records that are read from one answer: an answer of two megabytes cannot hold more valid records. */
const mostRecords = 5_000;

/** Returns the objects of a list in an answer; `at` is the list's place. */
export function objectsIn(exchange: Exchange, list: Exact | undefined, at: string): Sighting[] {
  if (!Array.isArray(list)) return [];
  return list
    .slice(0, mostRecords)
    .flatMap((value, index) =>
      isObject(value) ? [{ exchange, where: `${exchange.line.operation} ${at}/${index}`, value }] : [],
    );
}

/** Returns the payments that an answer shows. */
export function paymentsIn(exchange: Exchange): PaymentSighting[] {
  const source = paymentSources[exchange.line.operation ?? ''];
  if (!source || exchange.class !== 'accepted') return [];
  const { json } = exchange;
  const single = isObject(json) ? [{ exchange, where: `${exchange.line.operation}`, value: json }] : [];
  const found: Record<Source, () => Sighting[]> = {
    create: () => single,
    get: () => single,
    list: () => objectsIn(exchange, json, ''),
    search: () => objectsIn(exchange, field(json, 'content'), '/content'),
  };
  return found[source]().map((sighting) => ({ ...sighting, source }));
}

/** Returns the creation that an answer reports. */
export function creationIn(exchange: Exchange): Creation | undefined {
  if (exchange.line.request.method !== 'POST' || exchange.class !== 'accepted') return undefined;
  const id =
    textField(exchange.json, 'id') ?? (exchange.text.trim().startsWith('ORD-') ? exchange.text.trim() : undefined);
  return { exchange, clientOrderId: exchange.line.request.clientOrderId, id };
}
