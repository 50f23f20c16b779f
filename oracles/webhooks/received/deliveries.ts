import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { WebhookKind } from '../../../traffic/target/file/targetFile.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { announcementOf } from './announcement.ts';
import { originOfDelivery } from './origins.ts';

/** A delivery that reached us, and what has created the record that it tells of, where this run has. */
export interface ReceivedDelivery {
  delivery: Delivery;
  origin: Exchange | undefined;
}

/** The clock that a delivery's times are of, as exchanges name it. */
export const clockOfDelivery = ({ id }: Delivery): string => /^s\d+/.exec(id)?.[0] ?? '';

/** The attempts of all deliveries, wherever they came to; what followed a redirect is none. */
export const sentDeliveries = memoizedByRecord((record): ReceivedDelivery[] =>
  record.webhooks.deliveries
    .filter(({ line }) => !line.moved)
    .map((delivery) => ({ delivery, origin: originOfDelivery(record, delivery) })),
);

/** Those that came to where they are to be sent. */
export const receivedDeliveries = memoizedByRecord((record): ReceivedDelivery[] =>
  sentDeliveries(record).filter(({ delivery }) => !delivery.line.strayed),
);

/** Those of one kind. */
export const receivedOfKind =
  (kind: WebhookKind) =>
  (record: RunRecord): ReceivedDelivery[] =>
    receivedDeliveries(record).filter(({ delivery }) => announcementOf(delivery).kind === kind);
