import { type JsonObject, num, numOrNull } from '../core/json.ts';
import type { Money } from '../core/money.ts';
import { formatInstant, type Instant } from '../core/time.ts';
import type { Account } from '../domain/account.ts';
import type { MethodKey } from './methods.ts';

/** The states of a payment. */
export type PaymentStatus =
  | 'NEW'
  | 'PENDING'
  | 'FROZEN'
  | 'SUCCESS'
  | 'PARTIAL_SUCCESS'
  | 'FAILED'
  | 'CANCELLED'
  | 'EXPIRED';

const FINAL: readonly PaymentStatus[] = ['SUCCESS', 'PARTIAL_SUCCESS', 'FAILED', 'EXPIRED', 'CANCELLED'];

/** True for the states that a payment does not leave. */
export function isFinal(status: PaymentStatus): boolean {
  return FINAL.includes(status);
}

/** A payment record; the amount is what is shown, the fee is taken on top of a pay-out and out of a pay-in. */
export interface Payment {
  id: string;
  account: Account;
  source: 'API' | 'ACQUIRING';
  orderId: string;
  orderType: 'PAYIN' | 'PAYOUT' | 'EXCHANGE' | 'TRANSFER';
  transactionType: 'CREDIT' | 'DEBIT';
  status: PaymentStatus;
  method: MethodKey;
  methodId?: string;
  integrationId?: string;
  currency: string;
  blockchain?: string | undefined;
  amount: Money;
  fee: Money;
  unprocessed?: Money;
  createdAt: Instant;
  externalId?: string | undefined;
  reason?: string | undefined;
  comment?: string | undefined;
  clientOrderId?: string | undefined;
  payUrl?: string;
  returnUrl?: string | undefined;
  payoutCryptoAddress?: string | undefined;
  payoutCardNumber?: string | undefined;
  payinBankAccount?: string;
  receiverName?: string | undefined;
  transferTo?: string;
  balanceAfterPayment?: Money;
  h2h?: boolean;
}

/** The JSON form of a payment; fields that make no sense for its kind are left out. */
export function paymentView(payment: Payment): JsonObject {
  return {
    id: payment.id,
    orderId: payment.orderId,
    clientOrderId: payment.clientOrderId ?? null,
    externalId: payment.externalId ?? null,
    orderType: payment.orderType,
    transactionType: payment.transactionType,
    status: payment.status,
    reason: payment.reason ?? null,
    currency: payment.currency,
    blockchain: payment.blockchain,
    method: payment.method,
    amount: num(payment.amount),
    fee: num(payment.fee),
    unprocessedAmount: payment.unprocessed && num(payment.unprocessed),
    balanceAfterPayment: numOrNull(payment.balanceAfterPayment),
    comment: payment.comment ?? null,
    payUrl: payment.h2h ? undefined : (payment.payUrl ?? null),
    payinBankAccount: payment.payinBankAccount,
    payoutCryptoAddress: payment.payoutCryptoAddress,
    payoutCardNumber: payment.payoutCardNumber,
    receiverName: payment.receiverName,
    transferTo: payment.transferTo ?? null,
    h2H: payment.h2h,
    createdAt: formatInstant(payment.createdAt),
  };
}
