import type { WebhookKind } from '../../../schemas/domain/webhookKinds.ts';
import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { announcementOf } from './announcement.ts';
import { originOfDelivery } from './origins.ts';

/** A received delivery, and the exchange of this run that created its record, if there is one. */
export interface ReceivedDelivery {
  delivery: Delivery;
  origin: Exchange | undefined;
}

/** Returns the name of the clock that a delivery was timed with. Exchanges use the same names. */
export const clockOfDelivery = ({ id }: Delivery): string => /^s\d+/.exec(id)?.[0] ?? '';

/** True for a request without a body that tries the address, as a service may when it is set: it is no POST, and neither signed nor about a record. */
const isProbe = ({ line: { request, digest } }: Delivery): boolean =>
  request.method !== 'POST' && request.body.bytes === 0 && !digest.present;

/** Returns the requests that only tried the registered addresses. */
export const probesIn = ({ webhooks }: RunRecord): Delivery[] => webhooks.deliveries.filter(isProbe);

/** Returns the attempts of all deliveries to any address, without requests that followed a redirect or only tried the address. */
export const sentDeliveries = memoizedByRecord((record): ReceivedDelivery[] =>
  record.webhooks.deliveries
    .filter((delivery) => !delivery.line.moved && !isProbe(delivery))
    .map((delivery) => ({ delivery, origin: originOfDelivery(record, delivery) })),
);

/** Returns the attempts that reached the registered address. */
export const receivedDeliveries = memoizedByRecord((record): ReceivedDelivery[] =>
  sentDeliveries(record).filter(({ delivery }) => !delivery.line.strayed),
);

/** Returns the attempts that reached the registered address of a further account. */
export const furtherReceived = memoizedByRecord((record): Delivery[] =>
  record.webhooks.further.deliveries.filter((one) => !one.line.moved && !one.line.strayed && !isProbe(one)),
);

/** Returns the received attempts of one kind. */
export const receivedOfKind =
  (kind: WebhookKind) =>
  (record: RunRecord): ReceivedDelivery[] =>
    receivedDeliveries(record).filter(({ delivery }) => announcementOf(delivery).kind === kind);
