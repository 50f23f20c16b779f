import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';
import { final } from './retries.ts';

/** Mutants that lose a failed webhook of one kind, after some attempt or after new settings only (§ Webhook delivery, Failure and Retries). */
export const webhookCornerMutants: readonly Mutant[] = [
  {
    name: 'unsent-webhook-replaced',
    breaks: 'WHK-07',
    level: 'state',
    because: 'the queue holds one webhook of a record, so that a busy receiver gets the newest only',
    rules: { superseded: (failures) => failures === 0 },
  },
  {
    name: 'unsent-payment-webhook-replaced',
    breaks: 'WHK-07',
    level: 'state',
    because: 'only the busiest queue, that of payments, holds one webhook of a record',
    rules: { superseded: (failures, kind) => failures === 0 && kind === 'payment' },
  },
  {
    name: 'redirects-final-for-checkouts',
    breaks: 'WHK-10',
    level: 'state',
    because: 'checkout webhooks are sent by another client, for which a redirect is no failure',
    rules: final(
      ({ end, status }, _nth, kind) => kind === 'checkout' && end === 'answered' && status !== null && status < 400,
    ),
  },
  {
    name: 'payouts-retried-with-the-state-of-now',
    breaks: 'WHK-06b',
    level: 'state',
    because: 'the webhook of a pay-out is written when it is sent, not at the transition',
    rules: { retryText: (first, now) => (first.includes('"PAYOUT"') ? now() : first) },
  },
  {
    name: 'checkouts-retried-without-end',
    breaks: 'WHK-06a',
    level: 'state',
    because: 'the last delay repeats for ever for webhooks of checkouts',
    rules: {
      retryDelayMs: (nth, outcome, kind) =>
        conformingRules.retryDelayMs(kind === 'checkout' ? Math.min(nth, 10) : nth, outcome, kind),
    },
  },
  {
    name: 'checkouts-retried-a-second-apart',
    breaks: 'WHK-06b',
    level: 'state',
    because: 'webhooks of checkouts are sent by another queue, with a fixed delay',
    rules: {
      retryDelayMs: (nth, outcome, kind) =>
        kind === 'checkout' && nth <= 10 ? 1_000 : conformingRules.retryDelayMs(nth, outcome, kind),
    },
  },
  {
    name: 'retries-lost-when-settings-are-saved',
    breaks: 'WHK-05',
    level: 'state',
    because: 'saved settings replace the row of the receiver, and with it what waits for a retry',
    rules: { waitingKept: (failures) => failures === 0 },
  },
  {
    name: 'retries-lost-with-their-secret',
    breaks: 'WHK-05',
    level: 'state',
    because: 'a retry that was signed by a former secret is dropped when it is due to be signed again',
    rules: { waitingKept: (failures, isResigned) => failures === 0 || !isResigned },
  },
];
