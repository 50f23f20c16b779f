import { HOUR_MS, later, MILLISECOND } from '../../../domain/clock.ts';
import { conformingRules } from '../../../rules/index.ts';
import { checkoutAlsoMoves, checkoutMovesToo, requestMovesToo } from '../../shared/acquiringFaults.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const MINUTE_MS = 60_000;

/** Mutants of checkout transitions: backwards, away from a final status, or too early. */
export const checkoutMoveMutants: readonly Mutant[] = [
  {
    name: 'checkout-success-reopened',
    breaks: 'LIF-07',
    level: 'state',
    because: 'a late notice of the first block moves a paid checkout back',
    rules: checkoutAlsoMoves('SUCCESS', 'PAYMENT_DETECTED', 1_500),
  },
  {
    name: 'checkout-conflict-resolved',
    breaks: 'LIF-07',
    level: 'state',
    because: 'a job turns every conflict into a success after a while',
    rules: checkoutAlsoMoves('CONFLICT', 'SUCCESS', 1_500),
  },
  {
    name: 'checkout-success-expires',
    breaks: 'LIF-07',
    level: 'state',
    because: 'a checkout expires at its time in any status',
    rules: { checkoutMoveAllowed: checkoutMovesToo('SUCCESS', 'EXPIRED') },
  },
  {
    name: 'checkout-conflict-expires',
    breaks: 'LIF-07',
    level: 'state',
    because: 'CONFLICT is not counted as a final status',
    rules: { checkoutMoveAllowed: checkoutMovesToo('CONFLICT', 'EXPIRED') },
  },
  {
    name: 'checkout-expired-revived',
    breaks: 'LIF-07',
    level: 'state',
    because: 'an expired checkout is reopened a minute later',
    rules: checkoutAlsoMoves('EXPIRED', 'REQUEST_CREATED', MINUTE_MS),
  },
  {
    name: 'checkout-expired-then-paid',
    breaks: 'LIF-07',
    level: 'state',
    because: 'a late payment moves an expired checkout out of its final status',
    rules: {
      takesPayment: (status) => status === 'WAITING_PAYMENT' || status === 'EXPIRED',
      requestMoveAllowed: requestMovesToo(['EXPIRED', 'PENDING_PAYMENT']),
      checkoutMoveAllowed: checkoutMovesToo('EXPIRED', 'PAYMENT_DETECTED'),
    },
  },
  {
    name: 'checkout-choice-forgotten',
    breaks: 'LIF-07',
    level: 'state',
    because: 'a detected payment moves the checkout back until it is confirmed',
    rules: {
      ...checkoutAlsoMoves('PAYMENT_DETECTED', 'REQUEST_CREATED', 700),
      confirmationsAwaited: () => 20,
    },
  },
  {
    name: 'checkout-expires-a-minute-early',
    breaks: 'LIF-08',
    level: 'state',
    because: 'a margin is subtracted from the agreed time',
    rules: { checkoutExpiry: (expiresAt) => later(expiresAt, -MINUTE_MS) },
  },
  {
    name: 'every-third-checkout-expires-early',
    breaks: 'LIF-08',
    level: 'state',
    because: 'one of three workers subtracts a margin from the agreed time',
    rules: {
      checkoutExpiry: (expiresAt, createdAt) =>
        (createdAt / MILLISECOND) % 3n === 0n ? later(expiresAt, -MINUTE_MS) : expiresAt,
    },
  },
  {
    name: 'checkout-expires-by-local-time',
    breaks: 'LIF-08',
    level: 'state',
    because: 'the UTC time is compared with a clock on summer time',
    rules: {
      checkoutExpiry: (expiresAt, createdAt) => latest(later(expiresAt, -2 * HOUR_MS), later(createdAt, 1000)),
    },
  },
  {
    name: 'far-checkouts-expire-at-once',
    breaks: 'LIF-08',
    level: 'state',
    because: 'a timer of more than 24.8 days overflows and fires at once',
    rules: {
      checkoutExpiry: (expiresAt, createdAt) =>
        expiresAt > later(createdAt, 2 ** 31) ? later(createdAt, 1000) : expiresAt,
    },
  },
  {
    name: 'checkout-expires-at-half-time',
    breaks: 'LIF-08',
    level: 'state',
    because: 'the checkout expires halfway between creation and expiresAt',
    rules: { checkoutExpiry: (expiresAt, createdAt) => createdAt + (expiresAt - createdAt) / 2n },
  },
  {
    name: 'checkout-expires-with-short-window',
    breaks: 'LIF-08',
    level: 'state',
    because: 'the checkout expires ten minutes after the choice, whatever expiresAt says',
    rules: {
      linkedWindowEnd: (windowEnd) => windowEnd,
      checkoutAlong: (request) => (request === 'EXPIRED' ? 'EXPIRED' : conformingRules.checkoutAlong(request)),
    },
  },
];

const latest = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** Mutants in which a checkout and its request end differently. */
export const disagreementMutants: readonly Mutant[] = [
  {
    name: 'checkout-not-told-of-success',
    breaks: 'LIF-14',
    level: 'state',
    because: 'the notice of success does not reach the checkout',
    rules: { checkoutLagMs: (to) => (to === 'SUCCESS' ? null : 0) },
  },
  {
    name: 'checkout-not-told-of-conflict',
    breaks: 'LIF-14',
    level: 'state',
    because: 'a conflict stays with the request, and the checkout waits for ever',
    rules: { checkoutLagMs: (to) => (to === 'CONFLICT' ? null : 0) },
  },
  {
    name: 'checkout-success-though-underpaid',
    breaks: 'LIF-14',
    level: 'state',
    because: 'every processed payment makes its checkout a success',
    rules: {
      checkoutAlong: (request) => (request === 'CONFLICT' ? 'SUCCESS' : conformingRules.checkoutAlong(request)),
    },
  },
  {
    name: 'checkout-conflict-though-paid',
    breaks: 'LIF-14',
    level: 'state',
    because: 'the checkout receives the opposite outcome',
    rules: {
      checkoutAlong: (request) => (request === 'SUCCESS' ? 'CONFLICT' : conformingRules.checkoutAlong(request)),
      checkoutReason: (problem, status) => (status === 'CONFLICT' ? (problem ?? 'OTHER') : null),
    },
  },
  {
    name: 'checkout-told-two-minutes-late',
    breaks: 'LIF-14',
    level: 'state',
    because: 'a job copies the outcome to the checkout every two minutes',
    rules: { checkoutLagMs: (to) => (['SUCCESS', 'CONFLICT'].includes(to) ? 2 * MINUTE_MS : 0) },
  },
  {
    name: 'checkout-expires-though-paid',
    breaks: 'LIF-14',
    level: 'state',
    because: 'a checkout learns of a payment but never of its outcome, and expires at its time',
    rules: {
      checkoutLagMs: (to) => (to === 'SUCCESS' ? null : 0),
      checkoutMoveAllowed: checkoutMovesToo('PAYMENT_DETECTED', 'EXPIRED'),
    },
  },
  {
    name: 'checkout-never-expires',
    breaks: 'LIF-14',
    level: 'state',
    because: 'requests expire, but the expiresAt of their checkouts is ignored',
    rules: { checkoutExpiry: () => null },
  },
  {
    name: 'linked-request-never-expires',
    breaks: 'LIF-14',
    level: 'state',
    because: 'a checkout expires, but its request waits for ever',
    rules: { linkedWindowEnd: (_windowEnd, checkoutExpiry) => later(checkoutExpiry, 365 * 24 * HOUR_MS) },
  },
];
