import type { Exact, ExactObject } from '../../schemas/json/exact.ts';
import { field, type RunRecord } from '../../traffic/journal/runRecord.ts';
import { excerpt, type Fault } from '../../traffic/outcome/fault.ts';
import { createdAtOf, isLastPage, pageOf, paymentIdOf } from '../answers/searchPage.ts';
import { faultResult, learned, type OracleResult, toResult } from '../core/result.ts';
import { excuseFor } from '../general/excuse.ts';
import { paymentsLookedAt } from './looked.ts';

/** A walk through the pages of a search that is sorted by createdAt: the pages in order. */
export interface SortedWalk {
  pages: readonly string[];
  descending: boolean;
}

/** Returns each payment once, at its first place in the walk. A new payment moves others to the next page, where the walk shows them again. */
function firstSights(record: RunRecord, pages: readonly string[]): ExactObject[] {
  const items = pages.flatMap((id) => pageOf(record.exchange(id))?.items ?? []);
  return [...new Map(items.toReversed().map((payment) => [paymentIdOf(payment), payment])).values()].toReversed();
}

function outOfOrder(record: RunRecord, { pages, descending }: SortedWalk): Fault[] {
  const items = firstSights(record, pages);
  const where = record.exchange(pages[0] ?? '').request;
  return items.slice(1).flatMap((payment, index) => {
    const previous = items[index];
    const [a, b] = [previous && createdAtOf(previous), createdAtOf(payment)];
    if (!previous || !a || !b || (descending ? a.ns >= b.ns : a.ns <= b.ns)) return [];
    const describe = (one: ExactObject) => `${paymentIdOf(one)} of ${excerpt(field(one, 'createdAt'))}`;
    return [{ code: 'unordered', where, first: describe(previous), second: describe(payment), exchanges: [...pages] }];
  });
}

/** sort=createdAt orders the whole result across its pages, in both directions (SRC-07a). */
export function isSorted(record: RunRecord, { walks }: { walks: readonly SortedWalk[] }): OracleResult {
  const exchanges = walks.flatMap(({ pages }) => pages);
  const refused = exchanges.map((id) => record.exchange(id)).find((exchange) => !pageOf(exchange));
  if (refused) {
    const { id, request, seen } = refused;
    return faultResult(excuseFor(record, refused) ?? { code: 'notAccepted', what: request, seen, exchanges: [id] });
  }
  const times = walks.map(({ pages }) => new Set(firstSights(record, pages).map((one) => createdAtOf(one)?.ns)).size);
  if (times.some((count) => count < 2))
    return faultResult({ code: 'noEvidence', wanted: 'two payments with different creation times', exchanges });
  const at = new Set(walks.flatMap(({ pages }) => firstSights(record, pages).map(paymentIdOf))).size;
  const result = toResult(
    exchanges,
    walks.flatMap((walk) => outOfOrder(record, walk)),
  );
  return paymentsLookedAt(result, pageOf(record.exchange(exchanges[0] ?? '')), {
    at,
    why: 'some pages from both ends',
  });
}

/** Returns the values of one field in order, each run of equal values once. */
function runsOf(items: readonly Exact[], name: string): string[] {
  const values = items.map((item) => excerpt(field(item, name) ?? 'nothing'));
  return values.filter((value, index) => value !== values[index - 1]);
}

const isGrouped = (runs: readonly string[]) => new Set(runs).size === runs.length;

/**
 * Learns whether a target sorts by a field (SRC-07b): equal values are next to each other, and the other direction gives the reverse order. The order itself
 * may be any.
 */
export function sortsBy(
  record: RunRecord,
  { asc, desc, key }: { asc: string; desc: string; key: string },
): OracleResult {
  const answers = [asc, desc].map((id) => record.exchange(id));
  const hindered = answers.flatMap((exchange) => excuseFor(record, exchange) ?? []);
  if (hindered.length > 0) return toResult([asc, desc], hindered);
  const [up, down] = answers.map((exchange) => pageOf(exchange));
  if (!up || !down) return learned(key, `refused (${answers.find((one) => !pageOf(one))?.status})`, [asc, desc]);
  const [rising, falling] = [runsOf(up.items, key), runsOf(down.items, key)];
  const isComplete = isLastPage(up) && isLastPage(down);
  const isReverse = isComplete ? falling.toReversed().join() === rising.join() : rising[0] !== falling[0];
  const sorts = isGrouped(rising) && isGrouped(falling) && isReverse;
  return learned(key, sorts ? 'sorts' : 'ignored', [asc, desc]);
}
