import type { JsonRecord } from '../../../domain/json.ts';
import { isMoney } from '../../../domain/money.ts';
import type { WebhookKind } from '../../../domain/webhook.ts';
import type { Transition } from '../../../rules/announcements.ts';
import { conformingRules, type Rules } from '../../../rules/index.ts';
import { otherId } from '../../shared/acquiringFaults.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const FINAL = ['SUCCESS', 'PARTIAL_SUCCESS', 'FAILED', 'EXPIRED', 'CANCELLED', 'CONFLICT'];

const isFinal = ({ to }: Transition): boolean => FINAL.includes(to);

/** A service that announces some transitions only. */
const announcing = (isTold: (transition: Transition) => boolean): Partial<Rules> => ({ transitionAnnounced: isTold });

/** A service whose webhooks of a kind say something else than the record. */
const saying = (
  kind: WebhookKind,
  change: (record: JsonRecord, transition: Transition) => JsonRecord,
): Partial<Rules> => ({
  webhookTold: (record, transition) =>
    transition.kind === kind ? { ...record, ...change(record, transition) } : record,
});

/** Mutants of what is announced (§ Webhook kinds, § States and transitions). */
export const announcementMutants: readonly Mutant[] = [
  {
    name: 'payouts-not-announced',
    breaks: 'LIF-03',
    level: 'state',
    because: 'only what comes in is announced',
    rules: announcing(({ orderType }) => orderType !== 'PAYOUT'),
  },
  {
    name: 'payins-not-announced',
    breaks: 'LIF-03',
    level: 'state',
    because: 'only what goes out is announced',
    rules: announcing(({ orderType, kind }) => orderType !== 'PAYIN' || kind !== 'payment'),
  },
  {
    name: 'ends-not-announced',
    breaks: 'LIF-03',
    level: 'state',
    because: 'a payment that has ended leaves the list of those that are watched before its webhook is made',
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
    name: 'failures-not-announced',
    breaks: 'LIF-03',
    level: 'state',
    because: 'the webhook is made where money is moved',
    rules: announcing(({ kind, to }) => kind !== 'payment' || !['FAILED', 'CANCELLED', 'EXPIRED'].includes(to)),
  },
  {
    name: 'transitions-announced-twice',
    breaks: 'LIF-03',
    level: 'state',
    because: 'two workers announce each transition, each with retries of its own',
    rules: { announcementsOf: ({ kind }) => (kind === 'payment' ? 2 : 1) },
  },
  {
    name: 'webhook-of-three-fields',
    breaks: 'LIF-03',
    level: 'answer',
    because: 'the webhook names the payment and its status, and leaves the record to be read',
    rules: {
      webhookTold: (record, { kind }) =>
        kind === 'payment' ? { id: record['id'], status: record['status'], orderId: record['orderId'] } : record,
    },
  },
  {
    name: 'refused-order-announced',
    breaks: 'ERR-03',
    level: 'state',
    because: 'an order beyond the limits is announced as FAILED, though there is no such payment',
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
      because: `webhooks of the kind ${kind} can be set, and are never sent`,
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
    because: 'of a checkout only its end is announced',
    rules: announcing((transition) => transition.kind !== 'checkout' || isFinal(transition)),
  },
  {
    name: 'requests-announced-at-their-end',
    breaks: 'WHK-10',
    level: 'state',
    because: 'of a request only its end is announced',
    rules: announcing((transition) => transition.kind !== 'request' || isFinal(transition)),
  },
  {
    name: 'expiry-not-announced',
    breaks: 'WHK-10',
    level: 'state',
    because: 'the sweeper that ends what nobody pays announces no checkout and no request',
    rules: announcing(({ kind, to }) => to !== 'EXPIRED' || kind === 'payment'),
  },
];

/** Mutants of what a webhook says beside what is read (§ Webhook kinds, Body). */
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
    because: 'the record is read from a copy that is one state behind',
    rules: saying('payment', (_record, { from }) => (from === null ? {} : { status: from })),
  },
  {
    name: 'webhook-tells-failure-as-success',
    breaks: 'WHK-12',
    level: 'answer',
    because: 'what has ended is announced as SUCCESS, however it ended',
    rules: saying('payment', (_record, { to }) => (to === 'FAILED' ? { status: 'SUCCESS', reason: null } : {})),
  },
  {
    name: 'checkout-webhook-tells-another-state',
    breaks: 'WHK-12',
    level: 'answer',
    because: 'a checkout that is paid is announced as CONFLICT, and read as SUCCESS',
    rules: saying('checkout', (_record, { to }) => (to === 'SUCCESS' ? { status: 'CONFLICT', reason: 'OTHER' } : {})),
  },
  {
    name: 'request-webhook-tells-another-state',
    breaks: 'WHK-12',
    level: 'answer',
    because: 'a request that is paid is announced as PENDING_PAYMENT for the second time',
    rules: saying('request', (_record, { to }) => (to === 'SUCCESS' ? { status: 'PENDING_PAYMENT' } : {})),
  },
  {
    name: 'webhook-of-an-unknown-payment',
    breaks: 'WHK-13',
    level: 'answer',
    because: 'the id is that of the event',
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
    because: 'the end of a pay-in is announced, and never stored',
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
    because: 'each event has an orderId of its own',
    rules: saying('payment', ({ orderId }) => ({ orderId: otherId(orderId) })),
  },
  {
    name: 'webhook-with-another-client-order-id',
    breaks: 'PAY-11',
    level: 'answer',
    because: 'clientOrderId is told with the prefix of its project',
    rules: saying('payment', ({ clientOrderId }) =>
      typeof clientOrderId === 'string' ? { clientOrderId: `shop/${clientOrderId}` } : {},
    ),
  },
];
