import type { Instant } from './clock.ts';
import type { MethodKey } from './method.ts';
import type { Money } from './money.ts';

/** The statuses of a payment (§ States and transitions, Payment). */
export const STATUSES = [
  'NEW',
  'SUCCESS',
  'PARTIAL_SUCCESS',
  'FAILED',
  'EXPIRED',
  'PENDING',
  'CANCELLED',
  'FROZEN',
] as const;

/** One status of a payment. */
export type Status = (typeof STATUSES)[number];

/** The order types of a payment. */
export const ORDER_TYPES = ['PAYIN', 'PAYOUT', 'EXCHANGE', 'TRANSFER'] as const;

/** One order type. */
export type OrderType = (typeof ORDER_TYPES)[number];

/** The directions of money as the account sees it. */
export const TRANSACTION_TYPES = ['CREDIT', 'DEBIT'] as const;

/** One direction of money. */
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** What an incoming blockchain payment pays: a request, or a static address of a bundle. */
export type PaidTo =
  | { readonly kind: 'request'; readonly requestId: string }
  | { readonly kind: 'static'; readonly referenceId: string; readonly address: string };

/** One state of a payment (§ Payment); a change makes a new value. Amounts are positive here, the sign is shown by a rule. */
export interface Payment {
  readonly id: string;
  readonly orderId: string;
  readonly externalId: string | null;
  readonly status: Status;
  readonly currency: string;
  readonly blockchain: string | null;
  /** What was asked for. */
  readonly requested: Money;
  /** What is or was moved: less than requested after PARTIAL_SUCCESS. */
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
  /** Whether the card of a pay-in is submitted by the merchant: host to host. */
  readonly h2h: boolean;
  /** The currency into which a project converts what is paid; null: it is credited as it comes. */
  readonly convertInto: string | null;
  /** What an incoming blockchain payment pays: a request, or a static address; null for an order. */
  readonly paidTo: PaidTo | null;
  /** The receiver's name of a pay-out as the service keeps it; no field of the record shows it. */
  readonly receiverName: string | null;
}

/** A payment with all states it went through, oldest first. */
export interface StoredPayment {
  readonly owner: string;
  readonly states: Payment[];
}
