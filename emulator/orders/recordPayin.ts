import { balanceOf } from '../domain/books.ts';
import { later } from '../domain/clock.ts';
import type { Payment } from '../domain/payment.ts';
import { digits, hex } from '../domain/random.ts';
import type { AccountContext } from '../instance/context.ts';
import { recordPayment, scheduleMove } from '../instance/ledger.ts';
import { newId } from '../instance/newId.ts';
import { announcePayment } from '../webhooks/announce.ts';
import type { Order } from './order.ts';

/** Options for recording a pay-in: whether it is host to host, and whether its request is refused. Both are false by default. */
interface Manner {
  readonly h2h?: boolean;
  readonly refused?: boolean;
}

/** Records a pay-in and schedules its expiry (§ Payment, rule 3). */
export function recordPayin(
  at: AccountContext,
  { method, amount, fee, comment, clientOrderId }: Order,
  { h2h = false, refused = false }: Manner = {},
): Payment {
  const { instance, rules, account, now } = at;
  const orderId = newId(instance, rules, 'ORD');
  const payUrl = `${instance.baseUrl}/pay/${orderId}`;
  const made = {
    orderId,
    externalId: rules.payinExternalId(hex(instance.random, 32)),
    status: rules.payinStart(),
    currency: method.currency,
    blockchain: method.blockchain,
    requested: amount,
    fee,
    orderType: 'PAYIN',
    transactionType: 'CREDIT',
    method: method.methodKey,
    methodId: method.id,
    comment,
    clientOrderId,
    payUrl: h2h ? rules.h2hPayUrl(payUrl, method.currency) : payUrl,
    h2h,
    transferTo: account.ownerId,
    balanceAfterPayment: rules.balanceAtStart(balanceOf(account, method.currency)),
    payinBankAccount: method.methodKey === 'VA_QR' ? digits(instance.random, 16) : null,
  } as const;
  const payment = recordPayment(at, made, refused);
  const expiresAt = later(now, rules.payinExpiresAfterMs());
  announcePayment(at, payment.id, null);
  scheduleMove(instance, { at: expiresAt, kind: 'payment', id: payment.id, to: 'EXPIRED', reason: null });
  return payment;
}
