import { type Instant, later } from '../domain/clock.ts';
import type { Payment, StoredPayment } from '../domain/payment.ts';
import type { Rules } from '../rules/index.ts';
import type { AccountContext } from './context.ts';
import type { Instance, ScheduledMove } from './instance.ts';
import { newId } from './newId.ts';

/** The number of records of a kind after which an instance drops the oldest; a run creates only thousands. */
const MAX_RECORDS = 200_000;

/** The fields that are set automatically when a payment is recorded. */
type Given = 'id' | 'createdAt' | 'changedAt' | 'integrationId';

/** The fields that a caller gives for a new payment. */
/** What a new payment is made of. */
export type Made = Pick<Payment, Said> & Partial<Omit<Payment, Said | Given>>;

/** The required fields of a new payment. By default, the amount equals the requested amount and all other fields are null. */
type Said = 'orderId' | 'status' | 'currency' | 'requested' | 'fee' | 'orderType' | 'transactionType';

const UNSAID = {
  externalId: null,
  blockchain: null,
  method: null,
  methodId: null,
  reason: null,
  comment: null,
  clientOrderId: null,
  payUrl: null,
  payoutCryptoAddress: null,
  payoutCardNumber: null,
  transferTo: null,
  balanceAfterPayment: null,
  payinBankAccount: null,
  receiverName: null,
  convertInto: null,
  paidTo: null,
  h2h: false,
};

/** The current state of a payment. */
export function currentState(stored: StoredPayment): Payment {
  const state = stored.states.at(-1);
  if (state === undefined) throw new Error('a stored payment has at least one state');
  return state;
}

/** The state of a payment at an instant; undefined if it did not exist yet. */
export const stateAt = (stored: StoredPayment, instant: Instant): Payment | undefined =>
  stored.states.findLast((state) => state.changedAt <= instant);

/** Returns the payments visible to an account, oldest first. `by` holds the filters of a search; null for GET /v1/user/payments. */
export function visiblePayments(
  { instance, rules, account }: Pick<AccountContext, 'instance' | 'rules' | 'account'>,
  by: readonly string[] | null,
): readonly StoredPayment[] {
  const labels = instance.accounts.map(({ label }) => label);
  const [first, ...others] = rules.accountsSeen(account.label, labels, by);
  if (others.length === 0) return instance.accounts.find(({ label }) => label === first)?.payments ?? [];
  const owners = instance.accounts.filter(({ label }) => label === first || others.includes(label));
  const ownerIds = owners.map(({ ownerId }) => ownerId);
  return [...instance.payments.values()].filter(({ owner }) => ownerIds.includes(owner));
}

/** Records a new payment of an account. `refused` marks a payment whose request is refused. */
export function recordPayment(at: AccountContext, made: Made, refused = false): Payment {
  const { instance, account } = at;
  const payment = newPayment(at, made, refused);
  const stored: StoredPayment = { owner: account.ownerId, states: [payment] };
  instance.payments.set(payment.id, stored);
  account.payments.push(stored);
  if (instance.payments.size > MAX_RECORDS) forgetOldest(instance);
  return payment;
}

/** The creation time of a new record, in its stored precision. */
export function creationTime({ instance, rules, now }: { instance: Instance; rules: Rules; now: Instant }): Instant {
  instance.recorded += 1;
  return rules.instantKept(now, instance.recorded);
}

/** Builds a new payment of an account without recording it. */
export function newPayment(at: AccountContext, made: Made, refused: boolean): Payment {
  const { instance, rules, account } = at;
  const createdAt = creationTime(at);
  return {
    id: newId(instance, rules, 'PMT'),
    ...UNSAID,
    amount: made.requested,
    ...made,
    integrationId: account.integrationId,
    createdAt,
    changedAt: later(createdAt, rules.seenAfterMs(refused)),
  };
}

/** Stores a record in a map, and drops the oldest one if there are too many. */
export function storeBounded<Held>(records: Map<string, Held>, key: string, held: Held): void {
  records.set(key, held);
  const [oldest] = records.size > MAX_RECORDS ? records.keys() : [];
  if (oldest !== undefined) records.delete(oldest);
}

/** Schedules a move in time order; moves at the same instant keep the order in which they were scheduled. */
export function scheduleMove(instance: Instance, move: ScheduledMove): void {
  let [from, to] = [0, instance.scheduledMoves.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((instance.scheduledMoves[middle]?.at ?? 0n) <= move.at) from = middle + 1;
    else to = middle;
  }
  instance.scheduledMoves.splice(from, 0, move);
}

function forgetOldest(instance: Instance): void {
  const [id, oldest] = instance.payments.entries().next().value ?? [];
  if (id === undefined) return;
  instance.payments.delete(id);
  const account = instance.accounts.find(({ ownerId }) => ownerId === oldest?.owner);
  account?.payments.shift();
}
