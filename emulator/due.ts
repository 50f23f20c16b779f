import { moveCheckout, moveRequest } from './acquiringMoves.ts';
import { hear } from './incoming.ts';
import { current } from './ledger.ts';
import { movePayment } from './moves.ts';
import type { Rules } from './rules.ts';
import { type Move, now, type World } from './world.ts';

/** Brings a world up to its time: planned moves and news of the blockchains, in the order of their time. */
export function applyDue(world: World, rules: Rules): void {
  const instant = now(world);
  for (;;) {
    const [move] = world.moves;
    const due = move !== undefined && move.at <= instant;
    const news = world.chain.newsUpTo(due ? move.at : instant);
    if (news !== undefined) hear({ world, rules }, news);
    else if (due) apply(world, rules, world.moves.shift() ?? move);
    else return;
  }
}

function apply(world: World, rules: Rules, { kind, id, to, at, reason }: Move): void {
  if (kind === 'checkout') moveCheckout({ world, rules }, id, { to, at, problem: reason });
  else if (kind === 'request') moveRequest({ world, rules }, id, { to, at, problem: reason });
  else {
    const stored = world.payments.get(id);
    if (stored === undefined) return;
    if (to === 'EXPIRED' && !rules.expiresFrom(current(stored).status)) return;
    movePayment({ world, rules, stored }, to, { at, reason });
  }
}
