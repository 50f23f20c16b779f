import { createHash, createHmac } from 'node:crypto';
import type { WebhookRequest } from '../protocol/messages.ts';
import type { DigestWay, WebhookStep } from '../scenarios/scenario.ts';

const hmac = (hash: string, key: string, text: string | Buffer) => createHmac(hash, key).update(text).digest('hex');
const right = (text: string | Buffer, secret: string) => hmac('sha1', secret, text);

const otherDigit = (digit: string | undefined) => (digit === '0' ? '1' : '0');

/** Digests of a body (§ Webhook authentication, rule 2), right or wrong in one way. */
const digests: Readonly<Record<DigestWay, (text: Buffer, secret: string) => string>> = {
  right,
  'wrong digit': (text, secret) => right(text, secret).replace(/.$/, otherDigit),
  truncated: (text, secret) => right(text, secret).slice(0, 20),
  longer: (text, secret) => `${right(text, secret)}0`,
  empty: () => '',
  sha256: (text, secret) => hmac('sha256', secret, text),
  'other key': (text, secret) => hmac('sha1', `${secret}0`, text),
  'not keyed': (text) => createHash('sha1').update(text).digest('hex'),
  'of nothing': (_, secret) => hmac('sha1', secret, ''),
  'upper case': (text, secret) => right(text, secret).toUpperCase(),
  'beyond ASCII': (text, secret) => right(text, secret).replace(/^./, (digit) => `${digit}é`),
};

/** Headers that every webhook of the service has. */
const usual: readonly (readonly [string, string])[] = [
  ['Content-Type', 'application/json'],
  ['User-Agent', 'webhooks'],
];

/** Returns the request to the testee for a webhook. */
export function webhookRequest(step: WebhookStep, secret: string): WebhookRequest {
  const { text, sent = text, encoding = 'utf8', digest, isUnsigned, handlingMs, deadlineMs } = step;
  const header = digest ? [[digest.header, digests[digest.way](Buffer.from(text, encoding), secret)] as const] : [];
  return {
    do: 'receiveWebhook',
    secret: isUnsigned ? null : secret,
    headers: [...usual, ...header],
    body: Buffer.from(sent, encoding).toString('base64'),
    handlingMs,
    deadlineMs,
  };
}
