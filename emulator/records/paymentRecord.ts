import type { Instant } from '../domain/clock.ts';
import type { Json, JsonRecord } from '../domain/json.ts';
import type { Payment } from '../domain/payment.ts';
import type { Rules } from '../rules/index.ts';
import type { Place, TimeField } from '../rules/payments/payment.ts';

/** The value of a time field in an answer. */
export const instantField = (instant: Instant, field: TimeField, rules: Rules): Json =>
  rules.instantShown(instant, { digits: rules.fractionDigits(instant), zone: rules.zoneText(field), field });

/** The record of a payment in an answer (§ Payment). */
export function paymentRecord(payment: Payment, place: Place, rules: Rules): JsonRecord {
  const record: JsonRecord = {
    id: payment.id,
    externalId: rules.externalIdShown(payment.externalId, payment.method),
    status: rules.statusShown(payment.status),
    orderId: payment.orderId,
    currency: rules.currencyShown(payment.currency, payment.blockchain),
    blockchain: rules.blockchainShown(payment.blockchain, payment.currency),
    amount: rules.amountShown(payment.amount, payment.transactionType),
    orderType: rules.orderTypeShown(payment.orderType),
    transactionType: rules.transactionTypeShown(payment.transactionType, payment.orderType),
    method: rules.methodShown(payment.method),
    createdAt: instantField(payment.createdAt, 'payment.createdAt', rules),
    reason: rules.reasonShown(payment.reason),
    comment: payment.comment,
    clientOrderId: payment.clientOrderId,
    payUrl: rules.payUrlShown(payment.payUrl, payment.method, payment.currency),
    payoutCryptoAddress: payment.payoutCryptoAddress,
    payoutCardNumber: payment.payoutCardNumber,
    transferTo: rules.transferToShown(payment.transferTo),
    balanceAfterPayment: payment.balanceAfterPayment,
    payinBankAccount: payment.payinBankAccount,
    h2H: rules.h2hShown(payment.h2h),
  };
  const details = place === 'get' ? detailsOf(payment, rules) : {};
  return rules.dressed(rules.recordShown({ ...record, ...details }, place, payment), 'payment');
}

/** The fields that only the details of one payment show (§ Payment, rule 2; interface.md does not name these fields). */
const detailsOf = ({ status, requested, amount, receiverName }: Payment, rules: Rules): JsonRecord => ({
  ...rules.differenceShown(status === 'PARTIAL_SUCCESS' ? requested.minus(amount) : null),
  ...rules.receiverShown(receiverName),
});
