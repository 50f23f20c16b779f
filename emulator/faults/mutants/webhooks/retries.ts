import type { AttemptOutcome, WebhookKind } from '../../../domain/webhook.ts';
import { conformingRules, type Rules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

/** A service that also counts some undelivered outcomes as delivered. */
const taken = (isTaken: (outcome: AttemptOutcome) => boolean): Partial<Rules> => ({
  delivered: (outcome) => conformingRules.delivered(outcome) || isTaken(outcome),
});

const takenStatus = (from: number, to = from): Partial<Rules> =>
  taken(({ end, status }) => end === 'answered' && status !== null && status >= from && status <= to);

/** A service that does not retry after some failed outcomes. */
export const final = (
  isFinal: (outcome: AttemptOutcome, nth: number, kind: WebhookKind) => boolean,
): Partial<Rules> => ({
  retryDelayMs: (nth, outcome, kind) =>
    isFinal(outcome, nth, kind) ? null : conformingRules.retryDelayMs(nth, outcome, kind),
});

const finalStatus = (from: number, to = from): Partial<Rules> =>
  final(({ end, status }) => end === 'answered' && status !== null && status >= from && status <= to);

/** Ten retries on another schedule. */
const paced = (delayMs: (nth: number) => number): Partial<Rules> => ({
  retryDelayMs: (nth) => (nth > 10 ? null : delayMs(nth)),
});

/** Mutants of the outcomes that are retried (§ Webhook delivery, Success and Failure). */
export const webhookFailureMutants: readonly Mutant[] = [
  {
    name: 'webhook-repeated-after-200',
    breaks: 'WHK-04',
    level: 'state',
    because: 'a delivered webhook stays in the queue and goes through all retries',
    rules: {
      repeatedAfterMs: (nth) =>
        conformingRules.retryDelayMs(nth, { end: 'closed', status: null, location: null }, 'payment'),
    },
  },
  {
    name: 'webhook-repeated-every-hour',
    breaks: 'WHK-04',
    level: 'state',
    because: 'a job sends webhooks again after an hour, delivered or not',
    rules: { repeatedAfterMs: (nth) => (nth > 24 ? null : 60 * MINUTE_MS) },
  },
  {
    name: 'created-taken-as-delivered',
    breaks: 'WHK-05',
    level: 'state',
    because: '201 counts as success',
    rules: takenStatus(201),
  },
  {
    name: 'no-content-taken-as-delivered',
    breaks: 'WHK-05',
    level: 'state',
    because: '204 counts as success',
    rules: takenStatus(204),
  },
  {
    name: 'any-2xx-taken-as-delivered',
    breaks: 'WHK-05',
    level: 'state',
    because: 'every 2xx counts as success',
    rules: takenStatus(200, 299),
  },
  {
    name: 'redirect-taken-as-delivered',
    breaks: 'WHK-05',
    level: 'state',
    because: 'only statuses from 400 on are failures',
    rules: takenStatus(200, 399),
  },
  {
    name: 'redirect-followed',
    breaks: 'WHK-05',
    level: 'state',
    because: 'the HTTP client follows redirects, so the service never sees the 302',
    rules: { redirectFollowed: (status) => status >= 300 && status < 400 },
  },
  {
    name: 'client-errors-final',
    breaks: 'WHK-05',
    level: 'state',
    because: 'a 4xx is considered the receiver’s fault and is not retried',
    rules: finalStatus(400, 499),
  },
  {
    name: 'not-found-final',
    breaks: 'WHK-05',
    level: 'state',
    because: '404 ends a delivery because nobody seems to listen there',
    rules: finalStatus(404),
  },
  {
    name: 'gone-final',
    breaks: 'WHK-05',
    level: 'state',
    because: '410 ends a delivery',
    rules: finalStatus(410),
  },
  {
    name: 'too-many-requests-final',
    breaks: 'WHK-05',
    level: 'state',
    because: '429 is treated as a wish to receive no more',
    rules: finalStatus(429),
  },
  {
    name: 'internal-error-final',
    breaks: 'WHK-05',
    level: 'state',
    because: 'at 500 the receiver is assumed to have the webhook',
    rules: finalStatus(500),
  },
  {
    name: 'unavailable-final',
    breaks: 'WHK-05',
    level: 'state',
    because: '503 is not among the retried statuses',
    rules: finalStatus(503),
  },
  {
    name: 'reset-final',
    breaks: 'WHK-05',
    level: 'state',
    because: 'a connection closed without an answer counts as delivered, because the body was sent',
    rules: final(({ end }) => end === 'closed'),
  },
  {
    name: 'torn-answer-final',
    breaks: 'WHK-05',
    level: 'state',
    because: 'a truncated answer ends a delivery, whatever its status',
    rules: final(({ end }) => end === 'cut'),
  },
  {
    name: 'refused-connection-final',
    breaks: 'WHK-07',
    level: 'state',
    because: 'a refused connection ends a delivery',
    rules: final(({ end }) => end === 'refused'),
  },
  {
    name: 'late-taken-as-delivered',
    breaks: 'WHK-05',
    level: 'state',
    because: 'nobody waits for an answer: a sent webhook counts as delivered',
    rules: taken(({ end }) => end === 'late'),
  },
  {
    name: 'late-final',
    breaks: 'WHK-05',
    level: 'state',
    because: 'a timeout ends a delivery',
    rules: final(({ end }) => end === 'late'),
  },
  {
    name: 'answer-awaited-for-a-minute',
    breaks: 'WHK-05',
    level: 'state',
    because: 'the timeout is a minute, the default of the HTTP client',
    rules: { webhookTimeoutMs: () => MINUTE_MS },
  },
  {
    name: 'answer-awaited-for-three-seconds',
    breaks: 'WHK-05',
    level: 'state',
    because: 'an answer after more than three seconds is ignored',
    rules: { webhookTimeoutMs: () => 3000 },
  },
];

/** Mutants of the retry schedule and of lost deliveries (§ Webhook delivery, Retries and Guarantee). */
export const webhookRetryMutants: readonly Mutant[] = [
  {
    name: 'eleventh-retry',
    breaks: 'WHK-06a',
    level: 'state',
    because: 'neither the first attempt nor the first retry is counted',
    rules: { retryDelayMs: (nth, ...of) => (nth === 11 ? 2 * DAY_MS : conformingRules.retryDelayMs(nth, ...of)) },
  },
  {
    name: 'retries-without-end',
    breaks: 'WHK-06a',
    level: 'state',
    because: 'the last delay repeats for ever',
    rules: { retryDelayMs: (nth, ...of) => conformingRules.retryDelayMs(Math.min(nth, 10), ...of) },
  },
  {
    name: 'retry-tells-the-state-of-now',
    breaks: 'WHK-06b',
    level: 'state',
    because: 'the record is read when the webhook is sent, not at the transition',
    rules: { retryText: (_first, now) => now() },
  },
  {
    name: 'retry-says-so-in-its-body',
    breaks: 'WHK-06b',
    level: 'answer',
    because: 'a retry has an additional field',
    rules: { retryText: (first) => first.replace(/}$/, ',"retry":true}') },
  },
  {
    name: 'retries-at-constant-delays',
    breaks: 'WHK-06b',
    level: 'state',
    because: 'every delay is five minutes',
    rules: paced(() => 5 * MINUTE_MS),
  },
  {
    name: 'retries-a-second-apart',
    breaks: 'WHK-06b',
    level: 'state',
    because: 'all ten retries come within ten seconds',
    rules: paced(() => 1000),
  },
  {
    name: 'retries-at-shrinking-delays',
    breaks: 'WHK-06b',
    level: 'state',
    because: 'the delays shrink instead of growing',
    rules: paced((nth) => 2 ** (11 - nth) * MINUTE_MS),
  },
  {
    name: 'lost-while-down',
    breaks: 'WHK-07',
    level: 'state',
    because: 'events are dropped while a receiver refuses connections',
    rules: { announcedWhileDown: () => false },
  },
  {
    name: 'later-event-drops-the-retry',
    breaks: 'WHK-07',
    level: 'state',
    because: 'only the newest event of a record is stored for retries',
    rules: { superseded: (failures) => failures > 0 },
  },
];
