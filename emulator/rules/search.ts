import type { Instant } from '../domain/clock.ts';
import type { JsonRecord } from '../domain/json.ts';
import type { OrderType } from '../domain/payment.ts';
import type { RuleKinds } from './ruleKind.ts';

/** The counts of a page of search results (§ Page of payments). */
export interface PageCounts {
  readonly totalElements: number;
  readonly size: number;
  readonly page: number;
  readonly numberOfElements: number;
}

/** The ends of a range, both included; an end that is absent is open. */
export interface ValueRange<Value> {
  readonly from?: Value | undefined;
  readonly to?: Value | undefined;
}

const MAX_SIZE = 500;
const DEFAULT_SIZE = 20;
const MAX_PAGE = 1_000_000_000;
const SORTABLE = ['createdAt', 'amount', 'currency', 'status', 'orderType', 'id'];

/** How search filters, sorts and pages (§ Payments, search query parameters; § Page of payments). */
export const searchRules = {
  /** Search knows every payment of the account, however old. */
  searchable(_orderType: OrderType, _ageMs: number): boolean {
    return true;
  },
  /** A filter looks at all payments; `newestLast` are all of the account. */
  candidates<Item>(newestLast: readonly Item[], _filtered: boolean): readonly Item[] {
    return newestLast;
  },
  /** A filter keeps the payments whose value is the one asked for. */
  filterHolds(actual: string | null, wanted: string, _field: string): boolean {
    return actual === wanted;
  },
  /** The values of a range as they are written: repeated, joined by a comma, or both. */
  rangeValues(given: readonly string[]): readonly string[] {
    return given.flatMap((value) => value.split(','));
  },
  /** The ends that one or two values of a range mean: one is the beginning. */
  rangeEnds<Value>(first: Value | undefined, second: Value | undefined): ValueRange<Value> {
    return { from: first, to: second };
  },
  /** A range holds from its first value on, both ends included; `order` is the value against the end. */
  fromHolds(order: number): boolean {
    return order >= 0;
  },
  /** A range holds up to its second value, included. */
  toHolds(order: number): boolean {
    return order <= 0;
  },
  /** The size of a page that is not asked for. */
  defaultSize(): number {
    return DEFAULT_SIZE;
  },
  /** The size of a page as it was asked for. */
  sizeGiven(size: number): number {
    return size;
  },
  /** A page holds 1 to 500 payments. */
  sizeAccepted(size: number): boolean {
    return size >= 1 && size <= MAX_SIZE;
  },
  /** Pages are counted from 0. */
  pageAccepted(page: number): boolean {
    return page >= 0 && page <= MAX_PAGE;
  },
  /** The number of the page that is answered when none is asked for. */
  firstPage(): number {
    return 0;
  },
  /** The place of a page among the pages, from 0: the number that was asked for. */
  pageIndex(page: number): number {
    return page;
  },
  /** The number that a page says it has: the one that was asked for. */
  pageNumberShown(page: number): number {
    return page;
  },
  /** A page, a size or a sort field out of bounds is refused, not replaced by its default. */
  badPageRefused(): boolean {
    return true;
  },
  /** The place of the first payment of a page in the whole result. */
  pageStart(page: number, size: number): number {
    return page * size;
  },
  /** The place of a page in the whole result as the page says it. */
  offsetShown(page: number, size: number): number {
    return page * size;
  },
  /** A page with all its fields. */
  pageShown(record: JsonRecord): JsonRecord {
    return record;
  },
  /** The fields by which a result can be sorted. */
  sortAccepted(field: string): boolean {
    return SORTABLE.includes(field);
  },
  /** The instant by which payments are sorted: the whole of it. */
  sortInstant(createdAt: Instant): Instant {
    return createdAt;
  },
  /** Payments that compare equal stay in the order of their creation, on every page. */
  tieOrder(left: number, right: number, _page: number): number {
    return left - right;
  },
  /** Ascending order, or its reverse. */
  sortedOrder(order: number, direction: 'asc' | 'desc'): number {
    return direction === 'asc' ? order : -order;
  },
  /** How many payments were found, said alike on every page. */
  totalShown(counts: PageCounts): number {
    return counts.totalElements;
  },
  /** The number of pages. */
  pagesOf(counts: PageCounts): number {
    return Math.ceil(counts.totalElements / counts.size);
  },
  /** Page 0 is the first. */
  isFirst(counts: PageCounts): boolean {
    return counts.page === 0;
  },
  /** Nothing follows the last page. */
  isLast(counts: PageCounts): boolean {
    return counts.page + 1 >= Math.ceil(counts.totalElements / counts.size);
  },
  /** An empty page holds nothing. */
  isEmpty(counts: PageCounts): boolean {
    return counts.numberOfElements === 0;
  },
};

/** How each rule of this group can be broken mechanically. */
export const searchKinds: RuleKinds<typeof searchRules> = {
  searchable: 'always',
  candidates: 'choice',
  filterHolds: 'predicate',
  rangeValues: 'manner',
  rangeEnds: 'manner',
  fromHolds: 'predicate',
  toHolds: 'predicate',
  defaultSize: 'choice',
  sizeGiven: 'choice',
  sizeAccepted: 'predicate',
  pageAccepted: 'predicate',
  firstPage: 'manner',
  pageIndex: 'manner',
  pageNumberShown: 'choice',
  badPageRefused: 'manner',
  pageStart: 'transform',
  offsetShown: 'transform',
  pageShown: 'choice',
  sortAccepted: 'predicate',
  sortInstant: 'choice',
  tieOrder: 'choice',
  sortedOrder: 'transform',
  totalShown: 'choice',
  pagesOf: 'choice',
  isFirst: 'predicate',
  isLast: 'predicate',
  isEmpty: 'predicate',
};
