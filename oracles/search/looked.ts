import { integerIn, type Page } from '../answers/searchPage.ts';
import { lookedAt, type OracleResult } from '../core/result.ts';

/** Why only some payments are looked at where one page is compared. */
export const newest = 'the newest, on the largest page';

/** Says how many of the payments that a page counts in totalElements a result rests on, if that was only a part (interface.md § Page of payments). */
export function paymentsLookedAt(
  result: OracleResult,
  page: Page | undefined,
  { at, why }: { at: number; why: string },
): OracleResult {
  const of = (page && integerIn(page, 'totalElements')) ?? at;
  return lookedAt(result, { of, at, why: `payments: ${why}` });
}
