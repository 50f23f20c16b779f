import { HOUR_MS, later } from '../../../domain/clock.ts';
import { conformingRules } from '../../../rules/index.ts';
import { checkoutAlsoMoves, checkoutMovesToo, requestMovesToo } from '../../shared/acquiringFaults.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const MINUTE_MS = 60_000;

/** Mutants of the moves of a checkout: back, away from an end, or before its time. */
export const checkoutMoveMutants: readonly Mutant[] = [
  {
    name: 'checkout-success-reopened',
    breaks: 'LIF-07',
    level: 'state',
    because: 'a late notice of the first block takes a paid checkout back',
    rules: checkoutAlsoMoves('SUCCESS', 'PAYMENT_DETECTED', 1_500),
  },
  {
    name: 'checkout-conflict-resolved',
    breaks: 'LIF-07',
    level: 'state',
    because: 'a job makes every conflict a success by and by',
    rules: checkoutAlsoMoves('CONFLICT', 'SUCCESS', 1_500),
  },
  {
    name: 'checkout-success-expires',
    breaks: 'LIF-07',
    level: 'state',
    because: 'whatever its status is, a checkout expires at its time',
    rules: { checkoutMoveAllowed: checkoutMovesToo('SUCCESS', 'EXPIRED') },
  },
  {
    name: 'checkout-conflict-expires',
    breaks: 'LIF-07',
    level: 'state',
    because: 'a conflict is not counted among the ends',
    rules: { checkoutMoveAllowed: checkoutMovesToo('CONFLICT', 'EXPIRED') },
  },
  {
    name: 'checkout-expired-revived',
    breaks: 'LIF-07',
    level: 'state',
    because: 'an expired checkout is opened again a minute later',
    rules: checkoutAlsoMoves('EXPIRED', 'REQUEST_CREATED', MINUTE_MS),
  },
  {
    name: 'checkout-expired-then-paid',
    breaks: 'LIF-07',
    level: 'state',
    because: 'a payment that comes too late takes the checkout out of its end',
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
    because: 'what was detected goes back to the choice until it is confirmed',
    rules: {
      ...checkoutAlsoMoves('PAYMENT_DETECTED', 'REQUEST_CREATED', 700),
      confirmationsAwaited: () => 20,
    },
  },
  {
    name: 'checkout-expires-a-minute-early',
    breaks: 'LIF-08',
    level: 'state',
    because: 'a margin is taken off the time that was agreed',
    rules: { checkoutExpiry: (expiresAt) => later(expiresAt, -MINUTE_MS) },
  },
  {
    name: 'checkout-expires-by-local-time',
    breaks: 'LIF-08',
    level: 'state',
    because: 'the time in UTC is compared with that of a clock in summer',
    rules: {
      checkoutExpiry: (expiresAt, createdAt) => latest(later(expiresAt, -2 * HOUR_MS), later(createdAt, 1000)),
    },
  },
  {
    name: 'checkout-expires-at-half-time',
    breaks: 'LIF-08',
    level: 'state',
    because: 'the middle between creation and expiresAt is taken for the end',
    rules: { checkoutExpiry: (expiresAt, createdAt) => createdAt + (expiresAt - createdAt) / 2n },
  },
  {
    name: 'checkout-expires-with-short-window',
    breaks: 'LIF-08',
    level: 'state',
    because: 'ten minutes after the choice all is over, whatever expiresAt says',
    rules: {
      linkedWindowEnd: (windowEnd) => windowEnd,
      checkoutAlong: (request) => (request === 'EXPIRED' ? 'EXPIRED' : conformingRules.checkoutAlong(request)),
    },
  },
];

const latest = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** Mutants whose checkout and request do not come to the same outcome. */
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
    because: 'whatever is processed makes its checkout a success',
    rules: {
      checkoutAlong: (request) => (request === 'CONFLICT' ? 'SUCCESS' : conformingRules.checkoutAlong(request)),
    },
  },
  {
    name: 'checkout-conflict-though-paid',
    breaks: 'LIF-14',
    level: 'state',
    because: 'the two outcomes are mixed up on their way',
    rules: {
      checkoutAlong: (request) => (request === 'SUCCESS' ? 'CONFLICT' : conformingRules.checkoutAlong(request)),
      checkoutReason: (problem, status) => (status === 'CONFLICT' ? (problem ?? 'OTHER') : null),
    },
  },
  {
    name: 'checkout-told-two-minutes-late',
    breaks: 'LIF-14',
    level: 'state',
    because: 'a job takes the outcome over every two minutes',
    rules: { checkoutLagMs: (to) => (['SUCCESS', 'CONFLICT'].includes(to) ? 2 * MINUTE_MS : 0) },
  },
  {
    name: 'checkout-expires-though-paid',
    breaks: 'LIF-14',
    level: 'state',
    because: 'a checkout is told of a payment and never of its end, and expires at its time',
    rules: {
      checkoutLagMs: (to) => (to === 'SUCCESS' ? null : 0),
      checkoutMoveAllowed: checkoutMovesToo('PAYMENT_DETECTED', 'EXPIRED'),
    },
  },
  {
    name: 'checkout-never-expires',
    breaks: 'LIF-14',
    level: 'state',
    because: 'requests expire, and nobody looks at the expiresAt of their checkouts',
    rules: { checkoutExpiry: () => null },
  },
  {
    name: 'linked-request-never-expires',
    breaks: 'LIF-14',
    level: 'state',
    because: 'a checkout expires, and its request waits for ever',
    rules: { linkedWindowEnd: (_windowEnd, checkoutExpiry) => later(checkoutExpiry, 365 * 24 * HOUR_MS) },
  },
];
