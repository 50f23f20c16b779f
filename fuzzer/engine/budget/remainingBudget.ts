import type { FuzzCase } from '../cases/fuzzCase.ts';
import { getsPerCase, postsOf, type Spent } from './requestMeter.ts';

/** The most that a campaign may spend; an absent field means no limit. */
export interface Budget {
  posts?: number;
  gets?: number;
  minutes?: number;
}

/** The most GETs for each request of another method, if the budget has no number of GETs. */
export const getsPerPost = 30;

/** How a kind of campaign counts its budget. */
export interface BudgetRule {
  /** The minimum number of GETs, for a budget with POSTs that does not state a number of GETs. */
  leastGets: number;
  /** True if no case can be sent without GETs: the budget is then spent when either kind is. Otherwise writes go on without GETs. */
  needsGets: boolean;
}

/** Returns the budget that remains. A campaign without POSTs may read without limit unless `gets` is given. */
export function remainingOf(
  { posts = Number.POSITIVE_INFINITY, gets }: Budget,
  spent: Spent,
  { leastGets }: Pick<BudgetRule, 'leastGets'> = { leastGets: 0 },
): Spent {
  const mostGets = gets ?? (posts === 0 ? Number.POSITIVE_INFINITY : Math.max(leastGets, posts * getsPerPost));
  return { posts: posts - spent.posts, gets: mostGets - spent.gets };
}

/** True if a budget is spent, or if a share of its time has passed. */
export function isBudgetSpent(
  budget: Budget,
  { spent, elapsedMs, share }: { spent: Spent; elapsedMs: number; share: number },
  rule: BudgetRule,
): boolean {
  const { posts, gets } = remainingOf(budget, spent, rule);
  if (elapsedMs > (budget.minutes ?? Number.POSITIVE_INFINITY) * 60_000 * share) return true;
  if (budget.posts === 0) return gets <= 0;
  // Once the POSTs are spent, reads go on only if their number was given.
  return rule.needsGets ? posts <= 0 || gets <= 0 : posts <= 0 && (gets <= 0 || budget.gets === undefined);
}

/** Returns a budget with a share held back. At least one POST remains of a budget with POSTs, since a budget of 0 POSTs would mean GETs only. */
export function withReserve({ posts, gets, minutes }: Budget, share: number): Budget {
  return {
    ...(posts !== undefined && { posts: posts === 0 ? 0 : Math.max(1, Math.floor(posts * (1 - share))) }),
    ...(gets !== undefined && { gets: Math.floor(gets * (1 - share)) }),
    ...(minutes !== undefined && { minutes: minutes * (1 - share) }),
  };
}

/** Returns the budget of each phase, counted from the start of the campaign. The first phase holds back a reserve for shrinking, if there is one. */
export const budgetPhases = (budget: Budget, reserve: number): Budget[] =>
  reserve > 0 ? [withReserve(budget, reserve), budget] : [budget];

/** Returns the most that a case can cost: known control requests are not sent again. A test costs what is expected of it. */
export function casePrice(one: FuzzCase, controls: ReadonlyMap<string, unknown>): Spent {
  if (one.test) return { posts: one.test.posts, gets: one.test.gets };
  const sent = one.steps.filter(({ twin: control }) => control === undefined || !controls.has(control));
  const posts = postsOf({ ...one, steps: sent });
  return { posts, gets: sent.filter(({ method }) => method === 'GET').length + getsPerCase };
}

/** Adds two costs. */
export const sumOfSpent = (one: Spent, other: Spent): Spent => ({
  posts: one.posts + other.posts,
  gets: one.gets + other.gets,
});

/**
 * The least and the most non-GET requests that are judged as one batch. Batches grow if nothing else limits a batch, since every batch has to wait until
 * absence can be concluded.
 */
const batchPosts = { least: 60, most: 120 };

/** The number of batches that have the smallest size before batches grow. */
const leastBatches = 5;

/** Returns how many non-GET requests a batch may send, by its place in the campaign. */
export function batchSize(place: number, isLimited: boolean): number {
  const { least, most } = batchPosts;
  return isLimited ? least : Math.min(most, least * 2 ** Math.max(0, place - leastBatches));
}

/** True if the budget allows a case: with 0 POSTs only GETs are sent, without control requests and control actions. */
export function mayBeSent({ posts }: Budget, one: FuzzCase): boolean {
  return posts !== 0 || (postsOf(one) === 0 && one.steps.every(({ method }) => method === 'GET'));
}

/** Returns a case that may be sent, or the reason why there is none. */
export function sendableCase(budget: Budget, one: FuzzCase | undefined): FuzzCase | { why: string } {
  if (!one) return { why: 'the target lists nothing to build it from' };
  return mayBeSent(budget, one) ? one : { why: 'it sends more than GETs, and the budget has no POSTs' };
}
