import { HOUR_MS, type Instant, later } from './clock.ts';
import { newId } from './ids.ts';
import { plan, recordPayment } from './ledger.ts';
import type { Method } from './method.ts';
import { type Money, money } from './money.ts';
import type { Payment } from './payment.ts';
import type { Rules } from './rules.ts';
import type { Account, World } from './world.ts';

const PAID_AFTER_MS = 300;

interface Where {
  readonly world: World;
  readonly rules: Rules;
  readonly account: Account;
  readonly now: Instant;
}

/** Lets others act on an account before one of its requests: their pay-ins appear and are paid soon after. */
export function bringForeign(where: Where): void {
  const { world, rules } = where;
  for (const { currency, amount } of rules.foreignPayins(world.served)) {
    const method = world.methods.find((known) => known.orderType === 'PAYIN' && known.currency === currency);
    if (method === undefined) continue;
    const payment = recordPayment(where, foreignPayin(where, method, money(amount)));
    plan(world, { at: later(where.now, PAID_AFTER_MS), kind: 'payment', id: payment.id, to: 'SUCCESS', reason: null });
    plan(world, { at: later(where.now, HOUR_MS), kind: 'payment', id: payment.id, to: 'EXPIRED', reason: null });
  }
}

function foreignPayin(
  { world, rules, account }: Where,
  method: Method,
  amount: Money,
): Omit<Payment, 'id' | 'createdAt' | 'changedAt' | 'integrationId'> {
  const orderId = newId(world, rules, 'ORD');
  return {
    orderId,
    externalId: null,
    status: 'NEW',
    currency: method.currency,
    blockchain: method.blockchain,
    requested: amount,
    amount,
    fee: rules.feeOf(amount, method),
    orderType: 'PAYIN',
    transactionType: 'CREDIT',
    method: method.methodKey,
    methodId: method.id,
    reason: null,
    comment: null,
    clientOrderId: `shop-${world.recorded}`,
    payUrl: `${world.baseUrl}/pay/${orderId}`,
    payoutCryptoAddress: null,
    payoutCardNumber: null,
    transferTo: account.ownerId,
    balanceAfterPayment: null,
    payinBankAccount: null,
    receiverName: null,
  };
}
