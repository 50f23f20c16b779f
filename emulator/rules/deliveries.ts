import { createHmac } from 'node:crypto';
import type { AttemptOutcome, WebhookKind } from '../domain/webhook.ts';
import type { RuleKinds } from './ruleKind.ts';

/** The delays between attempts in minutes: ten retries, the last one 45.9 hours after the first attempt. */
const RETRY_MINUTES = [1, 2, 5, 15, 30, 60, 120, 360, 720, 1440];

const MINUTE_MS = 60_000;
const TIMEOUT_MS = 10_000;

/** The delivery and authentication of webhooks (§ Webhook delivery, § Webhook authentication). */
export const deliveryRules = {
  /** A webhook is a POST. */
  webhookVerb(): string {
    return 'POST';
  },
  /** The content type of a webhook. */
  webhookType(_kind: WebhookKind): string {
    return 'application/json';
  },
  /** The further headers of a webhook; by default there are no further headers. */
  webhookHeaders(): Readonly<Record<string, string>> {
    return {};
  },
  /** Writes the name of a webhook's header. */
  webhookHeaderName(name: string): string {
    return name;
  },
  /** Each webhook opens its own connection, so that no webhook uses a connection that the receiver has closed. */
  connectionsKept(): boolean {
    return false;
  },
  /** The source address of webhooks. */
  webhookSource(): string {
    return '127.0.0.1';
  },
  /** The X-Payload-Digest of a text: hex HMAC-SHA1 of the sent text. Without a secret, the digest is null and the header is omitted. */
  payloadDigest(text: string, secret: string | null, _kind: WebhookKind): string | null {
    return secret === null ? null : createHmac('sha1', secret).update(text).digest('hex');
  },
  /** The digest uses the secret in force when the webhook is sent, not a former one. */
  secretUsed(secret: string | null, _former: string | null): string | null {
    return secret;
  },
  /** A retry goes to the address registered at that time. */
  urlUsed(_first: string, now: string): string {
    return now;
  },
  /** The timeout of a webhook, in milliseconds. */
  webhookTimeoutMs(): number {
    return TIMEOUT_MS;
  },
  /** A webhook is delivered if the receiver answers 200 completely. */
  delivered({ end, status }: AttemptOutcome): boolean {
    return end === 'answered' && status === 200;
  },
  /** The delay of a retry after the `nth` failed attempt, in milliseconds; null for no retry. */
  retryDelayMs(nth: number, _outcome: AttemptOutcome): number | null {
    const minutes = RETRY_MINUTES[nth - 1];
    return minutes === undefined ? null : minutes * MINUTE_MS;
  },
  /** A retry repeats the text of the first attempt, even if the record has changed. */
  retryText(first: string, _now: () => string): string {
    return first;
  },
  /** The delay before a delivered webhook is sent again after its `nth` success, in milliseconds; null for never. */
  repeatedAfterMs(_nth: number, _announced: number): number | null {
    return null;
  },
  /** A redirect is a failure and is not followed. */
  redirectFollowed(_status: number): boolean {
    return false;
  },
};

/** The kind of each rule in this group, which determines its mechanical mutants. */
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
