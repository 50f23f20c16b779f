import type { Observation } from '../oracles/core/observation.ts';
import { noSourceFault } from '../oracles/webhooks/events/deliveryForm.ts';
import { signedDeliveries, unsignedDeliveries } from '../oracles/webhooks/events/digest.ts';
import { type ExpectedDelivery, expectedDeliveries } from '../oracles/webhooks/events/expected.ts';
import { creationAnnouncements, webhookObservations } from '../oracles/webhooks/events/observedDeliveries.ts';
import {
  finalPaymentReports,
  type PaymentReports,
  paymentReports,
} from '../oracles/webhooks/events/paymentDeliveries.ts';
import { comparedDeliveries, readsAfterDelivery } from '../oracles/webhooks/events/readAgreement.ts';
import {
  type ReceivedDelivery,
  receivedDeliveries,
  receivedOfKind,
  sentDeliveries,
} from '../oracles/webhooks/received/deliveries.ts';
import { absenceFault } from '../oracles/webhooks/received/registrations.ts';
import { alwaysFailing } from '../oracles/webhooks/retries/experiments.ts';
import type { WebhookKind } from '../traffic/target/file/targetFile.ts';
import type { Collection } from './evidence.ts';

type Of<T> = Collection<T>['of'];

const withMaker = ({ delivery, origin }: ReceivedDelivery) => [delivery.id, ...(origin ? [origin.id] : [])];

/** Deliveries that reached us, each with what has caused it. */
const heard = <T extends ReceivedDelivery>(of: Of<T>, wanted: string, kind?: WebhookKind): Collection<T> => ({
  of,
  wanted,
  absent: absenceFault(kind),
  exchangesOf: withMaker,
});

/** What was to be announced of records of a kind. */
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

/** What laws judge of webhooks: where none is sent to us, each says what to put into the target file. */
export const webhookCollections = {
  /** Attempts that reached us, wherever they were sent. */
  sentWebhooks: heard(sentDeliveries, 'a webhook'),
  /** Those that came to where they are to be sent. */
  heard: heard(receivedDeliveries, 'a webhook'),
  paymentWebhooks: heard(receivedOfKind('payment'), 'a payment webhook', 'payment'),
  /** Where the target names the address that its webhooks come from. */
  sourced: {
    ...heard((record) => (noSourceFault(record) ? [] : receivedDeliveries(record)), 'a webhook'),
    absent: (record) => noSourceFault(record) ?? absenceFault()(record),
  } satisfies Collection<ReceivedDelivery>,
  signedWebhooks: heard(signedDeliveries, 'a webhook of a kind for which a secret is set'),
  bareWebhooks: heard(unsignedDeliveries, 'a webhook of a kind for which no secret is set'),
  /** Moves that reads saw, late enough for their webhooks to have come. */
  owedPayments: owed(['payment'], 'a payment of ours that moved between two reads'),
  owed: owed(['payment', 'checkout', 'request'], 'a record of ours that moved between two reads'),
  owedAcquired: owed(['checkout', 'request'], 'a checkout or a request of ours that moved between two reads'),
  /** What webhooks and reads say of one record. */
  compared: {
    of: comparedDeliveries,
    wanted: 'a read of what a webhook told of',
    absent: absenceFault(),
    exchangesOf: ({ delivery, read, reads }) => [delivery.id, read.exchange.id, ...reads.map((one) => one.exchange.id)],
  } satisfies Collection<ReturnType<typeof comparedDeliveries>[number]>,
  comparedPayments: {
    of: (record) => comparedDeliveries(record).filter(({ kind }) => kind === 'payment'),
    wanted: 'a read of a payment of which a webhook told',
    absent: absenceFault('payment'),
    exchangesOf: ({ delivery, read }) => [delivery.id, read.exchange.id],
  } satisfies Collection<ReturnType<typeof comparedDeliveries>[number]>,
  askedFor: {
    of: readsAfterDelivery,
    wanted: 'a GET for a payment of which a webhook told',
    absent: absenceFault('payment'),
    exchangesOf: ({ delivery, answer }) => [delivery.id, answer.id],
  } satisfies Collection<ReturnType<typeof readsAfterDelivery>[number]>,
  accounts: accounts(paymentReports, 'a payment webhook'),
  endedAccounts: accounts(finalPaymentReports, 'a payment webhook that tells of an end'),
  /** Experiments whose deliveries are never taken. */
  failingPayments: failing('payment'),
  failingOthers: failing('checkout', 'request', 'staticAddressPayment'),
  webhookTraits: traits(webhookObservations, 'a webhook'),
  beginningsTold: traits(creationAnnouncements, 'a record of ours whose creation may have been announced'),
};

function failing(...kinds: readonly WebhookKind[]) {
  return {
    of: (record) => alwaysFailing(record).filter(({ line }) => kinds.includes(line.webhook)),
    wanted: 'a delivery that always fails',
    absent: absenceFault(kinds[0]),
    exchangesOf: ({ exchanges }) => exchanges,
  } satisfies Collection<ReturnType<typeof alwaysFailing>[number]>;
}
