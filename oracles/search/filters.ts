import type { ExactObject } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { inBothPages, mustShow, type Page, pageOf, paymentIdOf, queryOf } from '../answers/searchPage.ts';
import { sightingsOf } from '../core/creationEffect.ts';
import { memoized } from '../core/memoize.ts';
import { faultResult, learned, type OracleResult, toResult } from '../core/result.ts';
import { accepted, missingFault } from '../general/acceptance.ts';
import { excuseFor } from '../general/excuse.ts';
import { newest, paymentsLookedAt } from './looked.ts';

/** The search filters that are fields of a payment (SRC-04a). */
const recordFilters = ['currency', 'orderType', 'transactionType', 'status', 'orderId', 'clientOrderId'];

/** A filter of a search: a field of payments, and the value that it must have. */
export type Condition = readonly [name: string, value: string];

/** Returns the filters of a search that are fields of a payment. */
export const conditionsOf = memoized((exchange: Exchange): readonly Condition[] =>
  [...queryOf(exchange)].filter(([name]) => recordFilters.includes(name)),
);

/** True if a payment meets all conditions, false if it violates one, undefined if the payment does not show this. */
export function meets(payment: ExactObject, conditions: readonly Condition[]): boolean | undefined {
  const shown = conditions.map(([name, value]) => {
    const found = textField(payment, name);
    return found === undefined ? undefined : found === value;
  });
  if (shown.includes(false)) return false;
  return shown.includes(undefined) ? undefined : true;
}

/** The pages to compare a search with: the newest payments before it and after it. */
export interface PageFrame {
  before: string;
  after: string;
}

/** Returns the two pages of a frame, or the reason why there is nothing to compare with. */
export function framePages(
  record: RunRecord,
  { before, after }: PageFrame,
): { before: Page; after: Page } | OracleResult {
  const [early, late] = [record.exchange(before), record.exchange(after)];
  const [one, other] = [pageOf(early), pageOf(late)];
  if (!one || !other) return faultResult(missingFault(record, one ? late : early, 'a page of payments'));
  if (inBothPages(one, other).length > 0) return { before: one, after: other };
  return faultResult({ code: 'noEvidence', wanted: 'a payment that search shows', exchanges: [before, after] });
}

/** Reports payments of a page that do not meet its filters. `known` has other views of the payments. */
export function strays(page: Page, known: ReadonlyMap<string, ExactObject>, conditions: readonly Condition[]): Fault[] {
  return page.items.flatMap((payment) => {
    // A view may leave out optional fields, so other views of the same payment fill them in.
    const merged = { ...known.get(paymentIdOf(payment)), ...withoutNulls(payment) };
    if (meets(merged, conditions) !== false) return [];
    const odd = conditions.filter(([name, value]) => (textField(merged, name) ?? value) !== value);
    const seen = odd.map(([name]) => `${name} ${excerpt(field(merged, name))}`).join(', ');
    const { id, request } = page.exchange;
    return [{ code: 'stray', payment: paymentIdOf(payment), where: request, seen, exchanges: [id] }];
  });
}

const withoutNulls = (payment: ExactObject): ExactObject =>
  Object.fromEntries(Object.entries(payment).filter(([, value]) => value !== null));

/** Reports payments that a search should have returned although its page has room for them. */
export function missedFaults(page: Page, expected: readonly ExactObject[]): Fault[] {
  const hits = new Set(page.items.map(paymentIdOf));
  return expected
    .filter((payment) => !hits.has(paymentIdOf(payment)) && mustShow(page, payment))
    .map((payment) => ({
      code: 'missed',
      payment: paymentIdOf(payment),
      where: `the answer to ${page.exchange.request}`,
      exchanges: [page.exchange.id],
    }));
}

/** Compares a filtered search with the newest payments before and after it. The search must return all matching payments and no others. */
function filtered(exchange: Exchange, frame: { before: Page; after: Page }): Fault[] {
  const conditions = conditionsOf(exchange);
  const expected = inBothPages(frame.before, frame.after)
    .filter((one) => meets(one.before, conditions) === true && meets(one.after, conditions) === true)
    .map((one) => one.after);
  const page = pageOf(exchange);
  if (!page) {
    // The target may reject a value that no payment has.
    if (expected.length === 0) return [];
    return [{ code: 'notAccepted', what: exchange.request, seen: exchange.seen, exchanges: [exchange.id] }];
  }
  const known = new Map(
    [...frame.before.items, ...frame.after.items].map((payment) => [paymentIdOf(payment), payment]),
  );
  return [...strays(page, known, conditions), ...missedFaults(page, expected)];
}

/** A search by filters at the end of a run, with the nearest pages of all payments before and after it. */
function lateSearches(record: RunRecord): { exchange: Exchange; frame: { before: Page; after: Page } }[] {
  const late = record
    .of('GET /v2/user/payments/search')
    .filter(({ line }) => line.purpose === 'sweep' && line.request.account === undefined);
  const newestAt = (among: readonly Exchange[]) =>
    among.find((one) => conditionsOf(one).length === 0 && (queryOf(one).get('page') ?? '0') === '0');
  return late.flatMap((exchange, index) => {
    const [condition] = conditionsOf(exchange);
    if (condition === undefined || condition[0] === 'clientOrderId') return [];
    const ends = [late.slice(0, index).toReversed(), late.slice(index)].map(newestAt);
    const [before, after] = ends.map((end) => end && pageOf(end));
    return before && after ? [{ exchange, frame: { before, after } }] : [];
  });
}

/** Each filter returns all matching payments and no others. Two filters return the payments that meet both (SRC-04a). */
export function filtersHold(record: RunRecord, args: PageFrame & { filtered: readonly string[] }): OracleResult {
  const frame = framePages(record, args);
  if ('state' in frame) return frame;
  const searches = args.filtered.map((id) => record.exchange(id));
  const late = lateSearches(record);
  const hindered = searches.flatMap((exchange) => excuseFor(record, exchange) ?? []);
  const faults = [...searches.map((exchange) => ({ exchange, frame })), ...late].flatMap((one) =>
    excuseFor(record, one.exchange) ? [] : filtered(one.exchange, one.frame),
  );
  const evidence = [args.before, ...args.filtered, args.after, ...late.map(({ exchange }) => exchange.id)];
  const result = toResult(evidence, [...faults, ...hindered]);
  return paymentsLookedAt(result, frame.before, { at: frame.before.items.length, why: newest });
}

/** A creation by a method, and the searches that should find it (SRC-04b). */
export interface MethodSearchArgs {
  created: string;
  /** Searches by the method; one of them must show the creation. */
  searches: readonly string[];
  /** The method's values in the methods list. */
  method: Readonly<Record<'orderType' | 'currency' | 'method', string> & { blockchain?: string }>;
}

/** A search by methodId finds the creation by this method, and no payment of another method (SRC-04b). */
export function foundByMethod(record: RunRecord, { created, searches, method }: MethodSearchArgs): OracleResult {
  const made = record.exchange(created);
  if (made.class !== 'accepted') return accepted(record, { exchange: created, what: 'a creation by paymentMethodId' });
  const unread = searches.find((id) => !pageOf(record.exchange(id)));
  if (unread !== undefined) return accepted(record, { exchange: unread, what: 'a search by methodId' });
  const pages = searches.flatMap((id) => pageOf(record.exchange(id)) ?? []);
  const conditions = Object.entries(method);
  const faults = pages.flatMap(({ exchange, items }) =>
    items
      .filter((payment) => payment['h2H'] !== true && meets(payment, conditions) === false)
      .map(
        (payment): Fault => ({
          code: 'stray',
          payment: paymentIdOf(payment),
          where: exchange.request,
          seen: excerpt(Object.fromEntries(conditions.map(([name]) => [name, field(payment, name) ?? null]))),
          exchanges: [exchange.id],
        }),
      ),
  );
  const key = made.line.request.clientOrderId;
  const isThere = pages.some(({ items }) => items.some((payment) => textField(payment, 'clientOrderId') === key));
  if (isThere) return toResult([created, ...searches], faults);
  const last = pages.at(-1)?.exchange;
  const shown = sightingsOf(record, key ?? '').find(
    ({ source, exchange }) => source === 'search' && last !== undefined && exchange.receivedNs <= last.sentNs,
  );
  const exchanges = [created, ...(shown ? [shown.exchange.id] : []), ...searches];
  const what = `the payment with clientOrderId ${key} by its methodId, as it does without this filter,`;
  const unseen: Fault = {
    code: 'noEvidence',
    wanted: `search to show the payment with clientOrderId ${key} at all`,
    exchanges,
  };
  return toResult(exchanges, [...faults, shown ? { code: 'notFound', what, exchanges } : unseen]);
}

/** Learns what a search returns if interface.md does not say: nothing, something, or a refusal (SRC-04c). */
export function finds(record: RunRecord, { exchange, key }: { exchange: string; key: string }): OracleResult {
  const sent = record.exchange(exchange);
  const hindered = excuseFor(record, sent);
  if (hindered) return faultResult(hindered);
  const page = pageOf(sent);
  const value = page ? (page.items.length > 0 ? 'payments' : 'none') : `${sent.class} (${sent.status})`;
  return learned(key, value, [exchange]);
}
