import { rateOf } from '../domain/assets.ts';
import { balanceOf, transfer } from '../domain/books.ts';
import type { Instant } from '../domain/clock.ts';
import { type Money, ZERO } from '../domain/money.ts';
import { type Payment, STATUS_MEANINGS, type Status, type StoredPayment } from '../domain/payment.ts';
import { hex, uuid } from '../domain/random.ts';
import type { Account, Instance } from '../instance/instance.ts';
import { currentState } from '../instance/ledger.ts';
import type { Rules } from '../rules/index.ts';
import { announcePayment } from '../webhooks/announce.ts';

/** The details of a payment's move besides its new status. */
export interface MoveDetail {
  readonly at: Instant;
  readonly reason: string | null;
  /** The amount actually processed; absent if it is the requested amount. */
  readonly processed?: Money;
}

/** Moves a payment to a status and updates the balances; false if the move is not allowed. */
export function movePayment(
  at: { instance: Instance; rules: Rules; stored: StoredPayment },
  to: Status,
  detail: MoveDetail,
): boolean {
  const { instance, rules, stored } = at;
  const from = currentState(stored);
  const account = instance.accounts.find(({ ownerId }) => ownerId === stored.owner);
  if (account === undefined) return false;
  if (!rules.moveAllowed(from.status, to, rules.isFinal(from.status))) {
    stored.states[stored.states.length - 1] = rules.afterRefusedMove(from);
    return false;
  }
  const processed = to === 'PARTIAL_SUCCESS' ? (detail.processed ?? from.amount) : from.amount;
  moveMoney({ instance, rules, account }, from, { to, processed });
  const amount = to === 'PARTIAL_SUCCESS' ? rules.partialAmount(processed, from.requested) : processed;
  const moved = { ...from, amount, status: rules.statusAfter(from.status, to), changedAt: detail.at };
  stored.states.push({
    ...moved,
    reason: rules.reasonKept(detail.reason, rules.isFailure(to)),
    externalId: externalIdAfter(instance, moved),
    balanceAfterPayment: balanceAfter(account, moved),
  });
  announcePayment({ instance, rules }, from.id, from.status);
  return true;
}

interface Parties {
  readonly instance: Instance;
  readonly rules: Rules;
  readonly account: Account;
}

/** Books a move: the end of a pay-out releases held money, and a paid pay-in is credited. */
function moveMoney(parties: Parties, payment: Payment, into: { to: Status; processed: Money }): void {
  const paid = STATUS_MEANINGS[into.to] === 'paid';
  if (payment.orderType === 'PAYOUT' && (paid || parties.rules.isFailure(into.to))) release(parties, payment, into);
  if (payment.orderType === 'PAYIN' && paid) credit(parties, payment, into.processed);
}

/** Releases held money: the refund to the account, then the fee, then the outgoing amount. */
function release(
  { instance: { books }, rules, account }: Parties,
  { currency, requested, fee, status: from }: Payment,
  { to, processed }: { to: Status; processed: Money },
): void {
  const held = rules.holdOf(requested, fee);
  const back = backOf(rules, { from, to, held, fee, requested, processed });
  const retained = held.minus(back);
  const earned = rules.isFailure(to) || retained.lt(fee) ? retained : fee;
  transfer(books, { currency, amount: back, from: 'held', to: account });
  transfer(books, { currency, amount: earned, from: 'held', to: 'fees' });
  transfer(books, { currency, amount: retained.minus(earned), from: 'held', to: 'outside' });
}

type End = Record<'from' | 'to', Status> & Record<'held' | 'fee' | 'requested' | 'processed', Money>;

function backOf(rules: Rules, end: End): Money {
  if (rules.isFailure(end.to)) return rules.refundOf(end.held, end.fee, end);
  return end.to === 'PARTIAL_SUCCESS' ? rules.remainderOf(end.requested, end.processed) : ZERO;
}

function credit({ instance: { books, requests }, rules, account }: Parties, payment: Payment, paid: Money): void {
  const { currency, fee, convertInto, paidTo, status } = payment;
  const due = paidTo?.kind === 'request' ? (requests.get(paidTo.requestId)?.quote?.payAmount ?? null) : null;
  const credited = paidTo === null ? rules.creditOf(paid, fee, status) : rules.incomingCredit(paid, fee, due);
  const rate = convertInto === null ? undefined : rateOf(currency, convertInto);
  if (convertInto === null || rate === undefined) {
    transfer(books, { currency, amount: credited, from: 'outside', to: account });
  } else {
    // The amount is converted before it is credited, at the current rate (§ Project settings, auto-conversion).
    const amount = rules.convertedCredit(credited, rate);
    transfer(books, { currency, amount: credited, from: 'outside', to: 'market' });
    transfer(books, { currency: convertInto, amount, from: 'market', to: account });
  }
  if (paid.gt(credited)) transfer(books, { currency, amount: paid.minus(credited), from: 'outside', to: 'fees' });
}

function externalIdAfter(instance: Instance, payment: Payment): string | null {
  if (payment.externalId !== null || payment.status === 'NEW') return payment.externalId;
  if (payment.method !== 'CRYPTOCOIN') return uuid(instance.random);
  return STATUS_MEANINGS[payment.status] === 'paid' ? hex(instance.random, 32) : null;
}

function balanceAfter(account: Account, payment: Payment): Money | null {
  const processed = STATUS_MEANINGS[payment.status] === 'paid';
  return processed && payment.convertInto === null ? balanceOf(account, payment.currency) : payment.balanceAfterPayment;
}
