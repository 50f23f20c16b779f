import type { ExactObject } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, type RunRecord } from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { integerIn, isLastPage, type Page, pageOf, paymentIdOf } from '../answers/searchPage.ts';
import { mayHaveExpired } from '../core/movedClock.ts';
import { type OracleResult, toResult } from '../core/result.ts';
import { excuseFor } from '../general/excuse.ts';
import { byCreation, type Comparison, learnedComparison, type SortedPage, sortOrderOf } from './fieldOrder.ts';
import { conditionsOf, meets, strays } from './filters.ts';
import { paymentsLookedAt } from './looked.ts';
import { type Present, presentAround } from './presence.ts';
import { type Bounds, type SignReading, sideOf } from './ranges.ts';
import { mostMatching, pageFault, totalFaults } from './totals.ts';
import { unsignedOrder } from './unsignedOrder.ts';

/** One search, with what its query does not tell by itself. */
export interface Selection {
  exchange: string;
  /** The ranges in its query, in an encoding that the target understands. */
  ranges: readonly Bounds[];
  /** The index of the page, from 0; absent if the numbering is unknown. */
  index?: number;
  /** True if the interface does not promise that the target takes the page, the size or the sort field. */
  mayRefuse?: true;
}

/** A search to judge, with the payments that search showed before it and after it. */
interface Asked {
  selection: Selection;
  exchange: Exchange;
  present: readonly Present[];
}

/** How a target is understood where the interface leaves a choice. */
interface Reading {
  /** The comparisons of the fields by which it sorts. */
  sorts: ReadonlyMap<string, Comparison>;
  signs?: SignReading;
}

/** What an answer is compared with: the payments that were there the whole time and certainly match. */
interface Expected {
  page: Page;
  matching: readonly ExactObject[];
  /** The payments that certainly have the values which the answer was sorted by. */
  known: ReadonlyMap<string, ExactObject>;
  /** The field and the comparison of the requested order; undefined if no order is known to apply. */
  order: { field: string; compare: Comparison } | undefined;
  selection: Selection;
}

/** True if a payment certainly matches a search. */
function matchOf({ before, after, isSettled }: Present, { exchange, selection }: Asked, signs?: SignReading): boolean {
  const { ranges } = selection;
  const conditions = conditionsOf(exchange);
  const moves = conditions.some(([name]) => name === 'status') || ranges.some((range) => range.field === 'amount');
  if (moves && !isSettled) return false;
  const isMet = [before, after].every((view) => meets(view, conditions) === true);
  return isMet && ranges.every((range) => sideOf(after, range, signs) === 'inside');
}

function orderOf(page: Page, { sorts }: Reading): Expected['order'] {
  const sort = sortOrderOf(page);
  const compare = sort && (sort.field === 'createdAt' ? byCreation : sorts.get(sort.field));
  if (!sort || !compare) return undefined;
  return { field: sort.field, compare: sort.isDescending ? (one, other) => compare(other, one) : compare };
}

/** True if one payment certainly comes before another in the requested order. Nothing but the time of its creation stays the same while a payment moves. */
function isAhead({ order, known }: Expected, one: ExactObject, other: ExactObject): boolean {
  if (!order) return false;
  const isCertain = order.field === 'createdAt' || [one, other].every((each) => known.has(paymentIdOf(each)));
  return isCertain && order.compare(one, other) < 0;
}

/** True if nothing comes after a page. A page of an unusual size may be cut without saying so, and then its total tells. */
function isEnd({ page, selection }: Expected): boolean {
  const total = integerIn(page, 'totalElements') ?? Number.POSITIVE_INFINITY;
  return isLastPage(page) && (!selection.mayRefuse || total <= page.items.length);
}

/** True if a page must show a matching payment: an end of the result that the page has, or two payments of the page, enclose it. */
function isEnclosed(expected: Expected, payment: ExactObject): boolean {
  const { page, selection } = expected;
  const [isFirst, isLast] = [selection.index === 0, isEnd(expected)];
  if (isFirst && isLast) return true;
  const isAfterOne = isFirst || page.items.some((item) => isAhead(expected, item, payment));
  // A page beyond the end shows nothing, and says nothing.
  const isBeforeOne = (isLast && page.items.length > 0) || page.items.some((item) => isAhead(expected, payment, item));
  return expected.order !== undefined && isAfterOne && isBeforeOne;
}

function missedIn(expected: Expected): Fault[] {
  const { page, matching } = expected;
  const shown = new Set(page.items.map(paymentIdOf));
  return matching
    .filter((payment) => !shown.has(paymentIdOf(payment)) && isEnclosed(expected, payment))
    .map((payment) => ({
      code: 'missed',
      payment: paymentIdOf(payment),
      where: `the answer to ${page.exchange.request}`,
      exchanges: [page.exchange.id],
    }));
}

function doubledIn({ exchange, items }: Page): Fault[] {
  const ids = items.map(paymentIdOf);
  const twice = ids.filter((id, index) => id !== '' && ids.indexOf(id) !== index);
  const where = exchange.request;
  return [...new Set(twice)].map((payment) => ({ code: 'doubled', payment, where, exchanges: [exchange.id] }));
}

function unorderedIn(expected: Expected): Fault[] {
  const { exchange, items } = expected.page;
  const name = expected.order?.field ?? 'createdAt';
  const describe = (one: ExactObject) => `${paymentIdOf(one)} of ${excerpt(field(one, name) ?? 'nothing')}`;
  return items.slice(1).flatMap((second, index): Fault[] => {
    const first = items[index];
    if (!first || !isAhead(expected, second, first)) return [];
    const texts = { first: describe(first), second: describe(second) };
    return [{ code: 'unordered', where: exchange.request, ...texts, exchanges: [exchange.id] }];
  });
}

/** Reports a page that begins too late, or, if all matching payments are known, too early. */
function placeFaults(expected: Expected): Fault[] {
  const { page, matching } = expected;
  const { index } = expected.selection;
  const [head] = page.items;
  const [size, asked] = [integerIn(page, 'size'), Number(page.asked.get('size') ?? 0)];
  if (!head || index === undefined || expected.order === undefined || size === undefined || size > asked) return [];
  const offset = index * size;
  // Beyond the end, a target may show its last page.
  if (offset >= (integerIn(page, 'totalElements') ?? Number.POSITIVE_INFINITY)) return [];
  const ahead = matching.filter((payment) => isAhead(expected, payment, head)).length;
  if (ahead > offset) return [pageFault(page, `a beginning after ${offset} payments`, `${ahead} come before it`)];
  // The head is counted below, so it must be one of the payments that are known.
  const isKnown = matching.some((payment) => paymentIdOf(payment) === paymentIdOf(head));
  if (!isKnown || integerIn(page, 'totalElements') !== matching.length) return [];
  const behind = matching.filter((payment) => isAhead(expected, head, payment)).length;
  const most = matching.length - behind - 1;
  return most < offset ? [pageFault(page, `a beginning after ${offset} payments`, `at most ${most} before it`)] : [];
}

/** Reports payments of a page that its ranges certainly exclude. */
function beyondRanges({ exchange, items }: Page, ranges: readonly Bounds[], signs?: SignReading): Fault[] {
  return ranges.flatMap((range) =>
    items
      .filter((payment) => sideOf(payment, range, signs) === 'outside')
      .map((payment): Fault => {
        const seen = `${range.field} ${excerpt(field(payment, range.field))}`;
        const where = exchange.request;
        return { code: 'stray', payment: paymentIdOf(payment), where, seen, exchanges: [exchange.id] };
      }),
  );
}

/** Returns the payments that did not change around a search, by their ids. */
const settledOf = (present: readonly Present[]): ReadonlyMap<string, ExactObject> =>
  new Map(present.filter(({ isSettled }) => isSettled).map(({ after }) => [paymentIdOf(after), after] as const));

/** Returns how the target compares payments by each field, other than createdAt, that its answers show to be sorted by. */
function sortsOf(asked: readonly Asked[]): Reading['sorts'] {
  const pages = new Map<string, SortedPage[]>();
  for (const { exchange, present } of asked) {
    const page = pageOf(exchange);
    const order = page && sortOrderOf(page);
    if (!page || !order || order.field === 'createdAt') continue;
    const settled = settledOf(present);
    const items = page.items.filter((one) => settled.has(paymentIdOf(one)));
    pages.set(order.field, [...(pages.get(order.field) ?? []), { isDescending: order.isDescending, items }]);
  }
  const learnt = [...pages].map(([name, some]) => [name, learnedComparison(name, some)] as const);
  return new Map(learnt.flatMap(([name, compare]) => (compare ? [[name, compare] as const] : [])));
}

/** Compares one search with the payments that search showed before it and after it. */
function selectionFaults(record: RunRecord, asked: Asked, reading: Reading): Fault[] {
  const { signs } = reading;
  const { selection, exchange, present } = asked;
  const hindered = excuseFor(record, exchange);
  if (hindered) return [hindered];
  const matching = present.filter((one) => matchOf(one, asked, signs)).map(({ after }) => after);
  const page = pageOf(exchange);
  if (!page) {
    // A target may refuse an unusual page, but not the credential that asks for it.
    const mayRefuse = selection.mayRefuse || matching.length === 0;
    if (mayRefuse && (exchange.status !== 401 || mayHaveExpired(record, exchange))) return [];
    return [{ code: 'notAccepted', what: exchange.request, seen: exchange.seen, exchanges: [exchange.id] }];
  }
  const known = settledOf(present);
  const expected = { page, matching, known, order: orderOf(page, reading), selection };
  const search = { exchange, present, conditions: conditionsOf(exchange), ranges: selection.ranges };
  return [
    ...strays(page, known, conditionsOf(exchange)),
    ...beyondRanges(page, selection.ranges, signs),
    ...doubledIn(page),
    ...missedIn(expected),
    ...unorderedIn(expected),
    ...totalFaults(expected, mostMatching(record, search, signs)),
    ...placeFaults(expected),
  ];
}

const readings: readonly SignReading[] = ['as shown', 'without sign'];

/** Returns the faults of searches by ranges of amounts in the reading of signs that explains more of them. */
function signedFaults(record: RunRecord, asked: readonly Asked[], sorts: Reading['sorts']): Fault[] {
  const [one = [], other = []] = readings.map((signs) =>
    asked.flatMap((each) => selectionFaults(record, each, { signs, sorts })),
  );
  return one.length <= other.length ? one : other;
}

/** Searches by several filters, ranges, orders and pages agree with what search shows of the same payments at other times (SRC-11). */
export function selectionsHold(record: RunRecord, args: { asked: readonly Selection[] }): OracleResult {
  const exchanges = args.asked.map(({ exchange }) => exchange);
  const asked = args.asked.map((selection): Asked => {
    const exchange = record.exchange(selection.exchange);
    return { selection, exchange, present: presentAround(record, exchange) };
  });
  const known = Math.max(0, ...asked.map(({ present }) => present.length));
  if (known === 0)
    return toResult(exchanges, [{ code: 'noEvidence', wanted: 'a payment that search shows', exchanges }]);
  const isByAmount = ({ selection }: Asked) => selection.ranges.some((range) => range.field === 'amount');
  const sorts = sortsOf(asked);
  const result = toResult(exchanges, [
    ...asked.filter((one) => !isByAmount(one)).flatMap((one) => selectionFaults(record, one, { sorts })),
    ...signedFaults(record, asked.filter(isByAmount), sorts),
    ...unsignedOrder(asked, sorts.get('amount')),
  ]);
  const fullest = exchanges
    .flatMap((id) => pageOf(record.exchange(id)) ?? [])
    .toSorted((a, b) => (integerIn(b, 'totalElements') ?? 0) - (integerIn(a, 'totalElements') ?? 0));
  return paymentsLookedAt(result, fullest[0], { at: known, why: 'pages spread from the newest to the oldest' });
}
