import type { Oracles } from '../core/oracle.ts';
import { filtersHold, finds, foundByMethod } from './filters.ts';
import { visitsEachOnce } from './paging.ts';
import { rangeEncoding, rangesHold } from './ranges.ts';
import { answersSafely, firstPage, largestPage, listIs } from './searchBehaviour.ts';
import { selectionsHold } from './selections.ts';
import { isSorted, sortsBy } from './sorting.ts';

/** The oracles on search, by the names that assertions use. */
export const searchOracles = {
  visitsEachOnce: { rule: visitsEachOnce },
  filtersHold: { rule: filtersHold },
  foundByMethod: { rule: foundByMethod },
  finds: { rule: finds },
  firstPage: { rule: firstPage },
  largestPage: { rule: largestPage },
  rangeEncoding: { rule: rangeEncoding },
  rangesHold: { rule: rangesHold },
  isSorted: { rule: isSorted },
  sortsBy: { rule: sortsBy },
  answersSafely: { rule: answersSafely },
  selectionsHold: { rule: selectionsHold, whenAbsent: 'held' },
  listIs: { rule: listIs },
} satisfies Oracles;
