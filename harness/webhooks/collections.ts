import type { Collection } from '../evidence.ts';
import type { Trait } from '../oracles/trait.ts';
import { bareDeliveries, signedDeliveries } from '../oracles/webhooks/digest.ts';
import { alwaysFailing } from '../oracles/webhooks/experiment.ts';
import { type Heard, heardIn, heardOf, sentIn } from '../oracles/webhooks/heard.ts';
import { beginningsTold, webhookTraits } from '../oracles/webhooks/observed.ts';
import { type Owed, owedIn } from '../oracles/webhooks/owed.ts';
import { type Account, accountsIn, endedIn } from '../oracles/webhooks/payments.ts';
import { noSource } from '../oracles/webhooks/posted.ts';
import { askedIn, comparedIn } from '../oracles/webhooks/reads.ts';
import { lacking } from '../oracles/webhooks/registered.ts';
import type { WebhookKind } from '../targets/targetFile.ts';

type Of<T> = Collection<T>['of'];

const withMaker = ({ delivery, maker }: Heard) => [delivery.id, ...(maker ? [maker.id] : [])];

/** Deliveries that reached us, each with what has caused it. */
const heard = <T extends Heard>(of: Of<T>, wanted: string, kind?: WebhookKind): Collection<T> => ({
  of,
  wanted,
  absent: lacking(kind),
  exchangesOf: withMaker,
});

/** What was to be announced of records of a kind. */
const owed = (kinds: readonly Owed['kind'][], wanted: string): Collection<Owed> => ({
  of: (record) => owedIn(record).filter(({ kind }) => kinds.includes(kind)),
  wanted,
  absent: lacking(kinds[0]),
  exchangesOf: ({ created, from, to }) => [created.id, from.id, to.id],
});

const accounts = (of: Of<Account>, wanted: string): Collection<Account> => ({
  of,
  wanted,
  absent: lacking('payment'),
  exchangesOf: ({ told, reads }) => [...told, ...reads.slice(0, 1)].map(({ exchange }) => exchange.id),
});

const traits = (of: Of<Trait>, wanted: string): Collection<Trait> => ({
  of,
  wanted,
  absent: lacking(),
  exchangesOf: ({ exchanges }) => exchanges,
});

/** What laws judge of webhooks: where none is sent to us, each says what to put into the target file. */
export const webhookCollections = {
  /** Attempts that reached us, wherever they were sent. */
  sentWebhooks: heard(sentIn, 'a webhook'),
  /** Those that came to where they are to be sent. */
  heard: heard(heardIn, 'a webhook'),
  paymentWebhooks: heard(heardOf('payment'), 'a payment webhook', 'payment'),
  /** Where the target names the address that its webhooks come from. */
  sourced: {
    ...heard((record) => (noSource(record) ? [] : heardIn(record)), 'a webhook'),
    absent: (record) => noSource(record) ?? lacking()(record),
  } satisfies Collection<Heard>,
  signedWebhooks: heard(signedDeliveries, 'a webhook of a kind for which a secret is set'),
  bareWebhooks: heard(bareDeliveries, 'a webhook of a kind for which no secret is set'),
  /** Moves that reads saw, late enough for their webhooks to have come. */
  owedPayments: owed(['payment'], 'a payment of ours that moved between two reads'),
  owed: owed(['payment', 'checkout', 'request'], 'a record of ours that moved between two reads'),
  owedAcquired: owed(['checkout', 'request'], 'a checkout or a request of ours that moved between two reads'),
  /** What webhooks and reads say of one record. */
  compared: {
    of: comparedIn,
    wanted: 'a read of what a webhook told of',
    absent: lacking(),
    exchangesOf: ({ delivery, read, reads }) => [delivery.id, read.exchange.id, ...reads.map((one) => one.exchange.id)],
  } satisfies Collection<ReturnType<typeof comparedIn>[number]>,
  comparedPayments: {
    of: (record) => comparedIn(record).filter(({ kind }) => kind === 'payment'),
    wanted: 'a read of a payment of which a webhook told',
    absent: lacking('payment'),
    exchangesOf: ({ delivery, read }) => [delivery.id, read.exchange.id],
  } satisfies Collection<ReturnType<typeof comparedIn>[number]>,
  askedFor: {
    of: askedIn,
    wanted: 'a GET for a payment of which a webhook told',
    absent: lacking('payment'),
    exchangesOf: ({ delivery, asked }) => [delivery.id, asked.id],
  } satisfies Collection<ReturnType<typeof askedIn>[number]>,
  accounts: accounts(accountsIn, 'a payment webhook'),
  endedAccounts: accounts(endedIn, 'a payment webhook that tells of an end'),
  /** Experiments whose deliveries are never taken. */
  failingPayments: failing('payment'),
  failingOthers: failing('checkout', 'request', 'staticAddressPayment'),
  webhookTraits: traits(webhookTraits, 'a webhook'),
  beginningsTold: traits(beginningsTold, 'a record of ours whose creation may have been announced'),
};

function failing(...kinds: readonly WebhookKind[]) {
  return {
    of: (record) => alwaysFailing(record).filter(({ line }) => kinds.includes(line.webhook)),
    wanted: 'a delivery that always fails',
    absent: lacking(kinds[0]),
    exchangesOf: ({ exchanges }) => exchanges,
  } satisfies Collection<ReturnType<typeof alwaysFailing>[number]>;
}
