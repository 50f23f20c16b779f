import type { Mutant } from '../../shared/faultTypes.ts';
import { longHistory } from '../../shared/longHistory.ts';

/** Mutants whose pages hold fewer payments than the total promises (§ Page of payments). */
export const shortPageMutants: readonly Mutant[] = [
  {
    name: 'pages-after-the-second-empty',
    breaks: 'SRC-02',
    level: 'answer',
    because: 'a search reads the payments of two pages ahead and no more, while their total is counted apart',
    rules: { pageContent: (content, { page }) => (page > 1 ? [] : content) },
  },
  {
    name: 'nothing-shown-beyond-two-hundred',
    breaks: 'SRC-02',
    level: 'answer',
    because: 'the index shows the first two hundred payments of a result only, and counts them all',
    rules: {
      ...longHistory,
      pageContent: (content, { page, size }) => content.slice(0, Math.max(0, 200 - page * size)),
    },
  },
  {
    name: 'pages-without-order-run-dry',
    breaks: 'SRC-02',
    level: 'answer',
    because: 'a search without an order is answered from the newest payments in memory, which fill two pages',
    rules: { pageContent: (content, { page, isSorted }) => (page > 1 && !isSorted ? [] : content) },
  },
  {
    name: 'filtered-pages-one-short',
    breaks: 'SRC-02',
    level: 'answer',
    because: 'the last payment of a page that a filter found is read to know whether a page follows, and then left out',
    rules: {
      pageContent: (content, { page, size, isFiltered }) =>
        page > 0 && isFiltered && content.length === size ? content.slice(0, -1) : content,
    },
  },
];
