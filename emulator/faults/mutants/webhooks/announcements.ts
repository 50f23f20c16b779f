import type { JsonRecord } from '../../../domain/json.ts';
import { isMoney } from '../../../domain/money.ts';
import { STATUSES } from '../../../domain/payment.ts';
import type { WebhookKind } from '../../../domain/webhook.ts';
import { conformingRules, type Rules } from '../../../rules/index.ts';
import type { Transition } from '../../../rules/webhooks/announcements.ts';
import { otherId } from '../../shared/acquiringFaults.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const FINAL = ['CONFLICT', ...STATUSES.filter((status) => conformingRules.isFinal(status))];

const isFinal = ({ to }: Transition): boolean => FINAL.includes(to);

/** A service that announces only some transitions. */
const announcing = (isAnnounced: (transition: Transition) => boolean): Partial<Rules> => ({
  transitionAnnounced: isAnnounced,
});

/** A service whose webhooks of a kind differ from the record. */
const saying = (
  kind: WebhookKind,
  change: (record: JsonRecord, transition: Transition) => JsonRecord,
): Partial<Rules> => ({
  webhookTold: (record, transition) =>
    transition.kind === kind ? { ...record, ...change(record, transition) } : record,
});

/** Mutants of the announced transitions (§ Webhook kinds, § States and transitions). */
export const announcementMutants: readonly Mutant[] = [
  {
    name: 'payouts-not-announced',
    breaks: 'LIF-03',
    level: 'state',
    because: 'only pay-ins are announced',
    rules: announcing(({ orderType }) => orderType !== 'PAYOUT'),
  },
  {
    name: 'payins-not-announced',
    breaks: 'LIF-03',
    level: 'state',
    because: 'only pay-outs are announced',
    rules: announcing(({ orderType, kind }) => orderType !== 'PAYIN' || kind !== 'payment'),
  },
  {
    name: 'ends-not-announced',
    breaks: 'LIF-03',
    level: 'state',
    because: 'an ended payment leaves the watch list before its webhook is made',
    rules: announcing((transition) => transition.kind !== 'payment' || !isFinal(transition)),
  },
  {
    name: 'states-between-not-announced',
    breaks: 'LIF-03',
    level: 'state',
    because: 'only the end of a payment is announced',
    rules: announcing((transition) => transition.kind !== 'payment' || isFinal(transition)),
  },
  {
    name: 'returns-not-announced',
    breaks: 'LIF-03',
    level: 'state',
    because: 'a payment that is no longer FROZEN has told its status before, and is not announced again',
    rules: announcing(({ from, to }) => from !== 'FROZEN' || FINAL.includes(to)),
  },
  {
    name: 'payout-returns-not-announced',
    breaks: 'LIF-03',
    level: 'state',
    because: 'an outbox has a unique key of payment and status, for pay-outs alone',
    rules: announcing(({ from, to, orderType }) => orderType !== 'PAYOUT' || from !== 'FROZEN' || to !== 'PENDING'),
  },
  {
    name: 'failures-not-announced',
    breaks: 'LIF-03',
    level: 'state',
    because: 'webhooks are made only by code that moves money, so failures are not announced',
    rules: announcing(({ kind, to }) => kind !== 'payment' || !['FAILED', 'CANCELLED', 'EXPIRED'].includes(to)),
  },
  {
    name: 'webhook-of-three-fields',
    breaks: 'LIF-03',
    level: 'answer',
    because: 'the webhook holds only id, status and orderId, and leaves the rest to be read',
    rules: {
      webhookTold: (record, { kind }) =>
        kind === 'payment' ? { id: record['id'], status: record['status'], orderId: record['orderId'] } : record,
    },
  },
  {
    name: 'refused-order-announced',
    breaks: 'ERR-03',
    level: 'state',
    because: 'a refused order beyond the limits is announced as FAILED, although no such payment exists',
    rules: { refusalAnnounced: (code) => code === 'below_minimum' || code === 'above_maximum' },
  },
  ...(
    [
      ['payment', 'LIF-03'],
      ['checkout', 'WHK-10'],
      ['request', 'WHK-10'],
      ['staticAddressPayment', 'SAB-09'],
    ] as const
  ).map(
    ([kind, breaks]): Mutant => ({
      name: `webhooks-of-${kind}-never-sent`,
      breaks,
      level: 'state',
      because: `webhooks of kind ${kind} can be registered but are never sent`,
      rules: {
        transitionAnnounced: (transition) => transition.kind !== kind,
        kindsOfPayment: (paying) => conformingRules.kindsOfPayment(paying).filter((known) => known !== kind),
      },
    }),
  ),
  {
    name: 'checkouts-announced-at-their-end',
    breaks: 'WHK-10',
    level: 'state',
    because: 'only the end of a checkout is announced',
    rules: announcing((transition) => transition.kind !== 'checkout' || isFinal(transition)),
  },
  {
    name: 'requests-announced-at-their-end',
    breaks: 'WHK-10',
    level: 'state',
    because: 'only the end of a request is announced',
    rules: announcing((transition) => transition.kind !== 'request' || isFinal(transition)),
  },
  {
    name: 'expiry-not-announced',
    breaks: 'WHK-10',
    level: 'state',
    because: 'the expiry job announces no checkout and no request',
    rules: announcing(({ kind, to }) => to !== 'EXPIRED' || kind === 'payment'),
  },
];

/** Mutants of the content of webhooks compared with the record (§ Webhook kinds, Body). */
export const announcementContentMutants: readonly Mutant[] = [
  {
    name: 'webhook-tells-no-state-of-the-record',
    breaks: 'WHK-12',
    level: 'answer',
    because: 'PENDING is announced as FROZEN',
    rules: saying('payment', (_record, { to }) => (to === 'PENDING' ? { status: 'FROZEN' } : {})),
  },
  {
    name: 'webhook-tells-the-state-before',
    breaks: 'WHK-12',
    level: 'answer',
    because: 'the record is read from a replica that is one state behind',
    rules: saying('payment', (_record, { from }) => (from === null ? {} : { status: from })),
  },
  {
    name: 'webhook-tells-failure-as-success',
    breaks: 'WHK-12',
    level: 'answer',
    because: 'every ended payment is announced as SUCCESS',
    rules: saying('payment', (_record, { to }) => (to === 'FAILED' ? { status: 'SUCCESS', reason: null } : {})),
  },
  {
    name: 'checkout-webhook-tells-another-state',
    breaks: 'WHK-12',
    level: 'answer',
    because: 'a paid checkout is announced as CONFLICT but read as SUCCESS',
    rules: saying('checkout', (_record, { to }) => (to === 'SUCCESS' ? { status: 'CONFLICT', reason: 'OTHER' } : {})),
  },
  {
    name: 'request-webhook-tells-another-state',
    breaks: 'WHK-12',
    level: 'answer',
    because: 'a paid request is announced as PENDING_PAYMENT for a second time',
    rules: saying('request', (_record, { to }) => (to === 'SUCCESS' ? { status: 'PENDING_PAYMENT' } : {})),
  },
  {
    name: 'linked-request-webhook-tells-the-state-before',
    breaks: 'WHK-12',
    level: 'answer',
    because: 'the request of a checkout is told before its move is stored',
    rules: saying('request', ({ checkoutId }, { from }) =>
      checkoutId === null || checkoutId === undefined || from === null ? {} : { status: from },
    ),
  },
  {
    name: 'webhook-of-an-unknown-payment',
    breaks: 'WHK-13',
    level: 'answer',
    because: 'the id is that of the webhook event',
    rules: saying('payment', ({ id }) => ({ id: otherId(id) })),
  },
  {
    name: 'webhook-with-another-amount',
    breaks: 'WHK-13',
    level: 'answer',
    because: 'the amount is in cents',
    rules: {
      webhookTold: (record, { kind }) => {
        const amount = record['amount'];
        return kind === 'payment' && isMoney(amount) ? { ...record, amount: amount.times(100) } : record;
      },
    },
  },
  {
    name: 'webhook-ahead-for-ever',
    breaks: 'WHK-13',
    level: 'state',
    because: 'the end of a pay-in is announced but never stored',
    rules: {
      recordShown: (record, _place, { orderType, status }) =>
        orderType === 'PAYIN' && status === 'SUCCESS' ? { ...record, status: 'PENDING' } : record,
      ...saying('payment', (_record, { to }) => ({ status: to })),
    },
  },
  {
    name: 'webhook-of-another-order',
    breaks: 'PAY-11',
    level: 'answer',
    because: 'each event has its own orderId',
    rules: saying('payment', ({ orderId }) => ({ orderId: otherId(orderId) })),
  },
  {
    name: 'webhook-with-another-client-order-id',
    breaks: 'PAY-11',
    level: 'answer',
    because: 'clientOrderId is prefixed with its project',
    rules: saying('payment', ({ clientOrderId }) =>
      typeof clientOrderId === 'string' ? { clientOrderId: `shop/${clientOrderId}` } : {},
    ),
  },
];
