import type { Instant } from './clock.ts';
import { newId } from './ids.ts';
import { type Money, ZERO } from './money.ts';
import type { Payment, StoredPayment } from './payment.ts';
import { stamp } from './records.ts';
import type { Rules } from './rules.ts';
import type { Account, Move, World } from './world.ts';

/** A world forgets its oldest payments beyond this many: a run makes thousands, memory holds far more. */
const MAX_PAYMENTS = 200_000;

/** What the ledger fills in by itself when a payment is recorded. */
type Given = 'id' | 'createdAt' | 'changedAt' | 'integrationId';

/** What an account has of a currency. */
export const balanceOf = (account: Account, currency: string): Money => account.balances.get(currency) ?? ZERO;

/** Adds to (or, negative, takes from) what an account has of a currency. */
export function moveBalance(account: Account, currency: string, by: Money): void {
  account.balances.set(currency, balanceOf(account, currency).plus(by));
}

/** The state in which a payment is now. */
export function current(stored: StoredPayment): Payment {
  const state = stored.states.at(-1);
  if (state === undefined) throw new Error('a stored payment has at least one state');
  return state;
}

/** The state in which a payment was at an instant; undefined when it did not exist yet. */
export const stateAt = (stored: StoredPayment, instant: Instant): Payment | undefined =>
  stored.states.findLast((state) => state.changedAt <= instant);

/** Records a new payment of an account. */
export function recordPayment(
  at: { world: World; rules: Rules; account: Account; now: Instant },
  made: Omit<Payment, Given>,
): Payment {
  const { world, rules, account } = at;
  const createdAt = stamp(at);
  const payment: Payment = {
    id: newId(world, rules, 'PMT'),
    ...made,
    integrationId: account.integrationId,
    createdAt,
    changedAt: createdAt,
  };
  const stored: StoredPayment = { owner: account.ownerId, states: [payment] };
  world.payments.set(payment.id, stored);
  account.payments.push(stored);
  if (world.payments.size > MAX_PAYMENTS) forgetOldest(world);
  return payment;
}

/** Plans a move; moves are kept in the order of their time, those of one instant in the order of their planning. */
export function plan(world: World, move: Move): void {
  let [from, to] = [0, world.moves.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((world.moves[middle]?.at ?? 0n) <= move.at) from = middle + 1;
    else to = middle;
  }
  world.moves.splice(from, 0, move);
}

function forgetOldest(world: World): void {
  const [id, oldest] = world.payments.entries().next().value ?? [];
  if (id === undefined) return;
  world.payments.delete(id);
  const account = world.accounts.find(({ ownerId }) => ownerId === oldest?.owner);
  account?.payments.shift();
}
