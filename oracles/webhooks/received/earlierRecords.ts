import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { announcementOf } from './announcement.ts';
import { targetStartMs } from './deadlines.ts';
import { originOfDelivery } from './origins.ts';

/**
 * True if the record of a delivery was created before the run: earlier attempts, and webhooks for other statuses, may have gone to the receiver of a run that
 * was cut off. A record that no call of this run created, and whose body does not say when it was created, may be one.
 */
export function isOfEarlierRecord(record: RunRecord, delivery: Delivery): boolean {
  if (originOfDelivery(record, delivery)) return false;
  const { createdMs } = announcementOf(delivery);
  return Number.isNaN(createdMs) || createdMs < targetStartMs(record);
}
