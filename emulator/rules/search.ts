import type { RuleKinds } from './kind.ts';

/** The counts of a page of search results (§ Page of payments). */
export interface PageCounts {
  readonly totalElements: number;
  readonly size: number;
  readonly page: number;
  readonly numberOfElements: number;
}

const MAX_SIZE = 500;
const DEFAULT_SIZE = 20;
const MAX_PAGE = 1_000_000_000;
const SORTABLE = ['createdAt', 'amount', 'currency', 'status', 'orderType', 'id'];

/** How search filters, sorts and pages (§ Payments, search query parameters; § Page of payments). */
export const searchRules = {
  /** A filter keeps the payments whose value is the one asked for. */
  filterHolds(actual: string | null, wanted: string, _field: string): boolean {
    return actual === wanted;
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
  /** A page holds 1 to 500 payments. */
  sizeAccepted(size: number): boolean {
    return size >= 1 && size <= MAX_SIZE;
  },
  /** Pages are counted from 0. */
  pageAccepted(page: number): boolean {
    return page >= 0 && page <= MAX_PAGE;
  },
  /** The place of the first payment of a page in the whole result. */
  pageStart(page: number, size: number): number {
    return page * size;
  },
  /** The fields by which a result can be sorted. */
  sortAccepted(field: string): boolean {
    return SORTABLE.includes(field);
  },
  /** Ascending order, or its reverse. */
  sortedOrder(order: number, direction: 'asc' | 'desc'): number {
    return direction === 'asc' ? order : -order;
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
  filterHolds: 'predicate',
  fromHolds: 'predicate',
  toHolds: 'predicate',
  defaultSize: 'choice',
  sizeAccepted: 'predicate',
  pageAccepted: 'predicate',
  pageStart: 'transform',
  sortAccepted: 'predicate',
  sortedOrder: 'transform',
  pagesOf: 'choice',
  isFirst: 'predicate',
  isLast: 'predicate',
  isEmpty: 'predicate',
};
