import { createHmac } from 'node:crypto';
import type { AttemptOutcome, WebhookKind } from '../../domain/webhook.ts';
import { always, choice, manner, never, predicate } from '../core/ruleKind.ts';

/** The delays between attempts in minutes: ten retries, the last one 45.9 hours after the first attempt. */
const RETRY_MINUTES = [1, 2, 5, 15, 30, 60, 120, 360, 720, 1440];

const MINUTE_MS = 60_000;
const TIMEOUT_MS = 10_000;

/** The delivery and authentication of webhooks (§ Webhook delivery, § Webhook authentication). */
export const deliveryRules = {
  /** A new setting replaces the settings of its own account only. */
  settingReplaced: predicate((known: string, account: string): boolean => known === account),
  /** What waits for its next attempt is not lost when its settings are saved again; `_isResigned` is true for another secret. */
  waitingKept: always((_failures: number, _isResigned: boolean): boolean => true),
  /** A webhook goes to an address that the account of its record has set. */
  addressFits: predicate((account: string, ofRecord: string): boolean => account === ofRecord),
  /** A webhook is a POST. */
  webhookVerb: choice((): string => 'POST'),
  /** The content type of a webhook. */
  webhookType: manner((_kind: WebhookKind): string => 'application/json'),
  /** The further headers of a webhook; by default there are no further headers. */
  webhookHeaders: manner((): Readonly<Record<string, string>> => ({})),
  /** Writes the name of a webhook's header. */
  webhookHeaderName: manner((name: string): string => name),
  /** Each webhook opens its own connection, so that no webhook uses a connection that the receiver has closed. */
  connectionsKept: manner((): boolean => false),
  /** The source address of webhooks. */
  webhookSource: choice((): string => '127.0.0.1'),
  /** The X-Payload-Digest of a text: hex HMAC-SHA1 of the sent text. Without a secret, the digest is null and the header is omitted. */
  payloadDigest: choice((text: string, secret: string | null, _kind: WebhookKind): string | null =>
    secret === null ? null : createHmac('sha1', secret).update(text).digest('hex'),
  ),
  /** The digest uses the secret in force when the webhook is sent, not a former one. */
  secretUsed: choice((secret: string | null, _former: string | null, _failures: number): string | null => secret),
  /** A retry goes to the address registered at that time. */
  urlUsed: manner((_first: string, now: string): string => now),
  /** The timeout of a webhook, in milliseconds. */
  webhookTimeoutMs: choice((): number => TIMEOUT_MS),
  /** A webhook is delivered if the receiver answers 200 completely. */
  delivered: predicate(({ end, status }: AttemptOutcome): boolean => end === 'answered' && status === 200),
  /** The delay of a retry after the `nth` failed attempt, in milliseconds; null for no retry. */
  retryDelayMs: choice((nth: number, _outcome: AttemptOutcome, _kind: WebhookKind): number | null => {
    const minutes = RETRY_MINUTES[nth - 1];
    return minutes === undefined ? null : minutes * MINUTE_MS;
  }),
  /** The first attempt tells the record as its transition left it, even if the record has changed since. */
  textSent: manner((then: string, _now: () => string): string => then),
  /** A retry repeats the text of the first attempt, even if the record has changed. */
  retryText: choice((first: string, _now: () => string, _kind: WebhookKind): string => first),
  /** The delay before a delivered webhook is sent again after its `nth` success, in milliseconds; null for never. */
  repeatedAfterMs: choice((_nth: number, _announced: number): number | null => null),
  /** A redirect is a failure and is not followed. */
  redirectFollowed: never((_status: number): boolean => false),
};
