import { stillFound } from '../payments/rereadPayments.ts';
import { filtersHold, finds, foundByMethod } from './filters.ts';
import { visitsEachOnce } from './paging.ts';
import { rangeEncoding, rangesHold } from './ranges.ts';
import { answersSafely, firstPage, largestPage, listIs } from './searchBehaviour.ts';
import { isSorted, sortsBy } from './sorting.ts';

/** The oracles of search, by the names that assertions use. */
export const searchOracles = {
  visitsEachOnce,
  stillFound,
  filtersHold,
  foundByMethod,
  finds,
  firstPage,
  largestPage,
  rangeEncoding,
  rangesHold,
  isSorted,
  sortsBy,
  answersSafely,
  listIs,
};
