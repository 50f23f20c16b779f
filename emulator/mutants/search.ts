import type { Mutant } from '../broken.ts';
import { soundRules } from '../rules.ts';

/** Mutants of search (§ Payments, search query parameters; § Page of payments). */
export const searchMutants: readonly Mutant[] = [
  {
    name: 'page-counts-from-one',
    breaks: 'SRC-02',
    level: 'answer',
    because: 'first is said of page 1',
    rules: { isFirst: (counts) => counts.page === 1 },
  },
  {
    name: 'pages-rounded-down',
    breaks: 'SRC-02',
    level: 'answer',
    because: 'the last, partly filled page is not counted',
    rules: { pagesOf: ({ totalElements, size }) => Math.floor(totalElements / size) },
  },
  {
    name: 'pages-overlap',
    breaks: 'SRC-03',
    level: 'answer',
    because: 'each page begins with the last payment of the page before',
    rules: { pageStart: (page, size) => Math.max(0, page * size - page) },
  },
  {
    name: 'status-filter-ignored',
    breaks: 'SRC-04a',
    level: 'answer',
    because: 'the status filter is read and forgotten',
    rules: { filterHolds: (actual, wanted, field) => field === 'status' || actual === wanted },
  },
  {
    name: 'client-order-id-by-prefix',
    breaks: 'SRC-04a',
    level: 'answer',
    because: 'text filters match by their beginning',
    rules: {
      filterHolds: (actual, wanted, field) =>
        field === 'clientOrderId' ? (actual ?? '').startsWith(wanted.slice(0, 8)) : actual === wanted,
    },
  },
  {
    name: 'range-open-above',
    breaks: 'SRC-05',
    level: 'answer',
    because: 'the second value of a range is not looked at',
    rules: { toHolds: () => true },
  },
  {
    name: 'sort-reversed',
    breaks: 'SRC-07a',
    level: 'answer',
    because: 'asc and desc are swapped',
    rules: { sortedOrder: (order, direction) => soundRules.sortedOrder(order, direction === 'asc' ? 'desc' : 'asc') },
  },
];
