import type { ExactObject } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { integerIn, type Page, queryOf } from '../answers/searchPage.ts';
import { memoizedByRecord } from '../core/memoize.ts';
import { type Condition, meets } from './filters.ts';
import type { Present } from './presence.ts';
import { type Bounds, type SignReading, sideOf } from './ranges.ts';

/** The parameters of a search that leave its result whole. */
const paging: ReadonlySet<string> = new Set(['page', 'size', 'sort']);

/** The first pages of searches for everything, oldest first. */
const wholes = memoizedByRecord(
  (record) =>
    record
      .of('GET /v2/user/payments/search')
      .filter(({ line, class: kind }) => kind === 'accepted' && !line.request.account)
      .filter((exchange) => {
        const names = [...queryOf(exchange).keys()];
        return names.every((name) => paging.has(name)) && !names.includes('page');
      }),
  ({ exchanges }) => exchanges.length,
);

/** Returns the payments that the account had after a search, as the next search for everything says; undefined if none was made. */
function wholeAfter(record: RunRecord, { clock, receivedNs }: Exchange): number | undefined {
  const next = wholes(record).find((one) => one.clock === clock && one.sentNs > receivedNs);
  return next && integerIn({ exchange: next }, 'totalElements');
}

/** What a search asks for, as far as its answer tells. */
interface Asked {
  exchange: Exchange;
  present: readonly Present[];
  conditions: readonly Condition[];
  ranges: readonly Bounds[];
}

function isExcluded(
  { before, after, isSettled }: Present,
  { conditions, ranges }: Asked,
  signs?: SignReading,
): boolean {
  const views: readonly ExactObject[] = [before, after];
  const isUnmet = views.every((view) => meets(view, conditions) === false);
  const isOutside = ranges.some((range) => views.every((view) => sideOf(view, range, signs) === 'outside'));
  return isSettled && (isUnmet || isOutside);
}

/**
 * Returns the most payments that a search may count: all of the account, without those that it certainly excludes. Undefined if the account has payments that were
 * not seen before and after the search, since these may match.
 */
export function mostMatching(record: RunRecord, asked: Asked, signs?: SignReading): number | undefined {
  const { exchange, present } = asked;
  if (present.length === 0 || wholeAfter(record, exchange) !== present.length) return undefined;
  return present.filter((one) => !isExcluded(one, asked, signs)).length;
}

/** Returns the fault of a page that is not what its result wants. */
export const pageFault = ({ exchange }: Page, wanted: string, seen: string): Fault => ({
  code: 'page',
  where: exchange.request,
  wanted,
  seen,
  exchanges: [exchange.id],
});

/** Reports a total below the number of payments that were there and match, or above that of those that may match. */
export function totalFaults(
  { page, matching }: { page: Page; matching: readonly ExactObject[] },
  most = Number.POSITIVE_INFINITY,
): Fault[] {
  const total = integerIn(page, 'totalElements');
  if (total === undefined) return [];
  if (total < matching.length)
    return [pageFault(page, `totalElements of at least ${matching.length}, the matching payments`, String(total))];
  if (total <= most) return [];
  return [pageFault(page, `totalElements of at most ${most}, the payments that may match`, String(total))];
}
