import { type Instance, now, type ScheduledMove } from '../instance/instance.ts';
import { currentState } from '../instance/ledger.ts';
import type { Rules } from '../rules/index.ts';
import { moveCheckout, moveRequest } from './acquiringTransitions.ts';
import { handleChainNews } from './incomingPayments.ts';
import { movePayment } from './paymentTransitions.ts';

/** Brings an instance up to the current time: applies scheduled moves and blockchain events in time order. */
export function applyScheduled(world: Instance, rules: Rules): void {
  const instant = now(world);
  for (;;) {
    const [move] = world.scheduledMoves;
    const due = move !== undefined && move.at <= instant;
    const news = world.chain.newsUpTo(due ? move.at : instant);
    if (news !== undefined) handleChainNews({ world, rules }, news);
    else if (due) apply(world, rules, world.scheduledMoves.shift() ?? move);
    else return;
  }
}

function apply(world: Instance, rules: Rules, { kind, id, to, at, reason }: ScheduledMove): void {
  if (kind === 'checkout') moveCheckout({ world, rules }, id, { to, at, problem: reason });
  else if (kind === 'request') moveRequest({ world, rules }, id, { to, at, problem: reason });
  else {
    const stored = world.payments.get(id);
    if (stored === undefined) return;
    if (to === 'EXPIRED' && !rules.expiresFrom(currentState(stored).status)) return;
    movePayment({ world, rules, stored }, to, { at, reason });
  }
}
