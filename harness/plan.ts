import { stringify } from 'lossless-json';
import type { OperationKey, PathParameters } from '../schemas/contract.ts';

/** A request before it has an id of its own and a signature: what to ask, of which operation. */
export interface Plan {
  operation: OperationKey;
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
  /** The field of the body that must be fresh for each sending, and that tells its effect. */
  key?: 'clientOrderId';
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
  parts: { path?: PathParameters<Key>; query?: Record<string, string>; body?: Record<string, unknown> } = {},
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
  balances: () => plan('GET /v1/user/wallet/balances'),
  search: (query: Record<string, string>) => plan('GET /v2/user/payments/search', { query }),
};

/** The path of a plan with its query, every value escaped. */
export function pathOf({ operation, path, query }: Plan): string {
  const template = operation.slice(operation.indexOf(' ') + 1);
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const asked = new URLSearchParams(query).toString();
  return asked ? `${filled}?${asked}` : filled;
}

/** The body of a plan as the text that is signed and sent; exact numbers keep their source text. */
export function bodyText(body: Readonly<Record<string, unknown>>): string {
  return stringify(body) ?? '{}';
}

/** What makes two plans alike enough for one sound twin: the operation and the names of the fields. */
export function shapeOf({ operation, body }: Plan): string {
  return `${operation} ${Object.keys(body ?? {})
    .sort()
    .join(',')} ${String(body?.['method'] ?? '')} ${String(body?.['currency'] ?? '')}`;
}
