import type { Refusal } from '../domain/refusal.ts';
import type { Context } from '../instance/context.ts';
import { newPayment } from '../instance/ledger.ts';
import { newId } from '../instance/newId.ts';
import { announceRefusal } from '../webhooks/announce.ts';
import type { Order } from './order.ts';

/** Announces a refused order as a failed, unrecorded payment, if a rule does so. */
export function announceRefused(context: Context, order: Order, { code }: Refusal): void {
  const { instance, rules, account } = context;
  if (instance.webhooks.registered.length === 0 || !rules.refusalAnnounced(code)) return;
  const { method, amount, fee, comment, clientOrderId } = order;
  const payment = newPayment(
    context,
    {
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
    },
    true,
  );
  announceRefusal(context, account.ownerId, payment);
}
