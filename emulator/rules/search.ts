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

/** The ends of a range, both included; a missing end is open. */
export interface ValueRange<Value> {
  readonly from?: Value | undefined;
  readonly to?: Value | undefined;
}

const MAX_SIZE = 500;
const DEFAULT_SIZE = 20;
const MAX_PAGE = 1_000_000_000;
const SORTABLE = ['createdAt', 'amount', 'currency', 'status', 'orderType', 'id'];

/** The filters, order and pages of a search (§ Payments, search query parameters; § Page of payments). */
export const searchRules = {
  /** Search covers every payment of the account, however old. */
  searchable(_orderType: OrderType, _ageMs: number): boolean {
    return true;
  },
  /** The payments that a search considers: all payments of the account. `newestLast` holds these payments, oldest first. */
  candidates<Item>(newestLast: readonly Item[], _filtered: boolean): readonly Item[] {
    return newestLast;
  },
  /** A filter selects the payments with exactly the requested value. */
  filterHolds(actual: string | null, wanted: string, _field: string): boolean {
    return actual === wanted;
  },
  /** The values of a range in any accepted form: repeated, joined by a comma, or both. */
  rangeValues(given: readonly string[]): readonly string[] {
    return given.flatMap((value) => value.split(','));
  },
  /** The ends of a range; a single value is the start. */
  rangeEnds<Value>(first: Value | undefined, second: Value | undefined): ValueRange<Value> {
    return { from: first, to: second };
  },
  /** True if a value is not before the start of a range; `order` compares the value with the start. */
  fromHolds(order: number): boolean {
    return order >= 0;
  },
  /** True if a value is not after the end of a range. */
  toHolds(order: number): boolean {
    return order <= 0;
  },
  /** The default page size. */
  defaultSize(): number {
    return DEFAULT_SIZE;
  },
  /** The page size for a requested size; the requested size is used unchanged. */
  sizeGiven(size: number): number {
    return size;
  },
  /** A page holds 1 to 500 payments. */
  sizeAccepted(size: number): boolean {
    return size >= 1 && size <= MAX_SIZE;
  },
  /** Pages are numbered from 0. */
  pageAccepted(page: number): boolean {
    return page >= 0 && page <= MAX_PAGE;
  },
  /** The default page number. */
  firstPage(): number {
    return 0;
  },
  /** The index of a page, from 0, for a requested number. */
  pageIndex(page: number): number {
    return page;
  },
  /** The page number that an answer shows: the requested one. */
  pageNumberShown(page: number): number {
    return page;
  },
  /** A page, size or sort field out of bounds is refused instead of replaced by its default. */
  badPageRefused(): boolean {
    return true;
  },
  /** The index of a page's first payment in the whole result. */
  pageStart(page: number, size: number): number {
    return page * size;
  },
  /** The offset that a page shows for its first payment. */
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
  /** The instant that payments are sorted by, in full precision. */
  sortInstant(createdAt: Instant): Instant {
    return createdAt;
  },
  /** Payments that compare equal stay in the order of creation, on every page. */
  tieOrder(left: number, right: number, _page: number): number {
    return left - right;
  },
  /** Applies the sort direction to an ascending comparison. */
  sortedOrder(order: number, direction: 'asc' | 'desc'): number {
    return direction === 'asc' ? order : -order;
  },
  /** The number of payments found, the same on every page. */
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
  /** True if no page follows. */
  isLast(counts: PageCounts): boolean {
    return counts.page + 1 >= Math.ceil(counts.totalElements / counts.size);
  },
  /** True if a page has no payments. */
  isEmpty(counts: PageCounts): boolean {
    return counts.numberOfElements === 0;
  },
};

/** The kind of each rule in this group, which determines its mechanical mutants. */
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
