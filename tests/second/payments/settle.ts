import { checkScale, type Fields } from '../core/fields.ts';
import { type Money, readDecimal } from '../core/money.ts';
import { badRequest, conflict } from '../core/problem.ts';
import { currencyOf } from '../domain/currencies.ts';
import type { PaymentBook } from '../state/book.ts';
import type { Payment } from '../state/payment.ts';

const ENDS = ['SUCCESS', 'FAILED', 'EXPIRED', 'PARTIAL_SUCCESS'] as const;

/** Ends a pay-in or a pay-out by hand, as the sandbox's operator would. */
export function settlePayment(book: PaymentBook, payment: Payment, fields: Fields): void {
  const status = fields.oneOf('status', ENDS);
  if (status === undefined) throw badRequest('status is required', 'status');
  if (payment.source !== 'API' || !['PAYIN', 'PAYOUT'].includes(payment.orderType)) {
    throw conflict('only pay-ins and pay-outs made through the API can be settled');
  }
  const processed = readProcessed(fields);
  if (status !== 'PARTIAL_SUCCESS' && processed !== undefined && !fits(payment, status, processed)) {
    throw badRequest('processedAmount goes with PARTIAL_SUCCESS', 'processedAmount');
  }
  if (processed) checkScale(processed, currencyOf(payment.currency).scale, 'processedAmount');
  book.move(payment, { status, processed, reason: fields.text('reason') });
}

/** Reads an amount that may come as a number or as decimal text. */
export function readProcessed(fields: Fields, name = 'processedAmount'): Money | undefined {
  const value = fields.value(name);
  if (typeof value !== 'string') return fields.decimal(name);
  const read = readDecimal(value);
  if (read === undefined) throw badRequest(`${name} must be a number`, name);
  return read;
}

function fits(payment: Payment, status: string, processed: Money): boolean {
  return status === 'SUCCESS' ? processed.eq(payment.amount.abs()) : processed.isZero();
}
