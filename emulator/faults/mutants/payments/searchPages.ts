import { HOUR_MS } from '../../../domain/clock.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';
import { longHistory } from '../../shared/longHistory.ts';
import { pagesFromOne } from '../../shared/pagesFromOne.ts';

const SECOND = 1_000_000_000n;

/** Longer than any instance runs, so that all payments fall into the same interval. */
const FOREVER = SECOND * 10_000_000_000n;

/** Returns a sort position that depends on the page, so that two pages of one result show payments in different orders. */
const scattered = (ordinal: number, page: number): number => (ordinal * 7 + (page % 2) * 5) % 11;

/** Mutants of the pages of search and of their order (§ Page of payments). */
export const searchPageMutants: readonly Mutant[] = [
  {
    name: 'page-counts-from-one',
    breaks: 'SRC-02',
    level: 'answer',
    because: 'page 1 is marked as the first',
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
    because: 'each page begins with the last payment of the previous page',
    rules: { pageStart: (page, size) => Math.max(0, page * size - page) },
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
    because: 'the page omits its sort',
    rules: { pageShown: ({ sort: _, ...record }) => record },
  },
  {
    name: 'page-flags-as-text',
    breaks: 'SRC-01',
    level: 'answer',
    because: 'first, last and empty are written as yes and no',
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
    because: 'the last page computes the total as if it were full',
    rules: {
      totalShown: (counts) =>
        conformingRules.isLast(counts) && counts.page > 0 ? (counts.page + 1) * counts.size : counts.totalElements,
    },
  },
  {
    name: 'page-offset-off-by-one',
    breaks: 'SRC-02',
    level: 'answer',
    because: 'the offset of a page is the ordinal of its first payment, from 1',
    rules: { offsetShown: (page, size) => page * size + 1 },
  },
  {
    name: 'offset-of-large-pages-short',
    breaks: 'SRC-02',
    level: 'answer',
    because: 'the offset is calculated with a size that is cut at 50, as pages used to be',
    rules: { offsetShown: (page, size) => page * Math.min(size, 50) },
  },
  {
    name: 'first-of-each-page-lost',
    breaks: 'SRC-03',
    level: 'answer',
    because: 'each page starts one payment late',
    rules: { pageStart: (page, size) => page * size + 1 },
  },
  {
    name: 'far-pages-start-late',
    breaks: 'SRC-11',
    level: 'answer',
    because: 'from the fourth page on, each page starts one payment late',
    rules: { pageStart: (page, size) => (page < 3 ? page * size : page * size + 1) },
  },
  {
    name: 'large-pages-start-by-hundreds',
    breaks: 'SRC-11',
    level: 'answer',
    because: 'a page begins where one of a hundred payments would, which was once the largest page',
    rules: { ...longHistory, pageStart: (page, size) => page * Math.min(size, 100) },
  },
  {
    name: 'far-end-of-large-pages-starts-late',
    breaks: 'SRC-11',
    level: 'answer',
    because: 'from the two hundredth payment on, pages of more than a hundred come from an archive, one payment late',
    rules: {
      ...longHistory,
      pageStart: (page, size) => page * size + (size > 100 && page * size >= 200 ? 1 : 0),
    },
  },
  {
    name: 'sort-unstable',
    breaks: 'SRC-03',
    level: 'answer',
    because: 'payments of the same second come in another order on each page',
    rules: {
      sortInstant: (createdAt) => createdAt / SECOND,
      tieOrder: (left, right, page) => scattered(left, page) - scattered(right, page),
    },
  },
  {
    name: 'search-forgets-next-day',
    breaks: 'SRC-03',
    level: 'state',
    because: 'the search index is rebuilt each night, without finished days',
    rules: { searchable: (_orderType, ageMs) => ageMs < 24 * HOUR_MS },
  },
  {
    name: 'range-ends-swapped',
    breaks: 'SRC-06',
    level: 'answer',
    because: 'the first value of a range is now its end',
    rules: { rangeEnds: (first, second) => ({ from: second, to: first }) },
  },
  {
    name: 'pages-from-one',
    breaks: 'SRC-06',
    level: 'answer',
    because: 'page 1 is now the first page',
    rules: pagesFromOne,
  },
  {
    name: 'range-by-comma-alone',
    breaks: 'SRC-06',
    level: 'answer',
    because: 'only the last value of a repeated parameter now counts',
    rules: { rangeValues: (given) => given.slice(-1).flatMap((value) => value.split(',')) },
  },
  {
    name: 'largest-page-shrunk',
    breaks: 'SRC-06',
    level: 'answer',
    because: 'a page now holds at most ten payments',
    rules: { sizeGiven: (size) => Math.min(size, 10) },
  },
  {
    name: 'sort-by-whole-seconds',
    breaks: 'SRC-07a',
    level: 'answer',
    because: 'times are sorted by whole seconds, in reverse order within a second',
    rules: { sortInstant: (createdAt) => createdAt / SECOND, tieOrder: (left, right) => right - left },
  },
  {
    name: 'sorted-within-pages',
    breaks: 'SRC-07a',
    level: 'answer',
    because: 'every second page is sorted in the opposite direction',
    rules: {
      sortInstant: (createdAt) => createdAt / FOREVER,
      tieOrder: (left, right, page) => (page % 2 === 0 ? left - right : right - left),
    },
  },
  {
    name: 'amount-sorts-no-more',
    breaks: 'SRC-07b',
    level: 'answer',
    because: 'amount is no longer a sort field',
    rules: { sortAccepted: (field) => field !== 'amount' && conformingRules.sortAccepted(field) },
  },
  {
    name: 'amounts-sorted-by-tenths',
    breaks: 'SRC-11',
    level: 'answer',
    because: 'the difference of two amounts is truncated to one decimal before it is compared',
    rules: { amountOrder: (left, right) => Math.trunc(left.minus(right).toNumber() * 10) },
  },
  {
    name: 'small-amounts-sorted-as-equal',
    breaks: 'SRC-11',
    level: 'answer',
    because: 'amounts whose sizes are below 0.3 compare as equal',
    rules: {
      amountOrder: (left, right) => (left.abs().lt('0.3') && right.abs().lt('0.3') ? 0 : left.cmp(right)),
    },
  },
  {
    name: 'amounts-sorted-as-texts',
    breaks: 'SRC-11',
    level: 'answer',
    because: 'the column of amounts is one of texts, so that 9 comes after 10',
    rules: {
      amountOrder: (left, right) =>
        Math.sign(Number(left.toString() > right.toString()) - Number(left.toString() < right.toString())),
    },
  },
  {
    name: 'bad-query-crashes',
    breaks: 'SRC-08',
    level: 'request',
    because: 'an unknown parameter value or sort field is answered with 502',
    rules: {
      refusalStatus: (code) => (['bad_query', 'bad_sort'].includes(code) ? 502 : conformingRules.refusalStatus(code)),
    },
  },
];
