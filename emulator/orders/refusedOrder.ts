import type { Refusal } from '../domain/refusal.ts';
import type { Context } from '../instance/context.ts';
import { type Made, newPayment, recordPayment } from '../instance/ledger.ts';
import { newId } from '../instance/newId.ts';
import { announceRefusal } from '../webhooks/announce.ts';
import type { Order } from './order.ts';

/** Announces or keeps a refused order as a failed payment, if a rule does so. */
export function announceRefused(context: Context, order: Order, { code }: Refusal): void {
  const { instance, rules, account } = context;
  const isAnnounced = instance.webhooks.registered.length > 0 && rules.refusalAnnounced(code);
  if (!isAnnounced && !rules.refusedKept(code)) return;
  const { method, amount, fee, comment, clientOrderId } = order;
  const made: Made = {
    orderId: newId(instance, rules, 'ORD'),
    status: 'FAILED',
    currency: method.currency,
    blockchain: method.blockchain,
    requested: amount,
    fee,
    orderType: method.orderType,
    transactionType: method.orderType === 'PAYIN' ? 'CREDIT' : 'DEBIT',
    method: method.methodKey,
    methodId: method.id,
    comment,
    clientOrderId,
  };
  if (!isAnnounced) return void recordPayment(context, made, true);
  announceRefusal(context, account.ownerId, newPayment(context, made, true));
}
