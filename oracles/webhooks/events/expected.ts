import { checkoutLifecycle, paymentLifecycle, requestLifecycle } from '../../../schemas/domain/lifecycles.ts';
import type { Delivery } from '../../../traffic/journal/delivery.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { grouped, type RunRecord, type Sighting, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { statusHistories } from '../../acquiring/lifecycle/statusHistory.ts';
import { inCertainOrder, statusOf } from '../../core/history.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import { type Announcement, announcementOf, textsOf } from '../received/announcement.ts';
import { attemptOutcome } from '../received/answers.ts';
import { announcementsIn, leastAnnouncements } from '../received/attempts.ts';
import { deliveryWaitNs, isDeliveryDue } from '../received/deadlines.ts';
import { receivedDeliveries, receivedOfKind } from '../received/deliveries.ts';
import { unlessDisturbed } from '../received/disturbance.ts';
import { originById } from '../received/origins.ts';
import { unsetFault, wasReceiving } from '../received/registrations.ts';

/** A kind of record whose reads show its transitions. */
type Read = 'payment' | 'checkout' | 'request';

/** A sighting, with the view that it is of. */
type Seen = Sighting & { source: string };

/** A transition that reads of a record of this run show, and that a webhook should announce. */
export interface ExpectedDelivery {
  kind: Read;
  id: string;
  status: string;
  created: Exchange;
  from: Exchange;
  to: Exchange;
  /** True if reads had shown the status before, so that an earlier webhook may have told it. */
  isAgain: boolean;
  /** The statuses that the record may have taken since: those of later stages, and the others that the same view showed later. */
  later: ReadonlySet<string>;
  /** When the last read that cannot lag behind still showed the status, ns. */
  lastNs: bigint;
}

const lifecycles = { payment: paymentLifecycle, checkout: checkoutLifecycle, request: requestLifecycle };

/** The views that show a record as it is. Others may lag behind. */
const currentViews: readonly unknown[] = ['get', 'read'];

/** Returns what reads show after a transition to a status, which the first of them shows. */
function afterwards(kind: Read, status: string, reads: readonly Seen[]): Pick<ExpectedDelivery, 'later' | 'lastNs'> {
  const stages: readonly (readonly string[])[] = lifecycles[kind].stages;
  const beyond = stages.slice(stages.findIndex((stage) => stage.includes(status)) + 1).flat();
  const later = new Set([...beyond, ...reads.flatMap((one) => statusOf(one) ?? [])]);
  later.delete(status);
  const still = reads.findLast((one) => statusOf(one) === status && currentViews.includes(one.source));
  return { later, lastNs: still?.exchange.sentNs ?? 0n };
}

/** Returns the transitions of a record that reads saw: of those into one status, the first one and the first return to it. */
function movesOf(
  kind: Read,
  id: string,
  { created, views }: { created: Exchange; views: readonly Seen[][] },
): ExpectedDelivery[] {
  const all = views.flatMap((sightings) =>
    sightings.slice(1).flatMap((later, index): ExpectedDelivery[] => {
      const [before, status] = [sightings[index], statusOf(later)];
      if (!before || status === undefined || statusOf(before) === undefined || statusOf(before) === status) return [];
      const isAgain = sightings.slice(0, index).some((one) => statusOf(one) === status);
      const [from, to, rest] = [before.exchange, later.exchange, sightings.slice(index + 1)];
      return [{ kind, id, status, created, from, to, isAgain, ...afterwards(kind, status, rest) }];
    }),
  );
  const keyOf = ({ status, isAgain }: ExpectedDelivery) => `${status} ${isAgain}`;
  return [...new Map(all.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
}

/** Returns the sightings of a payment by view, each with the answer of its creation in front. */
function paymentViews(sightings: RunRecord['payments'], created: Exchange): Seen[][] {
  const ofClock = sightings.filter(({ exchange }) => exchange.clock === created.clock);
  const first = ofClock.filter(({ exchange }) => exchange === created);
  const views = grouped(
    ofClock.filter(({ source }) => source !== 'create'),
    ({ source }) => source,
  );
  return [...views.values()].map((view) => inCertainOrder([...first, ...view]));
}

/** Payment webhooks are for pay-ins and pay-outs (§ Webhook kinds). An exchange or a transfer need not be announced. */
const isAnnounced = ({ value }: Sighting) => ['PAYIN', 'PAYOUT'].includes(textField(value, 'orderType') ?? 'PAYIN');

/** Returns the transitions of a payment that sightings of its own account show. */
export const movesOfPayment = (id: string, sightings: RunRecord['payments'], created: Exchange): ExpectedDelivery[] =>
  movesOf('payment', id, { created, views: paymentViews(sightings, created) });

function paymentMoves(record: RunRecord): ExpectedDelivery[] {
  const groups = grouped(record.payments.filter(isAnnounced), ({ value }) => textField(value, 'id') ?? '');
  groups.delete('');
  return [...groups].flatMap(([id, sightings]) => {
    const created = originById(record, 'payment', id);
    if (!created || !wasReceiving(record, 'payment', created)) return [];
    return movesOfPayment(id, sightings, created);
  });
}

/** Returns the transitions that reads of a checkout or a request show, and those of a request that reads of its checkout show. */
function acquiredMoves(record: RunRecord, kind: 'checkout' | 'request'): ExpectedDelivery[] {
  const lives = grouped(
    statusHistories(record).filter((life) => life.kind === kind),
    ({ id }) => id,
  );
  return [...lives].flatMap(([id, views]) => {
    const created = originById(record, kind, id);
    if (!created || !wasReceiving(record, kind, created)) return [];
    const ofClock = views.map(({ sightings }) => sightings.filter(({ exchange }) => exchange.clock === created.clock));
    return movesOf(kind, id, { created, views: ofClock });
  });
}

const movesIn = memoizedByRecord((record): ExpectedDelivery[] => [
  ...paymentMoves(record),
  ...acquiredMoves(record, 'checkout'),
  ...acquiredMoves(record, 'request'),
]);

/** Returns the transitions of payments, checkouts and requests of this run whose webhook is due. */
export const expectedDeliveries = memoizedByRecord((record): ExpectedDelivery[] =>
  movesIn(record).filter(({ from, to }) => isDeliveryDue(record, from, to)),
);

const movesById = memoizedByRecord((record) => grouped(movesIn(record), ({ id }) => id));

/** The deliveries that announce each status of a record, in the order in which they came. */
const announcedStatuses = memoizedByRecord((record): ReadonlyMap<string, readonly Delivery[]> => {
  const announcements = receivedDeliveries(record).map(({ delivery }) => announcementOf(delivery));
  const groups = grouped(announcements, ({ kind, id, status }) => `${kind} ${id} ${status}`);
  return new Map(
    [...groups].map(([key, some]) => [
      key,
      some.map(({ delivery }) => delivery).toSorted((one, other) => (one.receivedNs < other.receivedNs ? -1 : 1)),
    ]),
  );
});

/** The deliveries that announce each record, whatever they say of it. */
const announcedRecords = memoizedByRecord((record) =>
  grouped(
    receivedDeliveries(record).map(({ delivery }) => announcementOf(delivery)),
    ({ kind, id }) => `${kind} ${id}`,
  ),
);

const hasSucceeded = (delivery: Delivery) => attemptOutcome(delivery) === 'success';

/**
 * True if a body may show its record as it was when the webhook was sent: there are no fewer announcements than the record has transitions, and among them as many
 * of later statuses, since no read shows this one any more, as this transition and the later ones are.
 */
export function isToldLater(
  { status, isAgain, later, from, lastNs }: ExpectedDelivery,
  moves: readonly ExpectedDelivery[],
  announced: readonly Announcement[],
): boolean {
  const sinceNs = from.sentNs > lastNs ? from.sentNs : lastNs;
  const after = announced.filter((one) => later.has(one.status ?? '') && one.delivery.receivedNs >= sinceNs);
  const owed = moves.filter((one) => (one.status === status && one.isAgain === isAgain) || later.has(one.status));
  const countOfThese = (some: readonly Announcement[]) => leastAnnouncements(some.map(({ delivery }) => delivery));
  return countOfThese(announced) >= moves.length && countOfThese(after) >= owed.length;
}

/**
 * True if a return to a status was announced. A retry of the first announcement says the same, and may come at any time until one succeeds: what came only later
 * than a new announcement would is no more than that.
 */
function isReturnReported(record: RunRecord, { from, to }: ExpectedDelivery, deliveries: readonly Delivery[]): boolean {
  const [early, late] = [
    deliveries.filter(({ receivedNs }) => receivedNs < from.sentNs),
    deliveries.filter(({ receivedNs }) => receivedNs >= from.sentNs),
  ];
  if (late.length === 0 || early.some(hasSucceeded)) return late.length > 0;
  const untilNs = to.receivedNs + deliveryWaitNs(record);
  const bodies = new Set(deliveries.map(({ line }) => line.request.body.sha256));
  return (
    late.some(({ receivedNs }) => receivedNs <= untilNs) ||
    bodies.size > 1 ||
    deliveries.filter(hasSucceeded).length !== 1
  );
}

/** Returns the texts that identify a record, whichever field they appear in. */
export function namesOfRecord({ id, created }: ExpectedDelivery): Set<string> {
  const key = created.line.request.clientOrderId;
  return new Set([id, ...(key === undefined ? [] : [key])]);
}

/** True if the bodies of a kind show statuses in the documented words. */
const saysStatuses = (record: RunRecord, kind: Read) =>
  receivedDeliveries(record)
    .map(({ delivery }) => announcementOf(delivery))
    .some((one) => one.kind === kind && one.status !== undefined);

/** True if a body of a kind shows an id that the suite recognizes. */
const saysNames = (record: RunRecord, kind: Read) =>
  receivedDeliveries(record)
    .map(({ delivery }) => announcementOf(delivery))
    .some((one) => one.kind === kind && one.id !== undefined);

/** Returns the smallest possible number of announcements of a record. Used for bodies that do not show the status of the record. */
function countOf(record: RunRecord, owed: ExpectedDelivery): number {
  const names = namesOfRecord(owed);
  const all = receivedOfKind(owed.kind)(record).map(({ delivery }) => delivery);
  const own = all.filter((delivery) => textsOf(delivery).some((text) => names.has(text)));
  return new Set(announcementsIn(own).map(({ attempts }) => attempts[0]?.line.request.body.sha256)).size;
}

function isReported(record: RunRecord, owed: ExpectedDelivery): boolean {
  const { kind, id, status, isAgain } = owed;
  if (kind !== 'payment' && !saysStatuses(record, kind)) return countOf(record, owed) > 0;
  const deliveries = announcedStatuses(record).get(`${kind} ${id} ${status}`) ?? [];
  // A return is not told before the record has left the status, which a read showed.
  if (isAgain ? isReturnReported(record, owed, deliveries) : deliveries.length > 0) return true;
  return isToldLater(owed, movesById(record).get(id) ?? [], announcedRecords(record).get(`${kind} ${id}`) ?? []);
}

/** Returns the transitions that no webhook has announced yet, whether due or not. */
export const unannouncedMoves = (record: RunRecord): ExpectedDelivery[] =>
  movesIn(record).filter((owed) => !isReported(record, owed));

/** A transition of a record was announced (LIF-03, WHK-10). A kind whose bodies identify no known record is not judged. */
export function wasAnnounced(record: RunRecord) {
  return (owed: ExpectedDelivery): Fault | undefined => {
    const { kind, id, status, from, to } = owed;
    if (isReported(record, owed)) return undefined;
    const exchanges = [from.id, to.id];
    const fault = receivedOfKind(kind)(record).length === 0 ? unsetFault(record, kind, exchanges) : undefined;
    if (fault) return fault;
    if (kind !== 'payment' && receivedOfKind(kind)(record).length > 0 && !saysNames(record, kind))
      return { code: 'noEvidence', wanted: `a ${kind} webhook that names its record`, exchanges };
    return unlessDisturbed(record, { code: 'notAnnounced', record: id, kind, status, exchanges });
  };
}

/**
 * A webhook that comes after a transition reports this transition (WHK-12). It is a fault if a later webhook reports another status and no webhook reports this
 * transition.
 */
export function reportsTheMove(record: RunRecord) {
  return (owed: ExpectedDelivery): Fault | undefined => {
    const { kind, id, status, from } = owed;
    if (isReported(record, owed)) return undefined;
    const later = receivedOfKind(kind)(record).filter(({ delivery }) => delivery.receivedNs >= from.sentNs);
    const other = later.find(({ delivery }) => announcementOf(delivery).id === id);
    const says = other && announcementOf(other.delivery).status;
    if (!other || says === undefined) return undefined;
    const what = `the status in the ${kind} webhook that came when ${id} changed`;
    const exchanges = [other.delivery.id, owed.from.id, owed.to.id];
    return unlessDisturbed(record, { code: 'differs', what, wanted: status, seen: says, exchanges });
  };
}
