import type { AcquiringRequest, CheckoutStatus, Problem, RequestStatus } from '../domain/acquiring.ts';
import { type Instant, later } from '../domain/clock.ts';
import type { Instance } from '../instance/instance.ts';
import { scheduleMove } from '../instance/ledger.ts';
import type { Rules } from '../rules/index.ts';
import { announceAcquiring } from '../webhooks/announce.ts';

/** A move of a checkout or request: the new status, the time, and the cause of a CONFLICT. */
interface Change<Status> {
  readonly to: Status;
  readonly at: Instant;
  readonly problem: Problem | null;
}

/** The fields of a request that a move sets. */
type Learned = Partial<Pick<AcquiringRequest, 'incoming' | 'overpaid'>>;

interface Parties {
  readonly instance: Instance;
  readonly rules: Rules;
}

/** Moves a request and its checkout, if a rule allows it. */
export function moveRequest(
  { instance, rules }: Parties,
  id: string,
  { to, at, problem, ...learned }: Change<RequestStatus> & Learned,
): void {
  const request = instance.requests.get(id);
  if (request === undefined || !rules.requestMoveAllowed(request.status, to)) return;
  instance.requests.set(id, { ...request, ...learned, status: to, problem, lastUpdatedAt: at });
  announceAcquiring({ instance, rules }, { kind: 'request', id }, { from: request.status, at });
  const next = rules.requestAfterwards(to);
  if (next) scheduleMove(instance, { at: later(at, next.afterMs), kind: 'request', id, to: next.to, reason: null });
  const along = rules.checkoutAlong(to);
  if (request.checkoutId !== null && along !== null) {
    updateCheckout({ instance, rules }, request.checkoutId, { to: along, at, problem });
  }
}

/** Moves a checkout, if a rule allows it. */
export function moveCheckout(
  { instance, rules }: Parties,
  id: string,
  { to, at, problem }: Change<CheckoutStatus>,
): void {
  const checkout = instance.checkouts.get(id);
  if (checkout === undefined || !rules.checkoutMoveAllowed(checkout.status, to)) return;
  instance.checkouts.set(id, { ...checkout, status: to, problem, lastUpdatedAt: at });
  announceAcquiring({ instance, rules }, { kind: 'checkout', id }, { from: checkout.status, at });
  const next = rules.checkoutAfterwards(to);
  if (next) scheduleMove(instance, { at: later(at, next.afterMs), kind: 'checkout', id, to: next.to, reason: null });
}

/** Moves a checkout after its request: at once, or with the delay that a rule sets. */
function updateCheckout(parties: Parties, id: string, change: Change<CheckoutStatus>): void {
  const { instance, rules } = parties;
  const lag = rules.checkoutLagMs(change.to);
  if (lag === 0) moveCheckout(parties, id, change);
  else if (lag !== null) {
    scheduleMove(instance, { at: later(change.at, lag), kind: 'checkout', id, to: change.to, reason: change.problem });
  }
}
