import { isObject } from '../../../schemas/json/exact.ts';
import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { field, grouped, type PaymentSighting, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { isFinalStatus } from '../../payments/lifecycle.ts';
import {
  disagreementFault,
  fixedFields,
  type PaymentView,
  sameInstant,
  settledFields,
} from '../../payments/viewAgreement.ts';
import { announcementOf } from '../received/announcement.ts';
import { isLateEnough } from '../received/deadlines.ts';
import { clockOfDelivery, receivedDeliveries, receivedOfKind } from '../received/deliveries.ts';

/** The webhooks of one payment, and the sightings in its reads and its creation. */
export interface PaymentReports {
  id: string;
  reported: readonly (PaymentView & { delivery: Delivery })[];
  reads: readonly PaymentSighting[];
  isLate(delivery: Delivery, read: Exchange): boolean;
}

/** Returns the payments that webhooks announced, each with its reads. */
export const paymentReports = memoizedByRecord((record): PaymentReports[] => {
  const reads = grouped(record.payments, ({ value }) => textField(value, 'id') ?? '');
  const reports = receivedOfKind('payment')(record).flatMap(({ delivery }) =>
    isObject(delivery.json)
      ? [{ delivery, source: 'webhook' as const, exchange: { id: delivery.id }, value: delivery.json }]
      : [],
  );
  const groups = grouped(reports, ({ value }) => textField(value, 'id') ?? '');
  groups.delete('');
  return [...groups].map(([id, own]) => ({
    id,
    reported: own,
    reads: reads.get(id) ?? [],
    isLate: (delivery, read) => isLateEnough(record, delivery, read),
  }));
});

const isPartial = ({ value }: Pick<PaymentView, 'value'>) => textField(value, 'status') === 'PARTIAL_SUCCESS';

/**
 * Compares the fields that never change with every webhook. The compared value is the first one in a read, or the first one in a webhook if no read has the
 * field.
 */
function moved({ reported, reads }: PaymentReports): (Fault | undefined)[] {
  const all: readonly PaymentView[] = [...reads, ...reported];
  return [...fixedFields, ...(all.some(isPartial) ? [] : ['amount']), 'createdAt'].flatMap((name) => {
    const first = all.find(({ value }) => field(value, name) !== undefined);
    const same = name === 'createdAt' ? sameInstant : undefined;
    return first ? reported.map((other) => disagreementFault(name, [first, other], same)) : [];
  });
}

/** Compares the fields of a final payment: a webhook with a final status with the last read that is late enough. */
function unrested({ reported, reads, isLate: isAfter }: PaymentReports): (Fault | undefined)[] {
  const gets = reads.filter(({ source }) => source === 'get');
  return reported
    .filter(({ value, delivery }) => isFinalStatus(textField(value, 'status')) && delivery.line.run === undefined)
    .flatMap((one) => {
      const late = gets.findLast(
        ({ exchange }) => exchange.clock === clockOfDelivery(one.delivery) && isAfter(one.delivery, exchange),
      );
      // A different status is not judged here, because WHK-12 judges it. A processor may replace externalId even then.
      const isAlike = late && textField(late.value, 'status') === textField(one.value, 'status');
      const names = settledFields.filter((name) => name !== 'status' && name !== 'externalId');
      return late && isAlike ? names.map((name) => disagreementFault(name, [one, late])) : [];
    });
}

/** A payment webhook agrees with all other views in the fields that do not change (PAY-11). */
export function agreesInWebhooks(account: PaymentReports): Fault[] {
  return [...moved(account), ...unrested(account)].filter((fault) => fault !== undefined);
}

/** Webhooks announce only one final status of a payment of this run, in any order of arrival (LIF-01). */
export function endsOnce(record: RunRecord) {
  const own = new Set(receivedDeliveries(record).flatMap(({ delivery, origin }) => (origin ? delivery.id : [])));
  return ({ id, reported }: PaymentReports): Fault | undefined => {
    const ends = reported.filter(
      ({ value, delivery }) => own.has(delivery.id) && isFinalStatus(textField(value, 'status')),
    );
    const [first] = ends;
    const from = first && textField(first.value, 'status');
    const other = ends.find(({ value }) => textField(value, 'status') !== from);
    if (!first || from === undefined || !other) return undefined;
    const exchanges = [first.exchange.id, other.exchange.id];
    const to = textField(other.value, 'status') ?? '';
    return { code: 'leftFinal', payment: id, from, to, older: false, exchanges };
  };
}

/** Returns the payments that a webhook announced as final. */
export const finalPaymentReports = (record: RunRecord): PaymentReports[] =>
  paymentReports(record).filter(({ reported }) =>
    reported.some(({ delivery }) => isFinalStatus(announcementOf(delivery).status)),
  );
