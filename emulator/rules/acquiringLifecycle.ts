import type { Checkout, CheckoutStatus, Problem, RequestStatus } from '../domain/acquiring.ts';
import type { Instant } from '../domain/clock.ts';
import type { Money } from '../domain/money.ts';
import type { RuleKinds } from './ruleKind.ts';

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
  checkoutStart(): CheckoutStatus {
    return 'NEW';
  },
  /** A request begins as WAITING_PAYMENT. */
  requestStart(): RequestStatus {
    return 'WAITING_PAYMENT';
  },
  /** The end user may choose a currency only while the checkout is NEW, so a checkout has at most one request. */
  mayChoose(status: CheckoutStatus): boolean {
    return status === 'NEW';
  },
  /** An amount must be one of the options, or any amount if the settings allow manual input. */
  amountOffered(amount: Money, options: readonly Money[], manual: boolean): boolean {
    return manual || options.some((option) => option.eq(amount));
  },
  /** The choice of a currency moves a checkout to REQUEST_CREATED. */
  checkoutChosen(): CheckoutStatus {
    return 'REQUEST_CREATED';
  },
  /** The request of a checkout may be paid while its checkout is open. */
  linkedWindowEnd(_windowEnd: Instant, checkoutExpiry: Instant): Instant {
    return checkoutExpiry;
  },
  /** The time at which an unpaid request expires; null for never. */
  requestExpiry(expiresAt: Instant, _createdAt: Instant): Instant | null {
    return expiresAt;
  },
  /** The time at which an unpaid checkout expires; null for never. */
  checkoutExpiry(expiresAt: Instant, _createdAt: Instant): Instant | null {
    return expiresAt;
  },
  /** The final status of an unpaid request. */
  requestUnpaid(): RequestStatus {
    return 'EXPIRED';
  },
  /** True if a request may change between these statuses. Statuses only go forward, and a final status never changes. */
  requestMoveAllowed(from: RequestStatus, to: RequestStatus): boolean {
    return REQUEST_MOVES[from].includes(to);
  },
  /** True if a checkout may change between these statuses. Statuses only go forward, and a final status never changes. */
  checkoutMoveAllowed(from: CheckoutStatus, to: CheckoutStatus): boolean {
    return CHECKOUT_MOVES[from].includes(to);
  },
  /** The checkout status that follows from its request's status; null if it does not change the checkout. */
  checkoutAlong(request: RequestStatus): CheckoutStatus | null {
    return ALONG[request];
  },
  /** The delay of a checkout behind its request, in milliseconds; null if it never follows. */
  checkoutLagMs(_to: CheckoutStatus): number | null {
    return 0;
  },
  /** The automatic move of a request some time after it gets a status; null for none. */
  requestAfterwards(_status: RequestStatus): { readonly to: RequestStatus; readonly afterMs: number } | null {
    return null;
  },
  /** The automatic move of a checkout some time after it gets a status; null for none. */
  checkoutAfterwards(_status: CheckoutStatus): { readonly to: CheckoutStatus; readonly afterMs: number } | null {
    return null;
  },
  /** The reason of a checkout: the problem of a CONFLICT, otherwise null. */
  checkoutReason(problem: Problem | null, status: CheckoutStatus): string | null {
    return status === 'CONFLICT' ? problem : null;
  },
  /** The reason of a request: UNDERPAID or OTHER for a CONFLICT, otherwise null. */
  requestReason(problem: Problem | null, status: RequestStatus): string | null {
    if (status !== 'CONFLICT') return null;
    return problem === 'UNDERPAID' ? problem : 'OTHER';
  },
  /** The choice of a currency does not change the checkout's expiresAt. */
  expiryChosen(checkout: Pick<Checkout, 'expiresAt' | 'createdAt'>): Instant {
    return checkout.expiresAt;
  },
};

/** The kind of each rule in this group, which determines its mechanical mutants. */
export const acquiringLifecycleKinds: RuleKinds<typeof acquiringLifecycleRules> = {
  checkoutStart: 'choice',
  requestStart: 'choice',
  mayChoose: 'predicate',
  amountOffered: 'predicate',
  checkoutChosen: 'choice',
  linkedWindowEnd: 'choice',
  requestExpiry: 'choice',
  checkoutExpiry: 'choice',
  requestUnpaid: 'choice',
  requestMoveAllowed: 'predicate',
  checkoutMoveAllowed: 'predicate',
  checkoutAlong: 'choice',
  checkoutLagMs: 'choice',
  requestAfterwards: 'choice',
  checkoutAfterwards: 'choice',
  checkoutReason: 'choice',
  requestReason: 'choice',
  expiryChosen: 'choice',
};
