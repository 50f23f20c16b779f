import type { Rules } from '../../rules/index.ts';

/** Pages counted from 1; page 0 is also the first, as in frameworks that count this way. */
export const pagesFromOne = {
  firstPage: () => 1,
  pageIndex: (page) => Math.max(0, page - 1),
} satisfies Partial<Rules>;
