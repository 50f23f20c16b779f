import type { Instant } from './clock.ts';
import type { MethodKey } from './method.ts';
import type { Money } from './money.ts';

/** The meaning of each status of a payment (§ States and transitions, Payment): in progress, or the end of a paid or of a failed payment. */
export const STATUS_MEANINGS = {
  NEW: 'open',
  SUCCESS: 'paid',
  PARTIAL_SUCCESS: 'paid',
  FAILED: 'failure',
  EXPIRED: 'failure',
  PENDING: 'open',
  CANCELLED: 'failure',
  FROZEN: 'open',
} as const;

/** One status of a payment. */
export type Status = keyof typeof STATUS_MEANINGS;

/** The statuses of a payment. */
export const STATUSES = Object.keys(STATUS_MEANINGS) as readonly Status[];

/** The order types of a payment. */
export const ORDER_TYPES = ['PAYIN', 'PAYOUT', 'EXCHANGE', 'TRANSFER'] as const;

/** One order type. */
export type OrderType = (typeof ORDER_TYPES)[number];

/** The directions of money from the account's point of view. */
export const TRANSACTION_TYPES = ['CREDIT', 'DEBIT'] as const;

/** One direction of money. */
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** The target of an incoming blockchain payment: a request, or a static address of a bundle. */
export type PaidTo =
  | { readonly kind: 'request'; readonly requestId: string }
  | { readonly kind: 'static'; readonly referenceId: string; readonly address: string };

/** One state of a payment (§ Payment); a change creates a new value. Amounts are positive here; a rule adds the sign. */
export interface Payment {
  readonly id: string;
  readonly orderId: string;
  readonly externalId: string | null;
  readonly status: Status;
  readonly currency: string;
  readonly blockchain: string | null;
  /** The requested amount. */
  readonly requested: Money;
  /** The amount moved or to be moved; less than requested after PARTIAL_SUCCESS. */
  readonly amount: Money;
  readonly fee: Money;
  readonly orderType: OrderType;
  readonly transactionType: TransactionType;
  readonly method: MethodKey | null;
  readonly methodId: string | null;
  readonly integrationId: string | null;
  readonly createdAt: Instant;
  readonly changedAt: Instant;
  readonly reason: string | null;
  readonly comment: string | null;
  readonly clientOrderId: string | null;
  readonly payUrl: string | null;
  readonly payoutCryptoAddress: string | null;
  readonly payoutCardNumber: string | null;
  readonly transferTo: string | null;
  readonly balanceAfterPayment: Money | null;
  readonly payinBankAccount: string | null;
  /** True if the merchant submits the card of the pay-in (host to host). */
  readonly h2h: boolean;
  /** The currency into which the project converts the payment; null if it is credited unchanged. */
  readonly convertInto: string | null;
  /** The target of an incoming blockchain payment: a request or a static address; null for an order. */
  readonly paidTo: PaidTo | null;
  /** The stored receiver name of a pay-out; no field of the record shows it. */
  readonly receiverName: string | null;
}

/** A payment with all its states, oldest first. */
export interface StoredPayment {
  readonly owner: string;
  readonly states: Payment[];
}
