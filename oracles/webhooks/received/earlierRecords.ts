import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { announcementOf } from './announcement.ts';
import { originOfDelivery } from './origins.ts';

/** Returns the earliest time of its own clock that the target told in this run, in the Date header of an answer, ms since 1970; NaN if it told none. */
const targetStartMs = memoizedByRecord(({ exchanges }): number => {
  const dates = exchanges.map((one) => (one.line.operation ? Date.parse(one.header('date') ?? '') : Number.NaN));
  const told = dates.filter((ms) => !Number.isNaN(ms));
  return told.length === 0 ? Number.NaN : Math.min(...told);
});

/**
 * True if the record of a delivery was created before the run: earlier attempts, and webhooks for other statuses, may have gone to the receiver of a run that
 * was cut off. A record that no call of this run created, and whose body does not say when it was created, may be one.
 */
export function isOfEarlierRecord(record: RunRecord, delivery: Delivery): boolean {
  if (originOfDelivery(record, delivery)) return false;
  const { createdMs } = announcementOf(delivery);
  return Number.isNaN(createdMs) || createdMs < targetStartMs(record);
}
