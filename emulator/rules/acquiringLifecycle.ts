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

/** How checkouts and requests move (§ States and transitions, Checkout and Crypto acquiring request). */
export const acquiringLifecycleRules = {
  /** A checkout begins as NEW. */
  checkoutStart(): CheckoutStatus {
    return 'NEW';
  },
  /** A request begins as WAITING_PAYMENT. */
  requestStart(): RequestStatus {
    return 'WAITING_PAYMENT';
  },
  /** A crypto currency is chosen while the checkout is NEW: it has at most one request. */
  mayChoose(status: CheckoutStatus): boolean {
    return status === 'NEW';
  },
  /** An amount is one of the options, or the payer's own where the settings allow that. */
  amountOffered(amount: Money, options: readonly Money[], manual: boolean): boolean {
    return manual || options.some((option) => option.eq(amount));
  },
  /** A checkout whose currency is chosen has its request created. */
  checkoutChosen(): CheckoutStatus {
    return 'REQUEST_CREATED';
  },
  /** The request of a checkout may be paid as long as its checkout is open. */
  linkedWindowEnd(_windowEnd: Instant, checkoutExpiry: Instant): Instant {
    return checkoutExpiry;
  },
  /** When a request that nobody pays expires; null: never. */
  requestExpiry(expiresAt: Instant, _createdAt: Instant): Instant | null {
    return expiresAt;
  },
  /** When a checkout that nobody pays expires; null: never. */
  checkoutExpiry(expiresAt: Instant, _createdAt: Instant): Instant | null {
    return expiresAt;
  },
  /** What a request that nobody paid in time becomes. */
  requestUnpaid(): RequestStatus {
    return 'EXPIRED';
  },
  /** Where a request may move to: forward only, and nowhere from its end. */
  requestMoveAllowed(from: RequestStatus, to: RequestStatus): boolean {
    return REQUEST_MOVES[from].includes(to);
  },
  /** Where a checkout may move to: forward only, and nowhere from its end. */
  checkoutMoveAllowed(from: CheckoutStatus, to: CheckoutStatus): boolean {
    return CHECKOUT_MOVES[from].includes(to);
  },
  /** The status of a checkout whose request has one; null: it goes by its own clock. */
  checkoutAlong(request: RequestStatus): CheckoutStatus | null {
    return ALONG[request];
  },
  /** How far a checkout is behind its request, in milliseconds; null: it is never told. */
  checkoutLagMs(_to: CheckoutStatus): number | null {
    return 0;
  },
  /** What a request does by itself some time after it moved: nothing. */
  requestAfterwards(_status: RequestStatus): { readonly to: RequestStatus; readonly afterMs: number } | null {
    return null;
  },
  /** What a checkout does by itself some time after it moved: nothing. */
  checkoutAfterwards(_status: CheckoutStatus): { readonly to: CheckoutStatus; readonly afterMs: number } | null {
    return null;
  },
  /** The reason of a checkout: the problem of a CONFLICT, else none. */
  checkoutReason(problem: Problem | null, status: CheckoutStatus): string | null {
    return status === 'CONFLICT' ? problem : null;
  },
  /** The reason of a request: the problem of a CONFLICT, UNDERPAID or OTHER, else none. */
  requestReason(problem: Problem | null, status: RequestStatus): string | null {
    if (status !== 'CONFLICT') return null;
    return problem === 'UNDERPAID' ? problem : 'OTHER';
  },
  /** The checkout's expiresAt stays when its currency is chosen. */
  expiryChosen(checkout: Pick<Checkout, 'expiresAt' | 'createdAt'>): Instant {
    return checkout.expiresAt;
  },
};

/** How each rule of this group can be broken mechanically. */
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
