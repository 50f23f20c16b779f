import type { Rules } from '../../rules/index.ts';

/** Pages counted from 1; page 0 is the first one too, as the frameworks do that count so. */
export const pagesFromOne = {
  firstPage: () => 1,
  pageIndex: (page) => Math.max(0, page - 1),
} satisfies Partial<Rules>;
