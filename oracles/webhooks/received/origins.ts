import type { WebhookKind } from '../../../schemas/domain/webhookKinds.ts';
import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { grouped, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { allAddresses, bundlesIn } from '../../acquiring/bundles/bundleAddresses.ts';
import { acquiringRecordsIn } from '../../answers/acquiringRecords.ts';
import { isReused, ordersIn } from '../../core/creationEffect.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { announcementOf, textsOf } from './announcement.ts';

/** Returns the creations of the run's own payments, by payment id. A payment is included if an answer or a delivery shows both its id and its clientOrderId. */
const paymentCreations = memoizedByRecord((record): Map<string, Exchange> => {
  const orders = ordersIn(record).filter(({ exchange }) => !isReused(record, exchange));
  const byKey = grouped(orders, ({ clientOrderId }) => clientOrderId ?? '');
  byKey.delete('');
  const shown = record.payments.map(({ value }) => value);
  return new Map(
    shown.flatMap((payment): [string, Exchange][] => {
      const [id, key] = [textField(payment, 'id'), textField(payment, 'clientOrderId') ?? ''];
      const [maker] = byKey.get(key) ?? [];
      return id !== undefined && maker ? [[id, maker.exchange]] : [];
    }),
  );
});

const ordersByKey = memoizedByRecord(
  (record) =>
    new Map(
      ordersIn(record)
        .filter(({ exchange }) => !isReused(record, exchange))
        .map(({ clientOrderId, exchange }) => [clientOrderId, exchange]),
    ),
);

const acquiringCreations = memoizedByRecord(
  (record) => new Map(acquiringRecordsIn(record).map(({ id, created }) => [id, created])),
);

/** The first calls that showed each static address, by the address and by its id. */
const addressCreations = memoizedByRecord((record) => {
  const all = bundlesIn(record).flatMap((bundle) =>
    allAddresses(bundle, 'addresses').map(({ value }) => ({ value, bundle })),
  );
  const named = all.flatMap(({ value, bundle }) =>
    ['address', 'id'].flatMap((name): [string, Exchange][] => {
      const text = textField(value, name);
      return text === undefined ? [] : [[text.toLowerCase(), bundle.exchange]];
    }),
  );
  return new Map(named.toReversed());
});

/** Returns the exchange that created a record of this run, by its id; undefined for records of others. */
export function originById(record: RunRecord, kind: WebhookKind, id: string): Exchange | undefined {
  return kind === 'payment' ? paymentCreations(record).get(id) : acquiringCreations(record).get(id);
}

/** Returns the exchange that created the record of a delivery: by its id, or by the clientOrderId or the static address anywhere in the body. */
export function originOfDelivery(record: RunRecord, delivery: Delivery): Exchange | undefined {
  const { kind, id } = announcementOf(delivery);
  const known = kind && id !== undefined ? originById(record, kind, id) : undefined;
  if (kind === 'staticAddressPayment')
    return firstOf(delivery, (text) => addressCreations(record).get(text.toLowerCase()));
  if (known || kind !== 'payment') return known;
  const orders = ordersByKey(record);
  return firstOf(delivery, (text) => orders.get(text));
}

const firstOf = (delivery: Delivery, makerNamed: (text: string) => Exchange | undefined): Exchange | undefined =>
  textsOf(delivery)
    .map(makerNamed)
    .find((maker) => maker !== undefined);
