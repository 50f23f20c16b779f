import { HOUR_MS } from '../../../domain/clock.ts';
import { STATUSES } from '../../../domain/payment.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';
import { pagesFromOne } from '../../shared/pagesFromOne.ts';

const SECOND = 1_000_000_000n;

const OVER: readonly string[] = STATUSES.filter((status) => conformingRules.isFinal(status));

/** Longer than any world lasts: all payments fall into one such time. */
const FOREVER = SECOND * 10_000_000_000n;

/** A place that depends on the page: pages of one result disagree about who stands where. */
const scattered = (ordinal: number, page: number): number => (ordinal * 7 + (page % 2) * 5) % 11;

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
    name: 'status-filter-by-group',
    breaks: 'SRC-04a',
    level: 'answer',
    because: 'a status finds all payments that are still open, or all that are over',
    rules: {
      filterHolds: (actual, wanted, field) =>
        actual === wanted || (field === 'status' && OVER.includes(actual ?? '') === OVER.includes(wanted)),
    },
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
    rules: {
      sortedOrder: (order, direction) => conformingRules.sortedOrder(order, direction === 'asc' ? 'desc' : 'asc'),
    },
  },
  {
    name: 'page-without-sort',
    breaks: 'SRC-01',
    level: 'answer',
    because: 'the page says nothing of its sort',
    rules: { pageShown: ({ sort: _, ...record }) => record },
  },
  {
    name: 'page-flags-as-text',
    breaks: 'SRC-01',
    level: 'answer',
    because: 'first, last and empty are the words yes and no',
    rules: {
      pageShown: (record) => ({
        ...record,
        first: record.first ? 'yes' : 'no',
        last: record.last ? 'yes' : 'no',
        empty: record.empty ? 'yes' : 'no',
      }),
    },
  },
  {
    name: 'total-wrong-on-last-page',
    breaks: 'SRC-02',
    level: 'answer',
    because: 'the last page estimates the total as if it were full',
    rules: {
      totalShown: (counts) =>
        conformingRules.isLast(counts) && counts.page > 0 ? (counts.page + 1) * counts.size : counts.totalElements,
    },
  },
  {
    name: 'page-offset-off-by-one',
    breaks: 'SRC-02',
    level: 'answer',
    because: 'the offset of a page is said as the ordinal of its first payment',
    rules: { offsetShown: (page, size) => page * size + 1 },
  },
  {
    name: 'first-of-each-page-lost',
    breaks: 'SRC-03',
    level: 'answer',
    because: 'the slice of a page begins one payment late',
    rules: { pageStart: (page, size) => page * size + 1 },
  },
  {
    name: 'sort-unstable',
    breaks: 'SRC-03',
    level: 'answer',
    because: 'payments of one second come in another order on each page',
    rules: {
      sortInstant: (createdAt) => createdAt / SECOND,
      tieOrder: (left, right, page) => scattered(left, page) - scattered(right, page),
    },
  },
  {
    name: 'search-forgets-next-day',
    breaks: 'SRC-03',
    level: 'state',
    because: 'the index of search is built anew each night, and only from open days',
    rules: { searchable: (_orderType, ageMs) => ageMs < 24 * HOUR_MS },
  },
  {
    name: 'filter-sees-the-newest-only',
    breaks: 'SRC-04a',
    level: 'answer',
    because: 'a filter is applied to the newest payments that were fetched, not to all',
    rules: { candidates: (newestLast, filtered) => (filtered ? newestLast.slice(-2) : newestLast) },
  },
  {
    name: 'method-filter-finds-nothing',
    breaks: 'SRC-04b',
    level: 'answer',
    because: 'methodId is compared with the internal number of a method',
    rules: { filterHolds: (actual, wanted, field) => field !== 'methodId' && actual === wanted },
  },
  {
    name: 'integration-filter-ignored',
    breaks: 'SRC-04c',
    level: 'answer',
    because: 'an integrationId that nobody has filters nothing',
    rules: { filterHolds: (actual, wanted, field) => field === 'integrationId' || actual === wanted },
  },
  {
    name: 'range-ends-swapped',
    breaks: 'SRC-06',
    level: 'answer',
    because: 'the first value of a range is taken for its end now',
    rules: { rangeEnds: (first, second) => ({ from: second, to: first }) },
  },
  {
    name: 'pages-from-one',
    breaks: 'SRC-06',
    level: 'answer',
    because: 'page 1 is the first page now',
    rules: pagesFromOne,
  },
  {
    name: 'range-by-comma-alone',
    breaks: 'SRC-06',
    level: 'answer',
    because: 'of a parameter that is repeated only the last value counts now',
    rules: { rangeValues: (given) => given.slice(-1).flatMap((value) => value.split(',')) },
  },
  {
    name: 'largest-page-shrunk',
    breaks: 'SRC-06',
    level: 'answer',
    because: 'no page holds more than ten payments now',
    rules: { sizeGiven: (size) => Math.min(size, 10) },
  },
  {
    name: 'sort-by-whole-seconds',
    breaks: 'SRC-07a',
    level: 'answer',
    because: 'times are sorted by whole seconds, within a second anyhow',
    rules: { sortInstant: (createdAt) => createdAt / SECOND, tieOrder: (left, right) => right - left },
  },
  {
    name: 'sorted-within-pages',
    breaks: 'SRC-07a',
    level: 'answer',
    because: 'a later page is sorted the other way round',
    rules: {
      sortInstant: (createdAt) => createdAt / FOREVER,
      tieOrder: (left, right, page) => (page % 2 === 0 ? left - right : right - left),
    },
  },
  {
    name: 'amount-sorts-no-more',
    breaks: 'SRC-07b',
    level: 'answer',
    because: 'the field by which large payments were found does not sort any more',
    rules: { sortAccepted: (field) => field !== 'amount' && conformingRules.sortAccepted(field) },
  },
  {
    name: 'bad-query-crashes',
    breaks: 'SRC-08',
    level: 'request',
    because: 'a value that its parameter does not know ends in 502, and a sort field that is no column',
    rules: {
      refusalStatus: (code) => (['bad_query', 'bad_sort'].includes(code) ? 502 : conformingRules.refusalStatus(code)),
    },
  },
  {
    name: 'page-size-ignored',
    breaks: 'SRC-09',
    level: 'answer',
    because: 'every page holds twenty payments, whatever size says',
    rules: { sizeGiven: () => 20 },
  },
  {
    name: 'page-number-of-people',
    breaks: 'SRC-09',
    level: 'answer',
    because: 'a page shows the number that people would give it',
    rules: { pageNumberShown: (page) => page + 1 },
  },
  {
    name: 'page-number-stands-still',
    breaks: 'SRC-09',
    level: 'answer',
    because: 'every page after the second says that it is the second',
    rules: { pageNumberShown: (page) => Math.min(page, 1) },
  },
  {
    name: 'list-of-five',
    breaks: 'SRC-10',
    level: 'answer',
    because: 'the list ends after the newest five payments',
    rules: { listLength: () => 5 },
  },
];
