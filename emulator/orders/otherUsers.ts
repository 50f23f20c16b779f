import { transfer } from '../domain/books.ts';
import { later } from '../domain/clock.ts';
import { type Money, money, ZERO } from '../domain/money.ts';
import type { AccountContext } from '../instance/context.ts';
import { recordPayment, scheduleMove } from '../instance/ledger.ts';
import { newId } from '../instance/newId.ts';
import { recordPayin } from './recordPayin.ts';

const PAID_AFTER_MS = 300;

/** Simulates other users of an account before one of its requests: their pay-ins are paid soon after, their pay-outs at once. */
export function actAsOtherUsers(at: AccountContext): void {
  const { world, rules, now } = at;
  for (const foreign of rules.foreignPayins(world.served)) {
    const method = world.methods.find(
      ({ orderType, currency }) => orderType === 'PAYIN' && currency === foreign.currency,
    );
    if (method === undefined) continue;
    const amount = money(foreign.amount);
    const clientOrderId = `shop-${world.recorded}`;
    const payment = recordPayin(at, { method, amount, fee: rules.feeOf(amount, method), comment: null, clientOrderId });
    scheduleMove(world, {
      at: later(now, PAID_AFTER_MS),
      kind: 'payment',
      id: payment.id,
      to: 'SUCCESS',
      reason: null,
    });
  }
  for (const { currency, amount } of rules.foreignPayouts(world.served)) payOut(at, currency, money(amount));
}

function payOut(at: AccountContext, currency: string, amount: Money): void {
  const { world, rules, account } = at;
  transfer(world.books, { currency, amount, from: account, to: 'market' });
  recordPayment(at, {
    orderId: newId(world, rules, 'ORD'),
    status: 'SUCCESS',
    currency,
    requested: amount,
    fee: ZERO,
    orderType: 'PAYOUT',
    transactionType: 'DEBIT',
    clientOrderId: `shop-${world.recorded}`,
  });
}
