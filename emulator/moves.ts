import type { Instant } from './clock.ts';
import { balanceOf, current, moveBalance } from './ledger.ts';
import { type Money, ZERO } from './money.ts';
import { type Payment, STATUSES, type Status, type StoredPayment } from './payment.ts';
import { hex, uuid } from './random.ts';
import type { Rules } from './rules.ts';
import { type Account, type Move, now, type World } from './world.ts';

/** What a move of a payment says beside its new status. */
export interface MoveDetail {
  readonly at: Instant;
  readonly reason: string | null;
  /** The amount really processed; the requested one when absent. */
  readonly processed?: Money;
}

/** Applies the planned moves that are due, in the order of their time. */
export function applyDue(world: World, rules: Rules): void {
  const instant = now(world);
  const due = world.moves.findIndex(({ at }) => at > instant);
  const moves = world.moves.splice(0, due === -1 ? world.moves.length : due);
  for (const move of moves) apply(world, rules, move);
}

/** Moves a payment to a status, with all that follows for the balance; false when the move is not allowed. */
export function movePayment(
  at: { world: World; rules: Rules; stored: StoredPayment },
  to: Status,
  detail: MoveDetail,
): boolean {
  const { world, rules, stored } = at;
  const from = current(stored);
  const account = world.accounts.find(({ ownerId }) => ownerId === stored.owner);
  if (account === undefined || !rules.moveAllowed(from.status, to, rules.isFinal(from.status))) return false;
  const processed = to === 'PARTIAL_SUCCESS' ? (detail.processed ?? from.amount) : from.amount;
  moveBalance(account, from.currency, effectOf(from, processed, { to, rules }));
  const amount = to === 'PARTIAL_SUCCESS' ? rules.partialAmount(processed, from.requested) : processed;
  const moved = { ...from, amount, status: to, changedAt: detail.at };
  stored.states.push({
    ...moved,
    reason: rules.reasonKept(detail.reason, rules.isFailure(to)),
    externalId: externalIdAfter(world, moved),
    balanceAfterPayment: balanceAfter(account, moved),
  });
  return true;
}

function apply(world: World, rules: Rules, move: Move): void {
  if (move.kind === 'checkout') expire(world.checkouts, move, 'NEW');
  else if (move.kind === 'request') expire(world.requests, move, 'WAITING_PAYMENT');
  else {
    const stored = world.payments.get(move.id);
    const status = STATUSES.find((known) => known === move.to);
    if (stored && status) movePayment({ world, rules, stored }, status, { at: move.at, reason: move.reason });
  }
}

function expire<Held extends { status: string }>(records: Map<string, Held>, move: Move, open: string): void {
  const held = records.get(move.id);
  if (held?.status === open) records.set(move.id, { ...held, status: 'EXPIRED', lastUpdatedAt: move.at });
}

/** What a move does to the balance: failed pay-outs come back, unprocessed parts too, paid pay-ins are credited. */
function effectOf(payment: Payment, amount: Money, into: { to: Status; rules: Rules }): Money {
  const { to, rules } = into;
  if (payment.orderType === 'PAYOUT') {
    if (rules.isFailure(to)) return rules.refundOf(rules.holdOf(payment.requested, payment.fee));
    return to === 'PARTIAL_SUCCESS' ? rules.remainderOf(payment.requested, amount) : ZERO;
  }
  if (payment.orderType !== 'PAYIN' || (to !== 'SUCCESS' && to !== 'PARTIAL_SUCCESS')) return ZERO;
  return rules.creditOf(amount, payment.fee);
}

function externalIdAfter(world: World, payment: Payment): string | null {
  if (payment.externalId !== null || payment.status === 'NEW') return payment.externalId;
  if (payment.method !== 'CRYPTOCOIN') return uuid(world.random);
  return payment.status === 'SUCCESS' || payment.status === 'PARTIAL_SUCCESS' ? hex(world.random, 32) : null;
}

function balanceAfter(account: Account, payment: Payment): Money | null {
  const processed = payment.status === 'SUCCESS' || payment.status === 'PARTIAL_SUCCESS';
  return processed ? balanceOf(account, payment.currency) : payment.balanceAfterPayment;
}
