import { newId, randomHex } from '../core/ids.ts';
import type { Money } from '../core/money.ts';
import { conflict, notFound, unprocessable } from '../core/problem.ts';
import type { Account } from '../domain/account.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { isFinal, type Payment, type PaymentStatus, paymentView } from './payment.ts';

/** How a payment moves on: the new state, and the reason or the processed amount that go with it. */
export interface Move {
  status: PaymentStatus;
  reason?: string | undefined;
  processed?: Money | undefined;
}

const TOLD: readonly string[] = ['PAYIN', 'PAYOUT'];

/** All payments of the server, and the only place where one changes its state. */
export class PaymentBook {
  private readonly payments: Payment[] = [];

  constructor(private readonly webhooks: Webhooks) {}

  /** Adds a new payment. */
  add(payment: Omit<Payment, 'id'>): Payment {
    const added = { ...payment, id: newId('PMT') };
    this.payments.push(added);
    return added;
  }

  /** The payments of an account, oldest first. */
  of(account: Account): Payment[] {
    return this.payments.filter((payment) => payment.account === account);
  }

  /** A payment by its id, whoever owns it. */
  find(id: string): Payment {
    const found = this.payments.find((payment) => payment.id === id);
    if (found === undefined) throw notFound('payment');
    return found;
  }

  /** A payment of one account by its id. */
  findOf(account: Account, id: string): Payment {
    const found = this.find(id);
    if (found.account !== account) throw notFound('payment');
    return found;
  }

  /** Moves a payment to another state with all that follows for the balance, and tells the merchant. */
  move(payment: Payment, move: Move): void {
    if (isFinal(payment.status)) throw conflict(`the payment is already ${payment.status}`);
    if (move.status === 'PARTIAL_SUCCESS') this.cutDown(payment, move.processed);
    payment.status = move.status;
    payment.reason = move.status === 'SUCCESS' ? undefined : move.reason;
    if (isFinal(move.status)) this.book(payment);
    if (TOLD.includes(payment.orderType)) this.webhooks.emit('payment', payment.account, paymentView(payment));
  }

  /** Moves a payment on unless it has ended in the meantime. */
  moveIfOpen(payment: Payment, move: Move): void {
    if (!isFinal(payment.status)) this.move(payment, move);
  }

  private cutDown(payment: Payment, processed: Money | undefined): void {
    if (payment.orderType !== 'PAYOUT') throw conflict('only a pay-out can be processed in part');
    const requested = payment.amount.abs();
    if (!processed?.gt(0) || !processed.lt(requested)) {
      throw unprocessable('processedAmount must lie between zero and the requested amount', 'processedAmount');
    }
    payment.unprocessed = requested.minus(processed);
    payment.amount = processed.negated();
  }

  private book(payment: Payment): void {
    const { ledger } = payment.account;
    const succeeded = payment.status === 'SUCCESS' || payment.status === 'PARTIAL_SUCCESS';
    if (payment.orderType === 'PAYOUT') {
      if (!succeeded) ledger.credit(payment.currency, payment.amount.abs().plus(payment.fee));
      if (payment.unprocessed) ledger.credit(payment.currency, payment.unprocessed);
    } else if (succeeded && payment.transactionType === 'CREDIT') {
      ledger.credit(payment.currency, payment.amount.minus(payment.fee));
    }
    if (!succeeded) return;
    payment.balanceAfterPayment = ledger.balance(payment.currency);
    payment.externalId ??= randomHex(32);
  }
}
