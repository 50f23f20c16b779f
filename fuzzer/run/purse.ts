import type { Spent } from './meter.ts';
import type { Budget } from './plan.ts';

/** So many GETs for each request that is none, at the most, where nothing else is said. */
export const getsPerPost = 30;

/** What may still be spent. A campaign that may send no POST reads as long as it may. */
export function leftOf({ posts = Number.POSITIVE_INFINITY, gets }: Budget, spent: Spent): Spent {
  const mostGets = gets ?? (posts === 0 ? Number.POSITIVE_INFINITY : posts * getsPerPost);
  return { posts: posts - spent.posts, gets: mostGets - spent.gets };
}

/** True where a budget is spent, or a share of its time has passed. */
export function isOver(
  budget: Budget,
  { spent, elapsedMs, share }: { spent: Spent; elapsedMs: number; share: number },
) {
  const { posts, gets } = leftOf(budget, spent);
  const isSpent = budget.posts === 0 ? gets <= 0 : posts <= 0 || gets <= 0;
  return isSpent || elapsedMs > (budget.minutes ?? Number.POSITIVE_INFINITY) * 60_000 * share;
}

/** Two spendings as one. */
export const sum = (one: Spent, other: Spent): Spent => ({
  posts: one.posts + other.posts,
  gets: one.gets + other.gets,
});
