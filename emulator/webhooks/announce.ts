import type { Instant } from '../domain/clock.ts';
import type { JsonRecord } from '../domain/json.ts';
import type { Payment, Status } from '../domain/payment.ts';
import type { WebhookSubject } from '../domain/webhook.ts';
import type { Instance } from '../instance/instance.ts';
import { currentState } from '../instance/ledger.ts';
import { noteCheckoutChange } from '../records/checkoutChanges.ts';
import { checkoutRecord } from '../records/checkoutRecord.ts';
import { paymentRecord } from '../records/paymentRecord.ts';
import { requestRecord } from '../records/requestRecord.ts';
import type { Rules } from '../rules/index.ts';
import type { Transition } from '../rules/webhooks/announcements.ts';
import { enqueue } from './deliveries.ts';

interface Parties {
  readonly instance: Instance;
  readonly rules: Rules;
}

/** A transition of a record, with a function that reads the record. */
interface Event {
  readonly subject: WebhookSubject;
  readonly transition: Transition;
  readonly at: Instant;
  readonly record: () => JsonRecord | undefined;
}

/** Announces that a payment left a status or was created, if a rule allows it; `failure` says why a detected payment will fail. */
export function announcePayment(
  { instance, rules, failure = null }: Parties & { readonly failure?: string | null },
  id: string,
  from: Status | null,
): void {
  const stored = instance.webhooks.registered.length > 0 ? instance.payments.get(id) : undefined;
  if (stored === undefined) return;
  const payment = currentState(stored);
  const { status, orderType, paidTo, changedAt, amount, blockchain } = payment;
  if (status === from) return;
  for (const kind of rules.kindsOfPayment(paidTo?.kind ?? 'order')) {
    const transition: Transition = { kind, from, to: status, orderType };
    const isDeposit = kind === 'staticAddressPayment';
    const isAnnounced = isDeposit ? rules.depositAnnounced({ amount, failure }) : rules.creationAnnounced(kind);
    if (from === null && !isAnnounced) continue;
    const fails = failure !== null || rules.isFailure(status);
    if (isDeposit && hasEqualBefore(instance, payment) && !rules.equalDepositAnnounced({ blockchain, fails })) continue;
    announce(
      { instance, rules },
      {
        subject: { kind, id, owner: stored.owner, projectId: null },
        transition,
        at: changedAt,
        record: () => paymentPayload(currentState(stored), rules),
      },
    );
  }
}

/** True if a payment to a static address has an earlier one of the same amount and asset at its address. */
function hasEqualBefore({ payments }: Instance, { id, paidTo, currency, blockchain, requested }: Payment): boolean {
  for (const [earlier, stored] of payments) {
    if (earlier === id) return false;
    const other = currentState(stored);
    const isThere =
      paidTo?.kind === 'static' && other.paidTo?.kind === 'static' && other.paidTo.address === paidTo.address;
    const isAlike = other.currency === currency && other.blockchain === blockchain && other.requested.eq(requested);
    if (isThere && isAlike) return true;
  }
  return false;
}

/** Announces a refused payment, which is not recorded. */
export function announceRefusal({ instance, rules }: Parties, owner: string, payment: Payment): void {
  const { id, status, orderType, createdAt } = payment;
  announce(
    { instance, rules },
    {
      subject: { kind: 'payment', id, owner, projectId: null },
      transition: { kind: 'payment', from: null, to: status, orderType },
      at: createdAt,
      record: () => paymentRecord(payment, 'get', rules),
    },
  );
}

/** Announces that a checkout or request left a status or was created, if a rule allows it. */
export function announceAcquiring(
  { instance, rules }: Parties,
  { kind, id }: { kind: 'checkout' | 'request'; id: string },
  { from, at }: { from: string | null; at: Instant },
): void {
  if (kind === 'checkout' && from !== null) noteCheckoutChange({ instance, rules }, id, from);
  if (instance.webhooks.registered.length === 0) return;
  const held = kind === 'checkout' ? instance.checkouts.get(id) : instance.requests.get(id);
  if (held === undefined || held.status === from || (from === null && !rules.creationAnnounced(kind))) return;
  announce(
    { instance, rules },
    {
      subject: { kind, id, owner: held.owner, projectId: held.project.id },
      transition: { kind, from, to: held.status, orderType: null },
      at,
      record: () => acquiringPayload({ instance, rules }, kind, id),
    },
  );
}

function announce({ instance, rules }: Parties, { subject, transition, at, record }: Event): void {
  if (transition.from !== null && !rules.transitionAnnounced(transition)) return;
  const text = (): string =>
    rules.webhookText(rules.webhookTold(record() ?? {}, transition), (value) => rules.webhookNumber(value));
  for (let times = rules.announcementsOf(transition); times > 0; times -= 1) {
    enqueue({ instance, rules }, { subject, transition, at, text });
  }
}

/** The record of a payment in webhooks: its details, plus the address for a payment to a static address. */
function paymentPayload(payment: Payment, rules: Rules): JsonRecord {
  const { paidTo } = payment;
  const record = paymentRecord(payment, 'get', rules);
  return paidTo?.kind === 'static' ? { ...record, referenceId: paidTo.referenceId, address: paidTo.address } : record;
}

function acquiringPayload(
  { instance, rules }: Parties,
  kind: 'checkout' | 'request',
  id: string,
): JsonRecord | undefined {
  if (kind === 'checkout') {
    const checkout = instance.checkouts.get(id);
    return checkout && checkoutRecord(checkout, instance, rules);
  }
  const request = instance.requests.get(id);
  return request && requestRecord(request, instance, rules);
}
