import { createHmac } from 'node:crypto';
import type { AttemptOutcome, WebhookKind } from '../domain/webhook.ts';
import type { RuleKinds } from './ruleKind.ts';

/** Minutes after an attempt until the next: ten retries, the last of them 45.9 hours after the first attempt. */
const RETRY_MINUTES = [1, 2, 5, 15, 30, 60, 120, 360, 720, 1440];

const MINUTE_MS = 60_000;
const TIMEOUT_MS = 10_000;

/** How webhooks are delivered and proven (§ Webhook delivery, § Webhook authentication). */
export const deliveryRules = {
  /** A webhook is a POST. */
  webhookVerb(): string {
    return 'POST';
  },
  /** The content type of a webhook. */
  webhookType(_kind: WebhookKind): string {
    return 'application/json';
  },
  /** Headers beside those that every webhook has: none. */
  webhookHeaders(): Readonly<Record<string, string>> {
    return {};
  },
  /** How the name of a webhook's header is written. */
  webhookHeaderName(name: string): string {
    return name;
  },
  /** Each webhook has a connection of its own, so that none meets one that its receiver has closed. */
  connectionsKept(): boolean {
    return false;
  },
  /** Webhooks come from one address. */
  webhookSource(): string {
    return '127.0.0.1';
  },
  /** What X-Payload-Digest says of a text: hex HMAC-SHA1 of it as it is sent; null, and no header, without a secret. */
  payloadDigest(text: string, secret: string | null, _kind: WebhookKind): string | null {
    return secret === null ? null : createHmac('sha1', secret).update(text).digest('hex');
  },
  /** The secret is the one that is set when the webhook is sent, not one that was there before. */
  secretUsed(secret: string | null, _former: string | null): string | null {
    return secret;
  },
  /** A retry goes where webhooks go by then. */
  urlUsed(_first: string, now: string): string {
    return now;
  },
  /** How long an answer is waited for, in milliseconds. */
  webhookTimeoutMs(): number {
    return TIMEOUT_MS;
  },
  /** A webhook has arrived when 200 is answered, in whole. */
  delivered({ end, status }: AttemptOutcome): boolean {
    return end === 'answered' && status === 200;
  },
  /** How long after its `nth` failed attempt a delivery is tried again, in milliseconds; null: never. */
  retryDelayMs(nth: number, _outcome: AttemptOutcome): number | null {
    const minutes = RETRY_MINUTES[nth - 1];
    return minutes === undefined ? null : minutes * MINUTE_MS;
  },
  /** What a retry says: what the first attempt said, whatever the record says by now. */
  retryText(first: string, _now: () => string): string {
    return first;
  },
  /** How long after it has arrived for the `nth` time a delivery is made once more, in milliseconds; null: never. */
  repeatedAfterMs(_nth: number, _announced: number): number | null {
    return null;
  },
  /** An answer that points elsewhere is no success, and is not followed. */
  redirectFollowed(_status: number): boolean {
    return false;
  },
};

/** How each rule of this group can be broken mechanically. */
export const deliveryKinds: RuleKinds<typeof deliveryRules> = {
  webhookVerb: 'choice',
  webhookType: 'manner',
  webhookHeaders: 'manner',
  webhookHeaderName: 'manner',
  connectionsKept: 'manner',
  webhookSource: 'choice',
  payloadDigest: 'choice',
  secretUsed: 'choice',
  urlUsed: 'manner',
  webhookTimeoutMs: 'choice',
  delivered: 'predicate',
  retryDelayMs: 'choice',
  retryText: 'choice',
  repeatedAfterMs: 'choice',
  redirectFollowed: 'never',
};
