import type { FuzzCase } from '../cases/fuzzCase.ts';
import { getsPerCase, postsOf, type Spent } from './requestMeter.ts';

/** What a campaign may spend at the most; what is not said has no end. */
export interface Budget {
  posts?: number;
  gets?: number;
  minutes?: number;
}

/** So many GETs for each request that is none, at the most, where nothing else is said. */
export const getsPerPost = 30;

/** What may still be spent. A campaign that may send no POST reads as long as it may. */
export function remainingOf({ posts = Number.POSITIVE_INFINITY, gets }: Budget, spent: Spent): Spent {
  const mostGets = gets ?? (posts === 0 ? Number.POSITIVE_INFINITY : posts * getsPerPost);
  return { posts: posts - spent.posts, gets: mostGets - spent.gets };
}

/** True where a budget is spent, or a share of its time has passed. */
export function isBudgetSpent(
  budget: Budget,
  { spent, elapsedMs, share }: { spent: Spent; elapsedMs: number; share: number },
) {
  const { posts, gets } = remainingOf(budget, spent);
  const isSpent = budget.posts === 0 ? gets <= 0 : posts <= 0 || gets <= 0;
  return isSpent || elapsedMs > (budget.minutes ?? Number.POSITIVE_INFINITY) * 60_000 * share;
}

/** Of what may be spent so much is kept for making findings smaller; what that leaves is played in the end. */
const shareOfShrinking = 0.2;

/** A budget of which a share is kept back; of POSTs at least one is left, since none at all would mean that nothing but GETs may be sent. */
export function withReserve({ posts, gets, minutes }: Budget, share: number): Budget {
  return {
    ...(posts !== undefined && { posts: posts === 0 ? 0 : Math.max(1, Math.floor(posts * (1 - share))) }),
    ...(gets !== undefined && { gets: Math.floor(gets * (1 - share)) }),
    ...(minutes !== undefined && { minutes: minutes * (1 - share) }),
  };
}

/** The parts that a budget is played in, each up to so much in all: where findings are made smaller, something is kept for that at first. */
export const budgetPhases = (budget: Budget, isShrunk: boolean): Budget[] =>
  isShrunk ? [withReserve(budget, shareOfShrinking), budget] : [budget];

/** What a case costs at the most: twins that are known already are not sent again. */
export function casePrice(one: FuzzCase, twins: ReadonlyMap<string, unknown>): Spent {
  const sent = one.steps.filter(({ twin }) => twin === undefined || !twins.has(twin));
  const posts = postsOf({ ...one, steps: sent });
  return { posts, gets: sent.filter(({ method }) => method === 'GET').length + getsPerCase };
}

/** Two spendings as one. */
export const sumOfSpent = (one: Spent, other: Spent): Spent => ({
  posts: one.posts + other.posts,
  gets: one.gets + other.gets,
});

/** So many requests that are no GET are judged together; where nothing limits them more later on, for each batch is waited for until absence may be concluded. */
const batchPosts = { least: 60, most: 120 };

/** So many batches are of the least size. */
const leastBatches = 5;

/** How many requests that are no GET a batch may send, by its place among all. */
export function batchSize(place: number, isLimited: boolean): number {
  const { least, most } = batchPosts;
  return isLimited ? least : Math.min(most, least * 2 ** Math.max(0, place - leastBatches));
}

/** Without a POST to spend nothing is sent but GETs, no twin and no lever either. */
export function mayBeSent({ posts }: Budget, { steps }: FuzzCase): boolean {
  return posts !== 0 || steps.every(({ method }) => method === 'GET');
}

/** A case that may be sent, or why there is none. */
export function sendableCase(budget: Budget, one: FuzzCase | undefined): FuzzCase | { why: string } {
  if (!one) return { why: 'the target shows nothing that it could be made of' };
  return mayBeSent(budget, one) ? one : { why: 'it has more than GETs, and no POST may be spent' };
}
