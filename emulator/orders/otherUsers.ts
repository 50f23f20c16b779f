import { transfer } from '../domain/books.ts';
import { later } from '../domain/clock.ts';
import { type Money, money, ZERO } from '../domain/money.ts';
import type { AccountContext } from '../instance/context.ts';
import { recordPayment, scheduleMove } from '../instance/ledger.ts';
import { newId } from '../instance/newId.ts';
import { recordPayin } from './recordPayin.ts';

const PAID_AFTER_MS = 300;

/** Simulates other users of an account before one of its requests. Their pay-ins are paid soon after; their pay-outs succeed at once. */
export function actAsOtherUsers(at: AccountContext): void {
  const { instance, rules, now } = at;
  for (const foreign of rules.foreignPayins(instance.served)) {
    const listed = instance.methods.find(
      ({ orderType, currency }) => orderType === 'PAYIN' && currency === foreign.currency,
    );
    if (listed === undefined) continue;
    const method = { ...listed, isById: true, isHostToHost: false };
    const amount = money(foreign.amount);
    const clientOrderId = `shop-${instance.recorded}`;
    const payment = recordPayin(at, { method, amount, fee: rules.feeOf(amount, method), comment: null, clientOrderId });
    scheduleMove(instance, {
      at: later(now, PAID_AFTER_MS),
      kind: 'payment',
      id: payment.id,
      to: 'SUCCESS',
      reason: null,
    });
  }
  for (const { currency, amount } of rules.foreignPayouts(instance.served)) payOut(at, currency, money(amount));
}

function payOut(at: AccountContext, currency: string, amount: Money): void {
  const { instance, rules, account } = at;
  transfer(instance.books, { currency, amount, from: account, to: 'market' });
  recordPayment(at, {
    orderId: newId(instance, rules, 'ORD'),
    status: 'SUCCESS',
    currency,
    requested: amount,
    fee: ZERO,
    orderType: 'PAYOUT',
    transactionType: 'DEBIT',
    clientOrderId: `shop-${instance.recorded}`,
  });
}
