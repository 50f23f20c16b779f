import { paymentLifecycle } from '../../../schemas/domain/lifecycles.ts';
import { grouped, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { type OracleResult, toResult } from '../../core/result.ts';
import { announcementOf, textsOf } from '../received/announcement.ts';
import { leastAnnouncements } from '../received/attempts.ts';
import { isDeliveryDue } from '../received/deadlines.ts';
import { receivedOfKind } from '../received/deliveries.ts';
import { unlessDisturbed } from '../received/disturbance.ts';
import { isOfEarlierRecord } from '../received/earlierRecords.ts';
import { untoldDeposits } from './untoldDeposits.ts';

/**
 * A payment to a static address is announced on its detection and on each later change of its status, however it ends and whatever was paid (§ Webhook kinds;
 * SAB-09). Only webhooks tell which payments these are, so a payment without any is left to the deposits that cause it.
 */
export function depositsAnnounced(record: RunRecord): OracleResult {
  if (record.live) return toResult([], []);
  const received = receivedOfKind('staticAddressPayment')(record)
    .map(({ delivery }) => delivery)
    .filter((delivery) => !isOfEarlierRecord(record, delivery));
  const byPayment = grouped(received, (delivery) => textsOf(delivery).find((text) => text.startsWith('PMT-')) ?? '');
  byPayment.delete('');
  const reads = grouped(
    record.payments.filter(({ exchange }) => !exchange.line.request.account),
    ({ value }) => textField(value, 'id') ?? '',
  );
  const faults = [...byPayment].flatMap(([id, deliveries]): Fault[] => {
    const told = new Set(deliveries.map((delivery) => announcementOf(delivery).status));
    // Without a status in each of its bodies, nothing tells which of them was announced.
    if (told.has(undefined)) return [];
    const shown = grouped(reads.get(id) ?? [], ({ value }) => textField(value, 'status') ?? '');
    // A creation need not be announced.
    for (const silent of ['', 'NEW']) shown.delete(silent);
    // A body may show the payment as it is when it is sent, in as many webhooks as changes, so that only its end need be told.
    const changes = new Set([...shown.keys(), ...told]).size;
    const isToldLater = (status: string) =>
      !paymentLifecycle.final.some((end) => end === status) && leastAnnouncements(deliveries) >= changes;
    return [...shown].flatMap(([status, sightings]): Fault[] => {
      const [first] = sightings.map(({ exchange }) => exchange).toSorted((a, b) => (a.sentNs < b.sentNs ? -1 : 1));
      if (told.has(status) || isToldLater(status) || !first || !isDeliveryDue(record, first, first)) return [];
      const exchanges = [first.id, ...deliveries.map((delivery) => delivery.id)];
      const fault = { code: 'notAnnounced', record: id, kind: 'staticAddressPayment', status, exchanges } as const;
      return [unlessDisturbed(record, fault)];
    });
  });
  return toResult(
    received.map(({ id }) => id),
    [...faults, ...untoldDeposits(record)],
  );
}
