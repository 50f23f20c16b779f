import { createHash, createHmac } from 'node:crypto';
import { conformingRules, type Rules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

type Digest = (text: string, secret: string) => string;

/** A service that computes its digests in another way. */
const digested = (digest: Digest): Partial<Rules> => ({
  payloadDigest: (text, secret) => (secret === null ? null : digest(text, secret)),
});

const sha1: Digest = (text, secret) => createHmac('sha1', secret).update(text).digest('hex');

/** Reads a text as JSON and writes it again; other text stays unchanged. */
function rewritten(text: string, indent = 0): string {
  try {
    return JSON.stringify(JSON.parse(text), null, indent);
  } catch {
    return text;
  }
}

/** Mutants of the format and authentication of a webhook (§ Webhook delivery, § Webhook authentication). */
export const webhookBodyMutants: readonly Mutant[] = [
  {
    name: 'webhook-by-put',
    breaks: 'WHK-01',
    level: 'answer',
    because: 'the webhook is a PUT to the receiver',
    rules: { webhookVerb: () => 'PUT' },
  },
  {
    name: 'webhook-as-a-form',
    breaks: 'WHK-01',
    level: 'answer',
    because: 'the JSON is sent as a form field',
    rules: {
      webhookText: (payload, numberText) =>
        `payload=${encodeURIComponent(conformingRules.webhookText(payload, numberText))}`,
      webhookType: () => 'application/x-www-form-urlencoded',
    },
  },
  {
    name: 'webhook-encoded-twice',
    breaks: 'WHK-01',
    level: 'answer',
    because: 'the JSON text is sent as a JSON string',
    rules: { webhookText: (payload, numberText) => JSON.stringify(conformingRules.webhookText(payload, numberText)) },
  },
  {
    name: 'webhook-after-a-header-line',
    breaks: 'WHK-01',
    level: 'answer',
    because: 'webhooks are sent in batches of one, after a line with the count',
    rules: {
      webhookText: (payload, numberText) => `{"count":1}\n${conformingRules.webhookText(payload, numberText)}\n`,
    },
  },
  {
    name: 'webhook-to-the-root',
    breaks: 'WHK-01',
    level: 'answer',
    because: 'only the host of the configured address is used',
    rules: { urlUsed: (_first, now) => new URL('/', now).href },
  },
  {
    name: 'digest-of-pretty-text',
    breaks: 'WHK-02',
    level: 'answer',
    because: 'the digest covers the body as it is logged, not as it is sent',
    rules: digested((text, secret) => sha1(rewritten(text, 2), secret)),
  },
  {
    name: 'digest-of-rewritten-numbers',
    breaks: 'WHK-02',
    level: 'answer',
    because: 'the body is parsed and rewritten before its digest is computed, which shortens its numbers',
    rules: {
      webhookNumber: (value) => value.toFixed(value.decimalPlaces() + 2),
      ...digested((text, secret) => sha1(rewritten(text), secret)),
    },
  },
  {
    name: 'digest-of-text-with-a-line-break',
    breaks: 'WHK-02',
    level: 'answer',
    because: 'the digest covers the body with a line break that a pipe appends',
    rules: digested((text, secret) => sha1(`${text}\n`, secret)),
  },
  {
    name: 'digest-by-sha256',
    breaks: 'WHK-02',
    level: 'answer',
    because: 'webhooks are signed by SHA-256, like requests',
    rules: digested((text, secret) => createHmac('sha256', secret).update(text).digest('hex')),
  },
  {
    name: 'digest-in-base64',
    breaks: 'WHK-02',
    level: 'answer',
    because: 'the digest is written in base64',
    rules: digested((text, secret) => createHmac('sha1', secret).update(text).digest('base64')),
  },
  {
    name: 'digest-without-a-key',
    breaks: 'WHK-02',
    level: 'answer',
    because: 'secret and body are hashed together without HMAC',
    rules: digested((text, secret) => createHash('sha1').update(secret).update(text).digest('hex')),
  },
  {
    name: 'digest-by-a-decoded-secret',
    breaks: 'WHK-02',
    level: 'answer',
    because: 'the secret is decoded as base64',
    rules: digested((text, secret) => createHmac('sha1', Buffer.from(secret, 'base64')).update(text).digest('hex')),
  },
  {
    name: 'digest-by-the-former-secret',
    breaks: 'WHK-02',
    level: 'state',
    because: 'the former secret stays in a cache that is never cleared',
    rules: { secretUsed: (secret, former) => former ?? secret },
  },
  {
    name: 'removed-secret-still-signs',
    breaks: 'WHK-03',
    level: 'state',
    because: 'so that a rotation is smooth, the former secret signs where there is no other',
    rules: { secretUsed: (secret, former) => secret ?? former },
  },
  {
    name: 'retries-signed-by-the-former-secret',
    breaks: 'WHK-02',
    level: 'state',
    because: 'a retry is signed like the first attempt might have been, by the secret before the last change',
    rules: { secretUsed: (secret, former, failures) => (failures > 0 ? (former ?? secret) : secret) },
  },
  {
    name: 'digest-by-the-start-of-a-secret',
    breaks: 'WHK-02',
    level: 'state',
    because: 'the column of secrets holds 64 characters, and the database cuts what is longer',
    rules: digested((text, secret) => sha1(text, secret.slice(0, 64))),
  },
  {
    name: 'digest-by-a-secret-of-small-letters',
    breaks: 'WHK-02',
    level: 'state',
    because: 'secrets are hexadecimal where they are made, and stored in small letters',
    rules: digested((text, secret) => sha1(text, secret.toLowerCase())),
  },
  {
    name: 'digest-by-a-secret-from-a-form',
    breaks: 'WHK-02',
    level: 'state',
    because: 'the settings pass through a form, which reads a plus sign as a space',
    rules: digested((text, secret) => sha1(text, secret.replaceAll('+', ' '))),
  },
  {
    name: 'digest-missing',
    breaks: 'WHK-02',
    level: 'answer',
    because: 'the secret is stored but never used',
    rules: { payloadDigest: () => null },
  },
  {
    name: 'digest-of-payments-only',
    breaks: 'WHK-02',
    level: 'answer',
    because: 'only webhooks of payments are signed',
    rules: {
      payloadDigest: (text, secret, kind) =>
        kind === 'payment' ? conformingRules.payloadDigest(text, secret, kind) : null,
    },
  },
  {
    name: 'digest-never-of-requests',
    breaks: 'WHK-02',
    level: 'state',
    because: 'the form for request webhooks has a field for the secret, which nothing reads',
    rules: {
      payloadDigest: (text, secret, kind) =>
        kind === 'request' ? null : conformingRules.payloadDigest(text, secret, kind),
    },
  },
  {
    name: 'digest-never-of-detected-payments',
    breaks: 'WHK-02',
    level: 'state',
    because: 'what watches the blockchain sends its own request webhooks, and knows no secrets',
    rules: {
      payloadDigest: (text, secret, kind) =>
        kind === 'request' && text.includes('"PENDING_PAYMENT"')
          ? null
          : conformingRules.payloadDigest(text, secret, kind),
    },
  },
  {
    name: 'empty-digest-on-retries',
    breaks: 'WHK-03',
    level: 'state',
    because: 'a retry reads the secret anew, and an empty one where there is none',
    rules: { secretUsed: (secret, _former, failures) => (failures > 0 ? (secret ?? '') : secret) },
  },
  {
    name: 'digest-in-another-header',
    breaks: 'WHK-02',
    level: 'answer',
    because: 'the digest is sent in a header of another name',
    rules: { webhookHeaderName: (name) => (name === 'X-Payload-Digest' ? 'X-Signature' : name) },
  },
  {
    name: 'digest-without-a-secret',
    breaks: 'WHK-03',
    level: 'answer',
    because: 'a missing secret is treated as an empty one',
    rules: { payloadDigest: (text, secret) => sha1(text, secret ?? '') },
  },
  {
    name: 'empty-digest-without-a-secret',
    breaks: 'WHK-03',
    level: 'answer',
    because: 'the header is always sent, and empty without a secret',
    rules: { payloadDigest: (text, secret) => (secret === null ? '' : sha1(text, secret)) },
  },
  {
    name: 'webhook-from-another-address',
    breaks: 'WHK-09',
    level: 'answer',
    because: 'webhooks leave through a second address',
    rules: { webhookSource: () => '127.0.0.2' },
  },
  {
    name: 'webhook-times-without-zone',
    breaks: 'GEN-04b',
    level: 'answer',
    because: 'the queue’s own serializer writes local date-times',
    rules: { webhookTold: (record) => ({ ...record, createdAt: String(record['createdAt']).replace(/Z$/, '') }) },
  },
];
