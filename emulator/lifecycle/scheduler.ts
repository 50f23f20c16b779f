import { type Instance, now, type ScheduledMove } from '../instance/instance.ts';
import { currentState } from '../instance/ledger.ts';
import type { Rules } from '../rules/index.ts';
import { moveCheckout, moveRequest } from './acquiringTransitions.ts';
import { handleChainNews } from './incomingPayments.ts';
import { movePayment } from './paymentTransitions.ts';

/** Brings an instance up to the current time: applies scheduled moves and blockchain events in time order. */
export function applyScheduled(instance: Instance, rules: Rules): void {
  const instant = now(instance);
  for (;;) {
    const [move] = instance.scheduledMoves;
    const due = move !== undefined && move.at <= instant;
    const news = instance.chain.newsUpTo(due ? move.at : instant);
    if (news !== undefined) handleChainNews({ instance, rules }, news);
    else if (due) apply(instance, rules, instance.scheduledMoves.shift() ?? move);
    else return;
  }
}

function apply(instance: Instance, rules: Rules, { kind, id, to, at, reason }: ScheduledMove): void {
  if (kind === 'checkout') moveCheckout({ instance, rules }, id, { to, at, problem: reason });
  else if (kind === 'request') moveRequest({ instance, rules }, id, { to, at, problem: reason });
  else {
    const stored = instance.payments.get(id);
    if (stored === undefined) return;
    if (to === 'EXPIRED' && !rules.expiresFrom(currentState(stored).status)) return;
    movePayment({ instance, rules, stored }, to, { at, reason });
  }
}
