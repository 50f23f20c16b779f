import { stringify } from 'lossless-json';
import type { PageLine } from '../../traffic/journal/journalTypes.ts';
import { type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { checkoutsIn, requestsIn } from '../answers/acquiringRecords.ts';
import { memoizedByRecord } from '../core/memoize.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { choicesIn } from './view/choices.ts';
import { addressesIn } from './view/shownAddress.ts';
import { evidenceOf, isFilled, looksOf, notOpened, recordOf, shows } from './visits.ts';

/** Visits whose pages are judged together. */
export interface VisitsArgs {
  pages: readonly string[];
}

const wasWorked = (page: PageLine) =>
  notOpened(page) === undefined &&
  looksOf(page).some(({ nodes }) => choicesIn(nodes).length > 0 || addressesIn(nodes).length > 0);

const none = (pages: readonly PageLine[]): OracleResult =>
  faultResult({
    code: 'noEvidence',
    wanted: 'a page that was opened and worked',
    exchanges: pages.flatMap(evidenceOf),
  });

const leaksOf = (page: PageLine): Fault[] =>
  page.leaks.map(({ where, label }) =>
    shows(page, 'no token or secret of the merchant on a page', `the ${label} in ${where}`),
  );

/** Returns the refusals of a page's own requests for want of a credential, if the page showed nothing. */
function refusals(page: PageLine): Fault[] {
  if (wasWorked(page)) return [];
  const refused = page.requests.filter(({ status }) => status === 401 || status === 403);
  return refused.map(({ method, url, status }) =>
    shows(page, 'a page that needs no token', `status ${status} to ${method} ${url}`),
  );
}

/** The widget and the page of a payment link need no token, and none leaks to them (WID-05). */
export function needsNoToken(record: RunRecord, { pages: ids }: VisitsArgs): OracleResult {
  const pages = ids.map((id) => record.page(id));
  const faults = pages.flatMap((page) => [...leaksOf(page), ...refusals(page)]);
  if (faults.length > 0 || pages.some(wasWorked)) return toResult(pages.filter(wasWorked).flatMap(evidenceOf), faults);
  return none(pages);
}

/** Returns the ids of each checkout and request of a run, by the id of the checkout, or of the request that has none. */
const idsByRecord = memoizedByRecord((record: RunRecord): ReadonlyMap<string, ReadonlySet<string>> => {
  const all = new Map<string, Set<string>>();
  for (const { value } of [...checkoutsIn(record), ...requestsIn(record)]) {
    const owner = textField(value, 'checkoutId') ?? textField(value, 'id') ?? '';
    const ids = all.get(owner) ?? new Set<string>();
    all.set(owner, ids);
    for (const [id] of (stringify(value) ?? '').matchAll(/\b(?:CCO|CAPD|ORD|PMT)-[0-9a-f-]{36}/g)) ids.add(id);
  }
  return all;
});

/** Returns what a page loaded, stored or posted that belongs to another record of the run. */
function foreignIds(record: RunRecord, page: PageLine): Fault[] {
  const all = idsByRecord(record);
  const own = all.get(page.opens) ?? new Set<string>();
  const others = new Set(
    [...all].flatMap(([owner, ids]) => (owner === page.opens ? [] : [...ids].filter((id) => !own.has(id)))),
  );
  const places = [
    ...page.requests.flatMap(({ method, url, ids }) => ids.map((id) => ({ id, where: `${method} ${url}` }))),
    ...page.stored.flatMap((entry) =>
      [...entry.matchAll(/\b(?:CCO|CAPD|ORD|PMT)-[0-9a-f-]{36}/g)].map(([id]) => ({ id, where: 'its storage' })),
    ),
  ];
  return places
    .filter(({ id }) => others.has(id))
    .map(({ id, where }) =>
      shows(page, `only data of ${page.opens} in what its page loads, stores and posts`, `${id} in ${where}`),
    );
}

/** No token, no secret and no other checkout's data is in anything that a page loads, stores or posts (WID-08). */
export function leaksNothing(record: RunRecord, { pages: ids }: VisitsArgs): OracleResult {
  const pages = ids.map((id) => record.page(id));
  const faults = pages.flatMap((page) => [...leaksOf(page), ...foreignIds(record, page)]);
  const isSeen = pages.some(wasWorked) && pages.every((page) => isFilled(page) && notOpened(page) === undefined);
  return faults.length > 0 || isSeen ? toResult(pages.flatMap(evidenceOf), faults) : none(pages);
}

/** A text with markup or javascript: does nothing on the page (WID-07). */
export function runsNoText(record: RunRecord, { page: id }: { page: string }): OracleResult {
  const page = record.page(id);
  const closed = notOpened(page);
  if (page.marked !== undefined)
    return toResult([], [shows(page, 'a name and a returnUrl that do nothing on the page', page.marked)]);
  if (closed) return faultResult(closed);
  const sent = textField(recordOf(record, page), 'name');
  return isFilled(page) && sent !== undefined ? toResult(evidenceOf(page), []) : none([page]);
}
