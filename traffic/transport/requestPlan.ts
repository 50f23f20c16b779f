import { stringify } from 'lossless-json';
import type { PaymentBodies } from '../../generators/payloads/payment.ts';
import { searchQuery } from '../../generators/payloads/searchQuery.ts';
import { uriEncoded } from '../../schemas/json/uriEncoding.ts';
import type { OperationKey, PathParameters } from '../../schemas/load/contract.ts';
import type {
  BundleBody,
  CardSubmission,
  CheckoutBody,
  ExchangeBody,
  PayinBody,
  PayoutBody,
  RequestBody,
} from '../../schemas/requestTypes.ts';

/** Query parameters by name; a list repeats the parameter. */
export type Query = Readonly<Record<string, string | readonly string[]>>;

/** A request before it gets an id of its own and a signature: its operation and content. */
export interface Plan {
  operation: OperationKey;
  path: Readonly<Record<string, string>>;
  query: Query;
  body?: Readonly<Record<string, unknown>>;
  /** The body field that must be fresh for each sending and that identifies the effect. */
  key?: 'clientOrderId';
  /** A mark that distinguishes plans that are otherwise alike, so that they do not share a control request. */
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

function elsewhere(body: Record<string, unknown>): Plan {
  return { operation: 'POST /v1/user/payments/payin', path: {}, query: {}, body };
}

/** Returns a plan with another body, such as one that the contract does not allow. */
export const withBody = (valid: Plan, body: Record<string, unknown>): Plan => ({ ...valid, body });

/** Plans for the creating operations of § Endpoints, by noun. A body that must be refused replaces the valid one by `withBody`. */
export const create = {
  payin: (body: PayinBody) => plan('POST /v1/user/payments/payin', { body }),
  payout: (body: PayoutBody) => plan('POST /v1/user/payments/payout', { body }),
  /** A pay-in or a pay-out, by the direction of its method. */
  payment: <Type extends keyof PaymentBodies>({ orderType }: { orderType: Type }, body: PaymentBodies[Type]) =>
    plan(orderType === 'PAYIN' ? 'POST /v1/user/payments/payin' : 'POST /v1/user/payments/payout', { body }),
  exchange: (body: ExchangeBody) => plan('POST /v1/user/exchange', { body }),
  /** The card of a host-to-host pay-in, sent to one of the target's own paths. The request has no clientOrderId. */
  card: (body: CardSubmission) => elsewhere(body),
  /** The registration of a webhook, sent to one of the target's own paths. */
  registration: (body: Record<string, unknown>) => elsewhere(body),
  checkout: (projectId: string, body: CheckoutBody) =>
    plan('POST /v1/user/crypto-acquiring/{projectId}/checkouts', { path: { projectId }, body }),
  request: (projectId: string, body: RequestBody) =>
    plan('POST /v1/user/crypto-acquiring/{projectId}/requests', { path: { projectId }, body }),
  bundle: (projectId: string, body: BundleBody) =>
    plan('POST /v1/user/crypto-acquiring/{projectId}/static/bundles', { path: { projectId }, body }),
};

/** Plans for the reading operations of § Endpoints, by noun. */
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
  search: (parameters: Query) => plan('GET /v2/user/payments/search', { query: searchQuery(parameters) }),
};

/** Returns a plan without a clientOrderId, which the client does not add either (§ Limits: no body has to carry one). */
export const withoutKey = ({ key: _, ...valid }: Plan): Plan => valid;

/** True for a plan that creates a payment (§ Payments). */
export function isPayment({ operation }: Plan): boolean {
  return operation.startsWith('POST /v1/user/payments/');
}

/** True for a plan that creates a pay-out. */
export const isPayout = ({ operation }: { operation?: string }): boolean =>
  operation === 'POST /v1/user/payments/payout';

/** Returns the path of a plan with its query, all values escaped. */
export function pathOf({ operation, path, query }: Plan): string {
  const template = operation.slice(operation.indexOf(' ') + 1);
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => uriEncoded(path[name] ?? ''));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  const asked = new URLSearchParams(pairs).toString();
  return asked ? `${filled}?${asked}` : filled;
}

/** Returns the body of a plan as the text to sign and send; exact numbers keep their source text. */
export function bodyText(body: Readonly<Record<string, unknown>>): string {
  return stringify(body) ?? '{}';
}

/** The path parameters that select the owner of a list. */
const owner = ['projectId', 'widgetId'];

/** The body fields that select the payment method, the bundle, or how the price of a checkout or a request is set. */
const route = ['method', 'currency', 'blockchain', 'paymentMethodId', 'referenceId', 'type', 'amountIn'];

/** Returns the key of plans that can share one control request: the operation, the project, the field names and the method. */
export function controlKey({ operation, path, body, apart }: Plan): string {
  const names = Object.keys(body ?? {}).sort();
  const values = [...route.map((name) => String(body?.[name] ?? '')), ...owner.map((name) => path[name] ?? '')];
  return [operation, names.join(','), ...values, ...(apart === undefined ? [] : [apart])].join(' ');
}
