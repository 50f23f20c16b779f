import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants that take or show another page number or page size than the one asked for (§ Page of payments). */
export const pageNumberMutants: readonly Mutant[] = [
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
    because: 'a page shows its number counted from one',
    rules: { pageNumberShown: (page) => page + 1 },
  },
  {
    name: 'page-number-stands-still',
    breaks: 'SRC-09',
    level: 'answer',
    because: 'every page after the second claims to be the second',
    rules: { pageNumberShown: (page) => Math.min(page, 1) },
  },
  {
    name: 'page-zero-refused',
    breaks: 'SRC-09',
    level: 'request',
    because: 'a number of a page must be positive, while pages are counted from 0',
    rules: { pageAccepted: (page) => page > 0 },
  },
];
