import { expect, test } from '@playwright/test';
import { isOpenApiBudgetSpent, remainingRequests } from './remainingBudget.ts';

const spent = { posts: 4, gets: 10 };

test('GETs come in proportion to other requests, and without limit for a read-only campaign', () => {
  expect(remainingRequests({ posts: 20 }, spent)).toEqual({ posts: 16, gets: 590 });
  expect(remainingRequests({ posts: 5 }, spent)).toEqual({ posts: 1, gets: 290 });
  expect(remainingRequests({ posts: 5, gets: 12 }, spent)).toEqual({ posts: 1, gets: 2 });
  expect(remainingRequests({ posts: 0 }, { posts: 0, gets: 9_999 }).gets).toBe(Number.POSITIVE_INFINITY);
});

test('a campaign ends with its requests or time; a GET limit allows further reads', () => {
  const now = { spent, elapsedMs: 30_000 };
  expect(isOpenApiBudgetSpent({ posts: 5 }, now)).toBe(false);
  expect(isOpenApiBudgetSpent({ posts: 4 }, now)).toBe(true);
  expect(isOpenApiBudgetSpent({ posts: 4, gets: 11 }, now)).toBe(false);
  expect(isOpenApiBudgetSpent({ posts: 4, gets: 10 }, now)).toBe(true);
  expect(isOpenApiBudgetSpent({ minutes: 1 }, now)).toBe(false);
  expect(isOpenApiBudgetSpent({ minutes: 0 }, now)).toBe(true);
  expect(isOpenApiBudgetSpent({}, now)).toBe(false);
});
