import { type Budget, remainingOf } from '../../engine/budget/remainingBudget.ts';
import type { Spent } from '../../engine/budget/requestMeter.ts';

/** The minimum number of GETs, for a budget that does not state a number of GETs. */
const fewestGets = 300;

/** Returns the requests that the budget still allows. */
export function remainingRequests(budget: Budget, spent: Spent): Spent {
  const { posts, gets } = remainingOf(budget, spent);
  return { posts, gets: budget.gets === undefined ? Math.max(fewestGets - spent.gets, gets) : gets };
}

/** True if a budget is spent, or if a share of its time has passed. */
export function isOpenApiBudgetSpent(
  budget: Budget,
  { spent, elapsedMs, share = 1 }: { spent: Spent; elapsedMs: number; share?: number },
): boolean {
  const { posts, gets } = remainingRequests(budget, spent);
  const isLate = elapsedMs > (budget.minutes ?? Number.POSITIVE_INFINITY) * 60_000 * share;
  // Once the POSTs are spent, reads go on only if their number was given, or if the campaign only reads.
  const mayRead = gets > 0 && (posts > 0 || budget.gets !== undefined || budget.posts === 0);
  return isLate || (posts <= 0 && !mayRead);
}
