import { later } from './clock.ts';
import type { Occasion } from './context.ts';
import { plan } from './ledger.ts';
import { money } from './money.ts';
import { recordPayin } from './payin.ts';

const PAID_AFTER_MS = 300;

/** Lets others act on an account before one of its requests: their pay-ins appear and are paid soon after. */
export function bringForeign(at: Occasion): void {
  const { world, rules, now } = at;
  for (const foreign of rules.foreignPayins(world.served)) {
    const method = world.methods.find(
      ({ orderType, currency }) => orderType === 'PAYIN' && currency === foreign.currency,
    );
    if (method === undefined) continue;
    const amount = money(foreign.amount);
    const clientOrderId = `shop-${world.recorded}`;
    const payment = recordPayin(at, { method, amount, fee: rules.feeOf(amount, method), comment: null, clientOrderId });
    plan(world, { at: later(now, PAID_AFTER_MS), kind: 'payment', id: payment.id, to: 'SUCCESS', reason: null });
  }
}
