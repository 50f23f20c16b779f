import { stringify } from 'lossless-json';
import { uriEncoded } from '../../schemas/json/uriEncoding.ts';
import type { OperationKey, PathParameters } from '../../schemas/load/contract.ts';

/** Query parameters by name; a list is the same parameter several times. */
export type Query = Readonly<Record<string, string | readonly string[]>>;

/** A request before it has an id of its own and a signature: what to ask, of which operation. */
export interface Plan {
  operation: OperationKey;
  path: Readonly<Record<string, string>>;
  query: Query;
  body?: Readonly<Record<string, unknown>>;
  /** The field of the body that must be fresh for each sending, and that tells its effect. */
  key?: 'clientOrderId';
  /** What sets it apart from plans that are alike in all else: they share no sound twin. */
  apart?: string;
}

const keyed = new Set<OperationKey>([
  'POST /v1/user/payments/payin',
  'POST /v1/user/payments/payout',
  'POST /v1/user/exchange',
  'POST /v1/user/crypto-acquiring/{projectId}/checkouts',
  'POST /v1/user/crypto-acquiring/{projectId}/requests',
]);

/** A plan for an operation of the contract; a misspelt path does not compile. */
export function plan<Key extends OperationKey>(
  operation: Key,
  parts: { path?: PathParameters<Key>; query?: Query; body?: Record<string, unknown> } = {},
): Plan {
  const { path = {}, query = {}, body } = parts;
  return {
    operation,
    path,
    query,
    ...(body && { body }),
    ...(keyed.has(operation) && { key: 'clientOrderId' as const }),
  };
}

/** Plans of the creations of § Endpoints, by their nouns. */
export const create = {
  payin: (body: Record<string, unknown>) => plan('POST /v1/user/payments/payin', { body }),
  payout: (body: Record<string, unknown>) => plan('POST /v1/user/payments/payout', { body }),
  exchange: (body: Record<string, unknown>) => plan('POST /v1/user/exchange', { body }),
  /** The card of a host-to-host pay-in: for a path of the target's own, which gives it no id of ours. */
  card: (body: Record<string, unknown>): Plan => ({
    operation: 'POST /v1/user/payments/payin',
    path: {},
    query: {},
    body,
  }),
  /** What registers a webhook, at a path of the target's own. */
  registration: (body: Record<string, unknown>): Plan => ({ ...create.card(body) }),
  checkout: (projectId: string, body: Record<string, unknown>) =>
    plan('POST /v1/user/crypto-acquiring/{projectId}/checkouts', { path: { projectId }, body }),
  request: (projectId: string, body: Record<string, unknown>) =>
    plan('POST /v1/user/crypto-acquiring/{projectId}/requests', { path: { projectId }, body }),
  bundle: (projectId: string, body: Record<string, unknown>) =>
    plan('POST /v1/user/crypto-acquiring/{projectId}/static/bundles', { path: { projectId }, body }),
};

/** Plans of the reads of § Endpoints, by their nouns. */
export const read = {
  methods: () => plan('GET /v1/user/methods'),
  payment: (id: string) => plan('GET /v1/user/payments/{id}', { path: { id } }),
  payments: () => plan('GET /v1/user/payments'),
  exchangeRates: () => plan('GET /v1/user/exchange/rates'),
  exchangeLimits: () => plan('GET /v1/user/exchange/limits'),
  exchangeRate: (symbolPair: string) => plan('GET /v1/user/exchange/rates/{symbolPair}', { path: { symbolPair } }),
  depositOptions: (widgetId: string) =>
    plan('GET /v1/user/crypto-acquiring/{widgetId}/deposit-options', { path: { widgetId } }),
  acquiringRate: (baseAsset: string, quoteAsset: string) =>
    plan('GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}', { path: { baseAsset, quoteAsset } }),
  exchangeLimit: (symbolPair: string) => plan('GET /v1/user/exchange/limits/{symbolPair}', { path: { symbolPair } }),
  balances: () => plan('GET /v1/user/wallet/balances'),
  search: (query: Query) => plan('GET /v2/user/payments/search', { query }),
};

/** True for a plan that creates a payment (§ Payments). */
export function isPayment({ operation }: Plan): boolean {
  return operation.startsWith('POST /v1/user/payments/');
}

/** The path of a plan with its query, every value escaped. */
export function pathOf({ operation, path, query }: Plan): string {
  const template = operation.slice(operation.indexOf(' ') + 1);
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => uriEncoded(path[name] ?? ''));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  const asked = new URLSearchParams(pairs).toString();
  return asked ? `${filled}?${asked}` : filled;
}

/** The body of a plan as the text that is signed and sent; exact numbers keep their source text. */
export function bodyText(body: Readonly<Record<string, unknown>>): string {
  return stringify(body) ?? '{}';
}

/** The parameters of a path that say whose list it is. */
const owner = ['projectId', 'widgetId'];

/** The fields of a body that say by which method a payment goes, which bundle is asked for, or how the price of a checkout or a request is set. */
const route = ['method', 'currency', 'blockchain', 'paymentMethodId', 'referenceId', 'type', 'amountIn'];

/** What makes two plans alike enough for one sound twin: the operation, the project, the names of the fields, and the method. */
export function controlKey({ operation, path, body, apart }: Plan): string {
  const names = Object.keys(body ?? {}).sort();
  const values = [...route.map((name) => String(body?.[name] ?? '')), ...owner.map((name) => path[name] ?? '')];
  return [operation, names.join(','), ...values, ...(apart === undefined ? [] : [apart])].join(' ');
}
