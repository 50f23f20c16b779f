import { type Budget, remainingOf } from '../../engine/budget/remainingBudget.ts';
import type { Spent } from '../../engine/budget/requestMeter.ts';

/** So many GETs may be spent at the least where nothing is said of them. */
const fewestGets = 300;

/** What may still be spent. */
export function remainingRequests(budget: Budget, spent: Spent): Spent {
  const { posts, gets } = remainingOf(budget, spent);
  return { posts, gets: budget.gets === undefined ? Math.max(fewestGets - spent.gets, gets) : gets };
}

/** True where a budget is spent, or a share of its time has passed. */
export function isOpenApiBudgetSpent(
  budget: Budget,
  { spent, elapsedMs, share = 1 }: { spent: Spent; elapsedMs: number; share?: number },
): boolean {
  const { posts, gets } = remainingRequests(budget, spent);
  const isLate = elapsedMs > (budget.minutes ?? Number.POSITIVE_INFINITY) * 60_000 * share;
  // Reads are gone on with where their number was said, or no other may be sent.
  const mayRead = gets > 0 && (posts > 0 || budget.gets !== undefined || budget.posts === 0);
  return isLate || (posts <= 0 && !mayRead);
}
