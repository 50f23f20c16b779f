import { checkoutLifecycle, paymentLifecycle, requestLifecycle } from '../../../schemas/domain/lifecycles.ts';
import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { grouped, type RunRecord, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../../traffic/outcome/fault.ts';
import { statusHistoriesOf } from '../../acquiring/lifecycle/statusHistory.ts';
import { statusOf } from '../../core/history.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { mayHaveExpired } from '../../core/movedClock.ts';
import { announcementOf } from '../received/announcement.ts';
import { isLateEnough } from '../received/deadlines.ts';
import { clockOfDelivery, receivedDeliveries } from '../received/deliveries.ts';

/** The status of a record in a delivery, and the suite's own reads of that record. */
export interface ComparedDelivery {
  delivery: Delivery;
  kind: 'payment' | 'checkout' | 'request';
  id: string;
  status: string;
  /** All reads of the record itself, in order. */
  reads: readonly Sighting[];
  /** A read that was sent after the delivery. It is late enough to show the announced status, or it is earlier but already agrees with the delivery. */
  read: Sighting;
}

const stages: Readonly<Record<ComparedDelivery['kind'], readonly (readonly string[])[]>> = {
  payment: paymentLifecycle.stages,
  checkout: checkoutLifecycle.stages,
  request: requestLifecycle.stages,
};

const stageOf = (kind: ComparedDelivery['kind'], status: string) =>
  stages[kind].findIndex((statuses) => statuses.includes(status));

const gets = memoizedByRecord((record) =>
  grouped(
    record.payments.filter(({ source }) => source === 'get'),
    ({ value }) => textField(value, 'id') ?? '',
  ),
);

function readsOf(record: RunRecord, kind: ComparedDelivery['kind'], id: string): readonly Sighting[] {
  if (kind === 'payment') return gets(record).get(id) ?? [];
  const own = statusHistoriesOf(record, id).filter(({ view }) => view === 'own');
  return own.flatMap(({ sightings }) => sightings.filter(({ source }) => source === 'read'));
}

/** Returns the deliveries of this run whose record was read late enough afterwards (WHK-12). */
export const comparedDeliveries = memoizedByRecord((record): ComparedDelivery[] => {
  return receivedDeliveries(record).flatMap(({ delivery }): ComparedDelivery[] => {
    const { kind, id, status } = announcementOf(delivery);
    if (kind !== 'payment' && kind !== 'checkout' && kind !== 'request') return [];
    if (id === undefined || status === undefined || delivery.line.run !== undefined) return [];
    const reads = readsOf(record, kind, id).filter(({ exchange }) => exchange.clock === clockOfDelivery(delivery));
    const after = reads.filter(({ exchange }) => exchange.sentNs >= delivery.receivedNs);
    const reported = { delivery, kind, id, status, reads };
    const read =
      after.find(({ exchange }) => isLateEnough(record, delivery, exchange)) ??
      after.find((one) => mayFollow(reported, statusOf(one) ?? ''));
    return read ? [{ ...reported, read }] : [];
  });
});

/** True if a record may have moved from the announced status to that of a later read. */
function mayFollow({ kind, status, reads }: Omit<ComparedDelivery, 'read'>, shown: string): boolean {
  const [reportedStage, is] = [stageOf(kind, status), stageOf(kind, shown)];
  if (reportedStage < 0 || is < 0 || shown === status) return true;
  // The rules on states judge a record that moves back to a status seen before.
  if (reads.some((one) => statusOf(one) === status)) return true;
  if (is !== reportedStage) return is > reportedStage;
  const isEnd = reportedStage === stages[kind].length - 1;
  // A request may be paid after it has expired. The interface does not show the outcome.
  return !isEnd || (kind !== 'payment' && [status, shown].includes('EXPIRED'));
}

/** The status in a webhook is that of a read soon afterwards, or one that the record has since left (WHK-12). */
export function agreesWithReads(compared: ComparedDelivery): Fault | undefined {
  const { delivery, kind, id, status, read } = compared;
  const shown = statusOf(read);
  if (shown === undefined || mayFollow(compared, shown)) return undefined;
  return {
    code: 'differs',
    what: `the status of ${id} in a read after its ${kind} webhook`,
    wanted: `${status}, or a later status,`,
    seen: shown,
    exchanges: [delivery.id, read.exchange.id],
  };
}

/** A payment that a webhook announced, and a later GET for it. The GET found the payment, or was sent late enough to find it. */
export interface ReadAfterDelivery {
  delivery: Delivery;
  id: string;
  answer: Exchange;
}

const paymentGet = 'GET /v1/user/payments/{id}';

/** True for a valid GET by the account under test. A GET with a wrong credential is left out, since the target refuses it in any case. */
function isInEarnest({ line: { purpose, request } }: Exchange): boolean {
  const { scheme, fault, manner } = request.signature;
  const isSigned = scheme !== 'none' && fault === undefined && manner === undefined;
  return purpose !== 'defect' && isSigned && request.account === undefined;
}

/** Returns the payments that webhooks announced and that were requested by GET afterwards (WHK-13). */
export const readsAfterDelivery = memoizedByRecord((record): ReadAfterDelivery[] => {
  const asked = grouped(record.of(paymentGet).filter(isInEarnest), ({ line }) =>
    decodeURIComponent(line.request.path.split('/').at(-1) ?? ''),
  );
  return receivedDeliveries(record).flatMap(({ delivery }): ReadAfterDelivery[] => {
    const { kind, id } = announcementOf(delivery);
    if (kind !== 'payment' || id === undefined || delivery.line.run !== undefined) return [];
    const after = (asked.get(id) ?? []).filter(
      (one) => one.clock === clockOfDelivery(delivery) && one.sentNs >= delivery.receivedNs,
    );
    const conclusive =
      after.find(
        (one) => one.class === 'refused' && isLateEnough(record, delivery, one) && !mayHaveExpired(record, one),
      ) ?? after.find((one) => one.class === 'accepted');
    return conclusive ? [{ delivery, id, answer: conclusive }] : [];
  });
});

/** A payment that a webhook announces can be read by GET payment (WHK-13). */
export function isReadable({ delivery, id, answer }: ReadAfterDelivery): Fault | undefined {
  if (answer.class === 'accepted' && textField(answer.json, 'id') === id) return undefined;
  const what = `the answer to GET payment ${id}, which a webhook announced`;
  return {
    code: 'differs',
    what,
    wanted: 'the payment',
    seen: excerpt(answer.seen),
    exchanges: [delivery.id, answer.id],
  };
}
