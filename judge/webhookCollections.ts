import type { Observation } from '../oracles/core/observation.ts';
import { noSourceFault } from '../oracles/webhooks/events/deliveryForm.ts';
import { signedDeliveries, unsignedDeliveries } from '../oracles/webhooks/events/digest.ts';
import { type ExpectedDelivery, expectedDeliveries } from '../oracles/webhooks/events/expected.ts';
import {
  type AddressedDelivery,
  deliveriesOfAccounts,
  type FurtherDelivery,
  furtherDeliveries,
} from '../oracles/webhooks/events/furtherAccounts.ts';
import { creationAnnouncements, webhookObservations } from '../oracles/webhooks/events/observedDeliveries.ts';
import {
  finalPaymentReports,
  type PaymentReports,
  paymentReports,
} from '../oracles/webhooks/events/paymentDeliveries.ts';
import { comparedDeliveries, readsAfterDelivery } from '../oracles/webhooks/events/readAgreement.ts';
import { type ShownRecord, shownRecordsIn } from '../oracles/webhooks/events/shownRecords.ts';
import {
  type ReceivedDelivery,
  receivedDeliveries,
  receivedOfKind,
  sentDeliveries,
} from '../oracles/webhooks/received/deliveries.ts';
import { absenceFault } from '../oracles/webhooks/received/registrations.ts';
import { announcementsOfRun } from '../oracles/webhooks/retries/everyDelivery.ts';
import type { WebhookKind } from '../schemas/domain/webhookKinds.ts';
import type { Collection } from './evidence.ts';

type Of<T> = Collection<T>['of'];

const withMaker = ({ delivery, origin }: ReceivedDelivery) => [delivery.id, ...(origin ? [origin.id] : [])];

/** Deliveries that reached us, each with the exchange that caused it. */
const received = <T extends ReceivedDelivery>(of: Of<T>, wanted: string, kind?: WebhookKind): Collection<T> => ({
  of,
  wanted,
  absent: absenceFault(kind),
  exchangesOf: withMaker,
});

/** Webhooks that the target should send for records of some kinds. */
const owed = (kinds: readonly ExpectedDelivery['kind'][], wanted: string): Collection<ExpectedDelivery> => ({
  of: (record) => expectedDeliveries(record).filter(({ kind }) => kinds.includes(kind)),
  wanted,
  absent: absenceFault(kinds[0]),
  exchangesOf: ({ created, from, to }) => [created.id, from.id, to.id],
});

const accounts = (of: Of<PaymentReports>, wanted: string): Collection<PaymentReports> => ({
  of,
  wanted,
  absent: absenceFault('payment'),
  exchangesOf: ({ reported, reads }) => [...reported, ...reads.slice(0, 1)].map(({ exchange }) => exchange.id),
});

const traits = (of: Of<Observation>, wanted: string): Collection<Observation> => ({
  of,
  wanted,
  absent: absenceFault(),
  exchangesOf: ({ exchanges }) => exchanges,
});

/** Webhook evidence for trace checks. If no webhooks are sent to us, each collection says what to add to the target file. */
export const webhookCollections = {
  /** Attempts that reached us at any path. */
  sentWebhooks: received(sentDeliveries, 'a webhook'),
  /** Attempts that reached the path for which they were registered. */
  heard: received(receivedDeliveries, 'a webhook'),
  /** Records as reads at the paths of the target file and webhooks show them. The collection may be empty. */
  shownRecords: {
    of: shownRecordsIn,
    wanted: 'a checkout or request that was read, or a webhook',
    exchangesOf: ({ exchange }) => [exchange.id],
  } satisfies Collection<ShownRecord>,
  paymentWebhooks: received(receivedOfKind('payment'), 'a payment webhook', 'payment'),
  /** Received attempts. The collection may be empty if the target file does not name the address that webhooks come from. */
  sourced: {
    ...received((record) => (noSourceFault(record) ? [] : receivedDeliveries(record)), 'a webhook'),
    absent: (record) => noSourceFault(record) ?? absenceFault()(record),
  } satisfies Collection<ReceivedDelivery>,
  signedWebhooks: received(signedDeliveries, 'a webhook of a kind for which a secret is set'),
  bareWebhooks: received(unsignedDeliveries, 'a webhook of a kind for which no secret is set'),
  /** Changes between two reads, old enough that their webhooks must have arrived. */
  owedPayments: owed(['payment'], 'one of our payments that changed between two reads'),
  /** The same for payments of a further account, which has an address of its own. */
  owedElsewhere: {
    ...owed(['payment'], 'a payment of another account that changed between two reads'),
    of: furtherDeliveries,
  } satisfies Collection<FurtherDelivery>,
  /** Attempts at the address of any account, if several accounts have one. */
  addressed: {
    of: deliveriesOfAccounts,
    wanted: 'a webhook while two accounts have addresses of their own',
    absent: absenceFault('payment'),
    exchangesOf: ({ delivery, elsewhere }) => [delivery.id, ...(elsewhere ? [elsewhere.id] : [])],
  } satisfies Collection<AddressedDelivery>,
  owed: owed(['payment', 'checkout', 'request'], 'one of our records that changed between two reads'),
  owedAcquired: owed(['checkout', 'request'], 'one of our checkouts or requests that changed between two reads'),
  /** The announcements of checkouts and requests, each with its attempts. */
  toldAcquired: {
    of: (record) => announcementsOfRun(record).filter(({ kind }) => kind === 'checkout' || kind === 'request'),
    wanted: 'a webhook of a checkout or a request',
    absent: absenceFault('checkout'),
    exchangesOf: ({ attempts }) => attempts.map(({ id }) => id),
  } satisfies Collection<ReturnType<typeof announcementsOfRun>[number]>,
  /** Deliveries and reads of the same record. */
  compared: {
    of: comparedDeliveries,
    wanted: 'a read of the record in a webhook',
    absent: absenceFault(),
    exchangesOf: ({ delivery, read, reads }) => [delivery.id, read.exchange.id, ...reads.map((one) => one.exchange.id)],
  } satisfies Collection<ReturnType<typeof comparedDeliveries>[number]>,
  comparedPayments: {
    of: (record) => comparedDeliveries(record).filter(({ kind }) => kind === 'payment'),
    wanted: 'a read of the payment in a webhook',
    absent: absenceFault('payment'),
    exchangesOf: ({ delivery, read }) => [delivery.id, read.exchange.id],
  } satisfies Collection<ReturnType<typeof comparedDeliveries>[number]>,
  askedFor: {
    of: readsAfterDelivery,
    wanted: 'a GET for the payment in a webhook',
    absent: absenceFault('payment'),
    exchangesOf: ({ delivery, answer }) => [delivery.id, answer.id],
  } satisfies Collection<ReturnType<typeof readsAfterDelivery>[number]>,
  accounts: accounts(paymentReports, 'a payment webhook'),
  endedAccounts: accounts(finalPaymentReports, 'a payment webhook with a final status'),
  webhookTraits: traits(webhookObservations, 'a webhook'),
  beginningsTold: traits(creationAnnouncements, 'one of our records whose creation may have been announced'),
};
