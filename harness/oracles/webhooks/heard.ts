import type { Exchange } from '../../exchange.ts';
import type { RunRecord } from '../../record.ts';
import type { WebhookKind } from '../../targets/targetFile.ts';
import type { Delivery } from '../../webhooks/delivery.ts';
import { derived } from '../derived.ts';
import { announcementOf } from './announcement.ts';
import { makerFor } from './makers.ts';

/** A delivery that reached us, and what has created the record that it tells of, where this run has. */
export interface Heard {
  delivery: Delivery;
  maker: Exchange | undefined;
}

/** The clock that a delivery's times are of, as exchanges name it. */
export const clockOf = ({ id }: Delivery): string => /^s\d+/.exec(id)?.[0] ?? '';

/** The attempts of all deliveries, wherever they came to; what followed a redirect is none. */
export const sentIn = derived((record): Heard[] =>
  record.webhooks.deliveries
    .filter(({ line }) => !line.moved)
    .map((delivery) => ({ delivery, maker: makerFor(record, delivery) })),
);

/** Those that came to where they are to be sent. */
export const heardIn = derived((record): Heard[] => sentIn(record).filter(({ delivery }) => !delivery.line.strayed));

/** Those of one kind. */
export const heardOf =
  (kind: WebhookKind) =>
  (record: RunRecord): Heard[] =>
    heardIn(record).filter(({ delivery }) => announcementOf(delivery).kind === kind);
