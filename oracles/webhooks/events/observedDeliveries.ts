import { isObject } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { grouped, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { acquiringRecordsIn, checkoutsIn, requestsIn } from '../../answers/acquiringRecords.ts';
import { hasShape } from '../../core/contractShape.ts';
import { memoizedByRecord } from '../../core/memoize.ts';
import type { Observation } from '../../core/observation.ts';
import { typeName } from '../../core/typeName.ts';
import { announcementOf } from '../received/announcement.ts';
import { isDeliveryDue } from '../received/deadlines.ts';
import { probesIn, type ReceivedDelivery, receivedDeliveries } from '../received/deliveries.ts';
import { originById } from '../received/origins.ts';
import { wasReceiving } from '../received/registrations.ts';

const components = { payment: 'Payment', checkout: 'Checkout', request: 'Request' } as const;

const hasComponent = (kind: string): kind is keyof typeof components => Object.hasOwn(components, kind);

/** Returns the ids of the deliveries and of the exchanges that caused them. */
const evidenceOf = (deliveries: readonly ReceivedDelivery[]) => [
  ...new Set(deliveries.flatMap(({ delivery, origin }) => [delivery.id, ...(origin ? [origin.id] : [])])),
];

/** Learns the content of the bodies of a kind: the record itself, or else all field names that occur. */
function bodyTrait(record: RunRecord, kind: string, deliveries: readonly ReceivedDelivery[]): Observation {
  const bodies = deliveries.flatMap(({ delivery }) =>
    isObject(delivery.json)
      ? [{ exchange: { id: delivery.id }, where: '', value: delivery.json, told: announcementOf(delivery).id }]
      : [],
  );
  const exchanges = evidenceOf(deliveries);
  const key = `body of ${kind} webhooks`;
  const has = hasComponent(kind) ? hasShape(record.contract, components[kind]) : undefined;
  const isRecord = (one: (typeof bodies)[number]) => {
    const found = has?.(one);
    return textField(one.value, 'id') === one.told && (found === undefined || [found].flat().length === 0);
  };
  if (has && hasComponent(kind) && bodies.length > 0 && bodies.every(isRecord))
    return { key, value: `the ${components[kind]} itself`, exchanges };
  const names = [...new Set(bodies.flatMap(({ value }) => Object.keys(value)))].sort().join(', ');
  const others = [...new Set(deliveries.map(({ delivery }) => typeName(delivery.json ?? null)))].sort().join(', ');
  return { key, value: names === '' ? others : names, exchanges };
}

/** Learns by which methods the target tries an address before it sends webhooks there. */
function probeTrait(record: RunRecord): Observation[] {
  const probes = probesIn(record);
  const methods = [...new Set(probes.map(({ line }) => line.request.method))].sort().join(', ');
  const exchanges = probes.map(({ id }) => id);
  return probes.length === 0 ? [] : [{ key: 'requests that try the address of webhooks', value: methods, exchanges }];
}

/** Learns how webhooks of each kind were registered and what they look like (WHK-11). */
export const webhookObservations = memoizedByRecord((record): Observation[] => {
  const groups = grouped(receivedDeliveries(record), ({ delivery }) => announcementOf(delivery).kind ?? 'other');
  const ways = grouped(
    record.webhooks.registrations.filter(({ ok, removed }) => ok && !removed),
    ({ webhook }) => webhook,
  );
  const shown = [...groups].flatMap(([kind, deliveries]) => {
    const types = new Set(deliveries.map(({ delivery }) => delivery.header('content-type') ?? 'none'));
    const exchanges = evidenceOf(deliveries);
    const by = new Set((ways.get(kind) ?? []).map((line) => line.by));
    return [
      { key: `${kind} webhooks are set`, value: [...by].sort().join(', '), exchanges },
      bodyTrait(record, kind, deliveries),
      { key: `content type of ${kind} webhooks`, value: [...types].sort().join(', '), exchanges },
    ];
  });
  return [...shown, ...probeTrait(record)];
});

/** A record of this run as the answer to its creation showed it. */
interface Begun {
  kind: keyof typeof components;
  what: string;
  id: string;
  status: string;
  created: Exchange;
}

function begunIn(record: RunRecord): Begun[] {
  const payins = record.payments.filter(({ source }) => source === 'create');
  const own = new Set(acquiringRecordsIn(record).map(({ id }) => id));
  const all = [
    ...payins.map((one) => ({ kind: 'payment' as const, what: 'a pay-in', ...one })),
    ...checkoutsIn(record).map((one) => ({ kind: 'checkout' as const, what: 'a checkout', ...one })),
    ...requestsIn(record).map((one) => ({ kind: 'request' as const, what: 'a request', ...one })),
  ].filter(({ source }) => source === 'create');
  return all.flatMap(({ kind, what, value, exchange }) => {
    const [id, status] = [textField(value, 'id'), textField(value, 'status')];
    if (id === undefined || status === undefined) return [];
    const isOwn = kind === 'payment' ? originById(record, 'payment', id) === exchange : own.has(id);
    return isOwn ? [{ kind, what, id, status, created: exchange }] : [];
  });
}

/** Learns whether the creation of a record is itself announced, for each kind of record (WHK-14). */
export const creationAnnouncements = memoizedByRecord((record): Observation[] => {
  const announced = new Set(
    receivedDeliveries(record).map(({ delivery }) => {
      const { kind, id, status } = announcementOf(delivery);
      return `${kind} ${id} ${status}`;
    }),
  );
  const due = begunIn(record).filter(
    ({ kind, created }) => wasReceiving(record, kind, created) && isDeliveryDue(record, created, created),
  );
  return [...grouped(due, ({ what }) => what)].map(([what, all]) => ({
    key: `creation of ${what}`,
    value: all.some(({ kind, id, status }) => announced.has(`${kind} ${id} ${status}`)) ? 'announced' : 'not announced',
    exchanges: all.map(({ created }) => created.id),
  }));
});
