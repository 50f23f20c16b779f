import type { AttemptOutcome } from '../../../domain/webhook.ts';
import { conformingRules, type Rules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

/** What a service takes for a delivery beside what is one. */
const taken = (isTaken: (outcome: AttemptOutcome) => boolean): Partial<Rules> => ({
  delivered: (outcome) => conformingRules.delivered(outcome) || isTaken(outcome),
});

const takenStatus = (from: number, to = from): Partial<Rules> =>
  taken(({ end, status }) => end === 'answered' && status !== null && status >= from && status <= to);

/** What ends a delivery, though it has not arrived. */
const final = (isFinal: (outcome: AttemptOutcome) => boolean): Partial<Rules> => ({
  retryDelayMs: (nth, outcome) => (isFinal(outcome) ? null : conformingRules.retryDelayMs(nth, outcome)),
});

const finalStatus = (from: number, to = from): Partial<Rules> =>
  final(({ end, status }) => end === 'answered' && status !== null && status >= from && status <= to);

/** Ten retries in a pace of their own. */
const paced = (delayMs: (nth: number) => number): Partial<Rules> => ({
  retryDelayMs: (nth) => (nth > 10 ? null : delayMs(nth)),
});

/** Mutants of what is tried again, and what is not (§ Webhook delivery, Success and Failure). */
export const webhookFailureMutants: readonly Mutant[] = [
  {
    name: 'webhook-repeated-after-200',
    breaks: 'WHK-04',
    level: 'state',
    because: 'what arrived stays in the queue, and goes the whole way of retries',
    rules: {
      repeatedAfterMs: (nth) => conformingRules.retryDelayMs(nth, { end: 'closed', status: null, location: null }),
    },
  },
  {
    name: 'webhook-repeated-every-hour',
    breaks: 'WHK-04',
    level: 'state',
    because: 'a sweeper sends what is an hour old again, arrived or not',
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
    because: 'only a status from 400 on is a failure',
    rules: takenStatus(200, 399),
  },
  {
    name: 'redirect-followed',
    breaks: 'WHK-05',
    level: 'state',
    because: 'the client of the service follows redirects, so that 302 never shows',
    rules: { redirectFollowed: (status) => status >= 300 && status < 400 },
  },
  {
    name: 'client-errors-final',
    breaks: 'WHK-05',
    level: 'state',
    because: 'a 4xx is the receiver’s own doing, and tried no more',
    rules: finalStatus(400, 499),
  },
  {
    name: 'not-found-final',
    breaks: 'WHK-05',
    level: 'state',
    because: 'where nothing is found nobody listens: 404 ends a delivery',
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
    because: '429 is taken for a wish to hear no more',
    rules: finalStatus(429),
  },
  {
    name: 'internal-error-final',
    breaks: 'WHK-05',
    level: 'state',
    because: 'at 500 the receiver is thought to have it',
    rules: finalStatus(500),
  },
  {
    name: 'unavailable-final',
    breaks: 'WHK-05',
    level: 'state',
    because: '503 is not among the statuses that are tried again',
    rules: finalStatus(503),
  },
  {
    name: 'reset-final',
    breaks: 'WHK-05',
    level: 'state',
    because: 'a connection that is closed without an answer counts as delivered: the body was sent',
    rules: final(({ end }) => end === 'closed'),
  },
  {
    name: 'torn-answer-final',
    breaks: 'WHK-05',
    level: 'state',
    because: 'an answer that breaks off ends a delivery, whatever its status',
    rules: final(({ end }) => end === 'cut'),
  },
  {
    name: 'refused-connection-final',
    breaks: 'WHK-07',
    level: 'state',
    because: 'where nobody listens nothing is tried again',
    rules: final(({ end }) => end === 'refused'),
  },
  {
    name: 'late-taken-as-delivered',
    breaks: 'WHK-05',
    level: 'state',
    because: 'nobody waits for an answer: what was sent has arrived',
    rules: taken(({ end }) => end === 'late'),
  },
  {
    name: 'late-final',
    breaks: 'WHK-05',
    level: 'state',
    because: 'what times out is tried no more',
    rules: final(({ end }) => end === 'late'),
  },
  {
    name: 'answer-awaited-for-a-minute',
    breaks: 'WHK-05',
    level: 'state',
    because: 'the timeout is that of the client, a minute',
    rules: { webhookTimeoutMs: () => MINUTE_MS },
  },
  {
    name: 'answer-awaited-for-three-seconds',
    breaks: 'WHK-05',
    level: 'state',
    because: 'an answer that comes within ten seconds, and after three, is not seen any more',
    rules: { webhookTimeoutMs: () => 3000 },
  },
];

/** Mutants of the schedule of retries, and of what gets lost on it (§ Webhook delivery, Retries and Guarantee). */
export const webhookRetryMutants: readonly Mutant[] = [
  {
    name: 'eleventh-retry',
    breaks: 'WHK-06a',
    level: 'state',
    because: 'the first attempt is not counted, and neither is the first retry',
    rules: { retryDelayMs: (nth, outcome) => (nth === 11 ? 2 * DAY_MS : conformingRules.retryDelayMs(nth, outcome)) },
  },
  {
    name: 'retries-without-end',
    breaks: 'WHK-06a',
    level: 'state',
    because: 'the last delay is used again and again',
    rules: { retryDelayMs: (nth, outcome) => conformingRules.retryDelayMs(Math.min(nth, 10), outcome) },
  },
  {
    name: 'retry-tells-the-state-of-now',
    breaks: 'WHK-06b',
    level: 'state',
    because: 'the record is read when it is sent, not when it has moved',
    rules: { retryText: (_first, now) => now() },
  },
  {
    name: 'retry-says-so-in-its-body',
    breaks: 'WHK-06b',
    level: 'answer',
    because: 'a retry has a field more',
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
    because: 'the delays are taken from the wrong end',
    rules: paced((nth) => 2 ** (11 - nth) * MINUTE_MS),
  },
  {
    name: 'lost-while-down',
    breaks: 'WHK-07',
    level: 'state',
    because: 'what happens while a receiver refuses connections is not kept for it',
    rules: { announcedWhileDown: () => false },
  },
  {
    name: 'later-event-drops-the-retry',
    breaks: 'WHK-07',
    level: 'state',
    because: 'of a record only the newest event is kept for retries',
    rules: { superseded: (failures) => failures > 0 },
  },
];
