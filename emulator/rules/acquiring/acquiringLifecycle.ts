import type { Checkout, CheckoutStatus, CheckoutType, Problem, RequestStatus } from '../../domain/acquiring.ts';
import type { Instant } from '../../domain/clock.ts';
import type { Money } from '../../domain/money.ts';
import { choice, predicate } from '../core/ruleKind.ts';

const REQUEST_MOVES: Readonly<Record<RequestStatus, readonly RequestStatus[]>> = {
  WAITING_PAYMENT: ['PENDING_PAYMENT', 'EXPIRED'],
  PENDING_PAYMENT: ['SUCCESS', 'CONFLICT'],
  CONFLICT: [],
  EXPIRED: [],
  SUCCESS: [],
};

const CHECKOUT_MOVES: Readonly<Record<CheckoutStatus, readonly CheckoutStatus[]>> = {
  NEW: ['REQUEST_CREATED', 'EXPIRED'],
  REQUEST_CREATED: ['PAYMENT_DETECTED', 'EXPIRED', 'CONFLICT', 'SUCCESS'],
  PAYMENT_DETECTED: ['SUCCESS', 'CONFLICT'],
  EXPIRED: [],
  CONFLICT: [],
  SUCCESS: [],
};

const ALONG: Readonly<Record<RequestStatus, CheckoutStatus | null>> = {
  WAITING_PAYMENT: 'REQUEST_CREATED',
  PENDING_PAYMENT: 'PAYMENT_DETECTED',
  CONFLICT: 'CONFLICT',
  EXPIRED: null,
  SUCCESS: 'SUCCESS',
};

/** The lifecycle of checkouts and requests (§ States and transitions, Checkout and Crypto acquiring request). */
export const acquiringLifecycleRules = {
  /** A checkout begins as NEW. */
  checkoutStart: choice((): CheckoutStatus => 'NEW'),
  /** A request begins as WAITING_PAYMENT. */
  requestStart: choice((): RequestStatus => 'WAITING_PAYMENT'),
  /** The end user may choose a currency only while the checkout is NEW, so a checkout has at most one request. */
  mayChoose: predicate(
    (status: CheckoutStatus, _type: CheckoutType, _assets: { named: string; before: string | null }): boolean =>
      status === 'NEW',
  ),
  /** An amount must be one of the options, or any amount if the settings allow manual input. */
  amountOffered: predicate(
    (amount: Money, options: readonly Money[], manual: boolean): boolean =>
      manual || options.some((option) => option.eq(amount)),
  ),
  /** The choice of a currency moves a checkout to REQUEST_CREATED. */
  checkoutChosen: choice((): CheckoutStatus => 'REQUEST_CREATED'),
  /** The request of a checkout may be paid while its checkout is open. */
  linkedWindowEnd: choice((_windowEnd: Instant, checkoutExpiry: Instant): Instant => checkoutExpiry),
  /** The time at which an unpaid request expires; null for never. */
  requestExpiry: choice((expiresAt: Instant, _createdAt: Instant): Instant | null => expiresAt),
  /** The time at which an unpaid checkout expires; null for never. */
  checkoutExpiry: choice((expiresAt: Instant, _createdAt: Instant): Instant | null => expiresAt),
  /** The final status of an unpaid request. */
  requestUnpaid: choice((): RequestStatus => 'EXPIRED'),
  /** True if a request may change between these statuses. Statuses only go forward, and a final status never changes. */
  requestMoveAllowed: predicate((from: RequestStatus, to: RequestStatus): boolean => REQUEST_MOVES[from].includes(to)),
  /** True if a checkout may change between these statuses. Statuses only go forward, and a final status never changes. */
  checkoutMoveAllowed: predicate((from: CheckoutStatus, to: CheckoutStatus): boolean =>
    CHECKOUT_MOVES[from].includes(to),
  ),
  /** The checkout status that follows from its request's status; null if it does not change the checkout. */
  checkoutAlong: choice((request: RequestStatus): CheckoutStatus | null => ALONG[request]),
  /** The delay of a checkout behind its request, in milliseconds; null if it never follows. */
  checkoutLagMs: choice((_to: CheckoutStatus): number | null => 0),
  /** The automatic move of a request some time after it gets a status; null for none. */
  requestAfterwards: choice(
    (_status: RequestStatus): { readonly to: RequestStatus; readonly afterMs: number } | null => null,
  ),
  /** The automatic move of a checkout some time after it gets a status; null for none. */
  checkoutAfterwards: choice(
    (_status: CheckoutStatus): { readonly to: CheckoutStatus; readonly afterMs: number } | null => null,
  ),
  /** The reason of a checkout: the problem of a CONFLICT, otherwise null. */
  checkoutReason: choice((problem: Problem | null, status: CheckoutStatus): string | null =>
    status === 'CONFLICT' ? problem : null,
  ),
  /** The reason of a request: UNDERPAID or OTHER for a CONFLICT, otherwise null. */
  requestReason: choice((problem: Problem | null, status: RequestStatus): string | null => {
    if (status !== 'CONFLICT') return null;
    return problem === 'UNDERPAID' ? problem : 'OTHER';
  }),
  /** The choice of a currency does not change the checkout's expiresAt. */
  expiryChosen: choice((checkout: Pick<Checkout, 'expiresAt' | 'createdAt'>): Instant => checkout.expiresAt),
};
