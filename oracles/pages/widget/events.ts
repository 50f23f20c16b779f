import { type Exact, isObject, parseExact } from '../../../schemas/json/exact.ts';
import type { PageEvent, PageLine } from '../../../traffic/journal/journalTypes.ts';
import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import { type OracleResult, toResult } from '../../core/result.ts';
import { notSeen, shows } from '../visits.ts';

/** Returns the first object in an event that has the id and a status, wherever it stands. */
export function checkoutIn(value: Exact | undefined, id: string, depth = 0): Exact | undefined {
  if (depth > 5 || typeof value !== 'object' || value === null) return undefined;
  if (isObject(value) && value['id'] === id && typeof value['status'] === 'string') return value;
  for (const part of Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []) {
    const found = checkoutIn(part, id, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns an event's own properties; undefined if what is stored of them is cut. */
export const jsonOf = ({ value }: PageEvent): Exact | undefined => {
  const read = parseExact(value);
  return 'value' in read ? read.value : undefined;
};

/** The fewest characters of an event that may have been cut when it was stored. */
const leastCut = 8_000;

/** True if an event was too long to be stored as a whole, so that nothing is known of what it holds. */
export const isCut = (event: PageEvent): boolean => jsonOf(event) === undefined && event.value.length >= leastCut;

/** Returns the events that the widgets of a page announced. */
export const allAnnounced = ({ events }: PageLine): readonly PageEvent[] =>
  events.filter(({ name, ours }) => name === 'statusChanged' && ours !== true);

/** How far a checkout and a request have come, by their statuses: nothing detected, a transaction detected, an end. */
const progress = {
  checkout: { REQUEST_CREATED: 0, PAYMENT_DETECTED: 1, SUCCESS: 2, CONFLICT: 2 },
  request: { WAITING_PAYMENT: 0, PENDING_PAYMENT: 1, SUCCESS: 2, CONFLICT: 2, EXPIRED: 2 },
} as const;

const progressOf = (of: Readonly<Record<string, number>>, status: string | undefined) =>
  status === undefined ? undefined : of[status];

/**
 * Returns the status of a nested request that has not come as far as its checkout, such as one without a transaction in a checkout that is SUCCESS. One that
 * has come further may only have been read later, and each of both has a time of its own to expire.
 */
export function requestIsBehind(checkout: Exact): string | undefined {
  const status = textField(field(checkout, 'request'), 'status');
  const whole = textField(checkout, 'status');
  const [reached, wanted] = [progressOf(progress.request, status), progressOf(progress.checkout, whole)];
  const isOther = whole === 'SUCCESS' && reached === 2 && status !== 'SUCCESS';
  return reached !== undefined && wanted !== undefined && (reached < wanted || isOther) ? status : undefined;
}

/** A page with several widgets, and their checkouts. */
export interface TwinArgs {
  page: string;
  checkouts: readonly string[];
}

/** Of several widgets on a page, each announces the changes of its own checkout only (WID-02). */
export function keepsToItself(record: RunRecord, { page: id, checkouts }: TwinArgs): OracleResult {
  const page = record.page(id);
  const foreign = allAnnounced(page).flatMap((event) => {
    const { at = '' } = event;
    const json = jsonOf(event);
    const others = checkouts.filter((other) => other !== at);
    if (!checkouts.includes(at) || checkoutIn(json, at) !== undefined) return [];
    return others.filter((other) => checkoutIn(json, other) !== undefined).map((other) => ({ at, other }));
  });
  const isHeard = allAnnounced(page).some(({ at }) => at !== undefined && checkouts.includes(at));
  if (!isHeard) return notSeen(page, `an event statusChanged of the elements of ${checkouts.join(' or ')}`);
  return toResult(
    [page.id],
    foreign.map(({ at, other }) => shows(page, `only events for ${at} from its element`, `an event for ${other}`)),
  );
}
