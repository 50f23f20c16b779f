import { stringify } from 'lossless-json';
import { type Exact, isObject, parseExact } from '../../schemas/json/exact.ts';
import type { Known, WebhookStep } from './scenario.ts';

/** The records of the service that webhooks announce. */
export type RecordKind = keyof Known['records'];

/** Returns a record of the service with some of its fields changed, as compact JSON. */
export function recordText({ records }: Known, kind: RecordKind, fields: Readonly<Record<string, Exact>>): string {
  const parsed = parseExact(records[kind]);
  const value = 'fault' in parsed || !isObject(parsed.value) ? {} : parsed.value;
  return stringify({ ...value, ...fields }) ?? '';
}

/** The header of the digest as the interface writes it. */
export const digestHeader = 'X-Payload-Digest';

/** A webhook with a right digest, for which the merchant's code takes no time. */
export const rightWebhook = (text: string): WebhookStep => ({
  text,
  digest: { way: 'right', header: digestHeader },
  handlingMs: 0,
  deadlineMs: 10_000,
});

/** Makes JSON with spaces, as some libraries write it. */
export const spaced = (text: string): string =>
  text.replace(/("(?:[^"\\]|\\.)*")|([,:])/g, (all, string) => string ?? `${all} `);

/** Makes JSON of 10 MB, most of it white space. */
export const padded = (text: string): string => `{${' '.repeat(10 * 1024 * 1024)}${text.slice(1)}`;
