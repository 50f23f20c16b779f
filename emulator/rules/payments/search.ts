import type { Instant } from '../../domain/clock.ts';
import type { JsonRecord } from '../../domain/json.ts';
import type { Money } from '../../domain/money.ts';
import type { OrderType, Payment } from '../../domain/payment.ts';
import { always, choice, manner, predicate, transform } from '../core/ruleKind.ts';

/** The counts of a page of search results (§ Page of payments). */
export interface PageCounts {
  readonly totalElements: number;
  readonly size: number;
  readonly page: number;
  readonly numberOfElements: number;
}

/** Which page of which search: its index from 0, and what was asked for besides. */
export interface PagePlace {
  readonly page: number;
  readonly size: number;
  readonly isSorted: boolean;
  readonly isFiltered: boolean;
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
  searchable: always((_orderType: OrderType, _ageMs: number): boolean => true),
  /** The payments that a search considers: all payments of the account. `newestLast` holds these payments, oldest first. */
  candidates: choice(<Item>(newestLast: readonly Item[], _filtered: boolean): readonly Item[] => newestLast),
  /** A filter selects the payments with exactly the requested value. */
  filterHolds: predicate((actual: string | null, wanted: string, _field: string): boolean => actual === wanted),
  /** The method by which a search finds a payment: its own. */
  methodIndexed: choice(
    (methodId: string | null, _of: Pick<Payment, 'orderType' | 'method'>): string | null => methodId,
  ),
  /** A payment is found if it meets every filter; `held` says for each filter whether it does. */
  filtersJoined: predicate((held: readonly boolean[]): boolean => held.every((holds) => holds)),
  /** The values of a range in any accepted form: repeated, joined by a comma, or both. */
  rangeValues: manner((given: readonly string[]): readonly string[] => given.flatMap((value) => value.split(','))),
  /** The ends of a range; a single value is the start. */
  rangeEnds: manner(
    <Value>(first: Value | undefined, second: Value | undefined): ValueRange<Value> => ({ from: first, to: second }),
  ),
  /** The amount that a range compares: as the payment shows it, not as it was ordered. */
  amountRanged: choice((shown: Money, _ordered: Money): Money => shown),
  /** True if a value is not before the start of a range; `order` compares the value with the start. */
  fromHolds: predicate((order: number): boolean => order >= 0),
  /** True if a value is not after the end of a range. */
  toHolds: predicate((order: number): boolean => order <= 0),
  /** The default page size. */
  defaultSize: choice((): number => DEFAULT_SIZE),
  /** The page size for a requested size; the requested size is used unchanged. */
  sizeGiven: choice((size: number): number => size),
  /** A page holds 1 to 500 payments. */
  sizeAccepted: predicate((size: number): boolean => size >= 1 && size <= MAX_SIZE),
  /** Pages are numbered from 0. */
  pageAccepted: predicate((page: number): boolean => page >= 0 && page <= MAX_PAGE),
  /** The default page number. */
  firstPage: manner((): number => 0),
  /** The index of a page, from 0, for a requested number. */
  pageIndex: manner((page: number): number => page),
  /** The page number that an answer shows: the requested one. */
  pageNumberShown: choice((page: number): number => page),
  /** A page, size or sort field out of bounds is refused instead of replaced by its default. */
  badPageRefused: manner((): boolean => true),
  /** The index of a page's first payment in the whole result. */
  pageStart: transform((page: number, size: number): number => page * size),
  /** A page holds as many payments as it has room for, or all that are left. */
  pageContent: choice(<Item>(content: readonly Item[], _of: PagePlace): readonly Item[] => content),
  /** The offset that a page shows for its first payment. */
  offsetShown: transform((page: number, size: number): number => page * size),
  /** A page with all its fields. */
  pageShown: choice((record: JsonRecord): JsonRecord => record),
  /** The fields by which a result can be sorted. */
  sortAccepted: predicate((field: string): boolean => SORTABLE.includes(field)),
  /** The instant that payments are sorted by, in full precision. */
  sortInstant: choice((createdAt: Instant): Instant => createdAt),
  /** Compares two amounts, as they are shown. */
  amountOrder: choice((left: Money, right: Money): number => left.cmp(right)),
  /** Payments that compare equal stay in the order of creation, on every page. */
  tieOrder: choice((left: number, right: number, _page: number): number => left - right),
  /** Applies the sort direction to an ascending comparison. */
  sortedOrder: transform((order: number, direction: 'asc' | 'desc'): number => (direction === 'asc' ? order : -order)),
  /** The number of payments found, the same on every page. */
  totalShown: choice((counts: PageCounts): number => counts.totalElements),
  /** The number of pages. */
  pagesOf: choice((counts: PageCounts): number => Math.ceil(counts.totalElements / counts.size)),
  /** Page 0 is the first. */
  isFirst: predicate((counts: PageCounts): boolean => counts.page === 0),
  /** True if no page follows. */
  isLast: predicate((counts: PageCounts): boolean => counts.page + 1 >= Math.ceil(counts.totalElements / counts.size)),
  /** True if a page has no payments. */
  isEmpty: predicate((counts: PageCounts): boolean => counts.numberOfElements === 0),
};
