import { filtersHold, finds, foundByMethod } from './filter.ts';
import { visitsEachOnce } from './paging.ts';
import { stillFound } from './past.ts';
import { rangeEncoding, rangesHold } from './range.ts';
import { answersSafely, firstPage, largestPage, listIs } from './searching.ts';
import { isSorted, sortsBy } from './sorting.ts';

/** The oracles of search, by the names that claims give them. */
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
