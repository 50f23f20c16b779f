import { stringify } from 'lossless-json';
import { type Exact, isObject } from '../../../schemas/json/exact.ts';
import type { PageEvent, PageLine } from '../../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { type OracleResult, toResult } from '../../core/result.ts';
import type { VisitArgs } from '../opening.ts';
import { looksOf, notReached, notSeen, seenAtNs, shows } from '../visits.ts';
import { fieldFaults, readsOf } from './eventFields.ts';
import { allAnnounced, checkoutIn, isCut, jsonOf, requestIsBehind } from './events.ts';

/** How far a checkout has come, by its status. */
export const statusRanks: Readonly<Record<string, number>> = {
  NEW: 0,
  REQUEST_CREATED: 1,
  PAYMENT_DETECTED: 2,
  EXPIRED: 3,
  CONFLICT: 3,
  SUCCESS: 3,
};

/** Returns the events that the element of a checkout announced, by default of the opened one: those that it heard itself, or of which that is not known. */
export const announced = (page: PageLine, checkout = page.opens) =>
  allAnnounced(page).filter(({ at, heard }) => heard !== false && (at === undefined || at === checkout));

/** The statuses of a checkout that has a request in any case; one that is over may have ended before a currency was chosen. */
const alwaysNested: readonly string[] = ['REQUEST_CREATED', 'PAYMENT_DETECTED', 'SUCCESS'];

/** Returns what is wrong with the checkout in one event, beside the reads of that checkout. */
function eventFaults(page: PageLine, event: PageEvent, known: { id: string; reads: readonly Exact[] }): Fault[] {
  const { id, reads } = known;
  const checkout = checkoutIn(jsonOf(event), id);
  if (isCut(event)) return [];
  if (checkout === undefined) return [shows(page, `the Checkout ${id} in the event statusChanged`, event.value)];
  const status = textField(checkout, 'status') ?? '';
  const lacking = ['type', 'projectId'].filter((name) => textField(checkout, name) === undefined);
  const request = field(checkout, 'request');
  const hasRequest = isObject(request);
  const isBehind = requestIsBehind(checkout);
  const isRead = reads.some((one) => textField(one, 'status') === status && isObject(field(one, 'request')));
  const needsRequest = alwaysNested.includes(status) || isRead;
  return [
    ...(status in statusRanks ? [] : [shows(page, 'a status of a checkout in the event statusChanged', status)]),
    ...lacking.map((name) => shows(page, `the field ${name} of the Checkout in the event statusChanged`, 'none')),
    ...(needsRequest && !hasRequest
      ? [shows(page, `the nested request in the event statusChanged for ${status}`, event.value)]
      : []),
    ...(hasRequest && textField(request, 'status') === undefined
      ? [shows(page, 'the status of the request in the event statusChanged', 'none')]
      : []),
    ...(isBehind === undefined
      ? []
      : [shows(page, `a nested request that fits the status ${status} of the event statusChanged`, isBehind)]),
  ];
}

/** Returns the status of a checkout in an event; empty without one. */
export const statusOf = (event: PageEvent, id: string) => textField(checkoutIn(jsonOf(event), id), 'status') ?? '';

/** A visit to a widget, the reads of its checkout, and its id if it is not the one that the visit opened. */
export interface WidgetArgs extends VisitArgs {
  checkout?: string;
}

/** Returns the changes of a status during which a visit had the widget open: its page was not loaded anew between the reads that show them. */
function changesWhileOpen(record: RunRecord, page: PageLine, reads: readonly string[]): string[] {
  const looks = looksOf(page).map(({ afterMs, load = 1 }) => ({
    atNs: seenAtNs(page, { afterMs }),
    load,
  }));
  const all = reads.flatMap((id) => {
    const { json, receivedNs } = record.exchange(id);
    const status = textField(json, 'status');
    const load = looks.findLast(({ atNs }) => atNs <= receivedNs)?.load;
    return status === undefined ? [] : [{ status, load }];
  });
  return all.slice(1).flatMap(({ status, load }, before) => {
    const was = all[before];
    return was !== undefined && was.status !== status && was.load === load ? [status] : [];
  });
}

/** Returns the changes that an element announced more than once with the same Checkout; one that has changed otherwise may be told again. */
function toldAgain(events: readonly PageEvent[], { id, changes }: { id: string; changes: readonly string[] }) {
  const seen = new Set<string>();
  const again = events.flatMap((event) => {
    const status = statusOf(event, id);
    if (event.from === undefined || !changes.includes(status)) return [];
    const told = `${event.from} ${stringify(checkoutIn(jsonOf(event), id))}`;
    const isKnown = seen.has(told);
    seen.add(told);
    return isKnown ? [status] : [];
  });
  return [...new Set(again)];
}

/** The event statusChanged comes on each change of the status, with the Checkout and its request, and no change twice (WID-02). */
export function announcesStatuses(record: RunRecord, { page: id, reads, checkout }: WidgetArgs): OracleResult {
  const page = record.page(id);
  const opens = checkout ?? page.opens;
  const changes = changesWhileOpen(record, page, reads);
  const known = { id: opens, reads: readsOf(record, reads, opens) };
  const events = announced(page, opens);
  const lost = notReached(page);
  if (lost !== undefined) return notSeen(page, lost);
  if (changes.length === 0) return notSeen(page, 'a checkout that changed its status while its widget was open');
  const told = events.map((event) => statusOf(event, opens));
  const missed = events.some(isCut) ? [] : changes.filter((status) => !told.includes(status));
  const back = told.findIndex(
    (status, at) => at > 0 && (statusRanks[status] ?? 0) < (statusRanks[told[at - 1] ?? ''] ?? 0),
  );
  const faults = [
    ...missed.map((status) =>
      shows(page, `the event statusChanged for ${status}`, `events for ${told.join(', ') || 'nothing'}`),
    ),
    ...events.flatMap((event) => eventFaults(page, event, known)),
    ...events.flatMap((event) => fieldFaults(page, event, known.reads)),
    ...toldAgain(events, { id: opens, changes }).map((status) =>
      shows(page, `one event statusChanged for the change to ${status}`, 'the same event again'),
    ),
    ...(back > 0 ? [shows(page, 'events in the order of the changes', told.join(', '))] : []),
  ];
  return toResult([page.id, ...reads], faults);
}
