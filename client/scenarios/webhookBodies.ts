import { stringify } from 'lossless-json';
import {
  checkoutLifecycle,
  type Lifecycle,
  paymentLifecycle,
  requestLifecycle,
} from '../../schemas/domain/lifecycles.ts';
import { type Exact, isObject, parseExact } from '../../schemas/json/exact.ts';
import { edited } from '../server/edits.ts';
import { clientOperations } from '../server/operationTable.ts';
import type { Edit } from '../server/rules.ts';
import type { Known, WebhookStep } from './scenario.ts';

/** The records of the service that webhooks announce. */
export type RecordKind = keyof Known['records'];

/** Returns a record of the service with some of its fields changed, as compact JSON. */
export function recordText({ records }: Known, kind: RecordKind, fields: Readonly<Record<string, Exact>>): string {
  const parsed = parseExact(records[kind]);
  const value = 'fault' in parsed || !isObject(parsed.value) ? {} : parsed.value;
  return stringify({ ...value, ...fields }) ?? '';
}

/** The statuses of a record, and the stages in which it reaches them. */
type Stages = Lifecycle<string> & { readonly stages: readonly (readonly string[])[] };

/** The operation that reads a record of each kind, the one that creates it, the beginning of its id, and how it goes on. */
export const recordKinds: Readonly<
  Record<RecordKind, { operation: string; creation: string; idPrefix: string; lifecycle: Stages }>
> = {
  payment: { operation: 'getPayment', creation: 'createPayin', idPrefix: 'PMT-', lifecycle: paymentLifecycle },
  checkout: { operation: 'getCheckout', creation: 'createCheckout', idPrefix: 'CCO-', lifecycle: checkoutLifecycle },
  request: { operation: 'getRequest', creation: 'createRequest', idPrefix: 'CAPD-', lifecycle: requestLifecycle },
};

/** Returns a record of the service with edits made, as compact JSON. */
export function editedRecord({ records }: Known, kind: RecordKind, edits: readonly Edit[]): string {
  const parsed = parseExact(records[kind]);
  const schema = clientOperations.get(recordKinds[kind].operation)?.answer ?? {};
  const value = 'fault' in parsed ? {} : parsed.value;
  return stringify(edits.reduce((before, edit) => edited(before, schema, edit), value)) ?? '';
}

/** Returns what a record says of when it last changed: only requests do. Two webhooks of one event say the same. */
export const changedAt = (kind: RecordKind, nth: number): Readonly<Record<string, Exact>> =>
  kind === 'request' ? { lastUpdatedAt: `2031-05-07T08:05:${String(nth).padStart(2, '0')}.250Z` } : {};

/** The header of the digest as the interface writes it. */
export const digestHeader = 'X-Payload-Digest';

/** A webhook with a right digest, for which the merchant's code takes no time. */
export const rightWebhook = (text: string): WebhookStep => ({
  text,
  digest: { way: 'right', header: digestHeader },
  handlingMs: 0,
  deadlineMs: 10_000,
});

/** A webhook of a payment to a static address: its body is not shown, so that nobody knows this one. */
export const staticPayment = ({ freshUuid }: Known): string =>
  `{"id":"PMT-${freshUuid()}","addressId":"UBADR-${freshUuid()}","asset":"TRON_USDT","amount":5.5,"status":"PENDING"}`;

/** Makes JSON with spaces, as some libraries write it. */
export const spaced = (text: string): string =>
  text.replace(/("(?:[^"\\]|\\.)*")|([,:])/g, (all, string) => string ?? `${all} `);

/** Makes JSON of at least so many bytes, most of it white space. */
export const padded = (text: string, bytes: number): string => `{${' '.repeat(bytes)}${text.slice(1)}`;

/** Sizes of webhooks: one that every receiver must take, and one that the interface does not ask for. */
export const sizes = { large: 256 * 1024, huge: 10 * 1024 * 1024 };
