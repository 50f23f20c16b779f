import { expect, test } from '@playwright/test';
import { sampleCase, sampleStep } from '../../../tests/support/findings/sampleFindings.ts';
import { type Budget, casePrice, isBudgetSpent, remainingOf, withReserve } from './remainingBudget.ts';
import { getsPerCase } from './requestMeter.ts';

test('a share of every limit is reserved, but never the only POST', () => {
  expect(withReserve({ posts: 300, gets: 1_000, minutes: 10 }, 0.2)).toEqual({ posts: 240, gets: 800, minutes: 8 });
  expect(withReserve({ posts: 1 }, 0.2)).toEqual({ posts: 1 });
  expect(withReserve({ posts: 0, gets: 10 }, 0.2)).toEqual({ posts: 0, gets: 8 });
  expect(withReserve({}, 0.2)).toEqual({});
});

test('a case costs its requests, except known control requests and control actions', () => {
  const read = { ...sampleStep, method: 'GET' };
  const action = { ...sampleStep, isLever: true as const };
  const one = { ...sampleCase, steps: [{ ...sampleStep, twin: 'a' }, read, action, sampleStep] };
  expect(casePrice(one, new Map())).toEqual({ posts: 2, gets: 1 + getsPerCase });
  expect(casePrice(one, new Map([['a', undefined]]))).toEqual({ posts: 1, gets: 1 + getsPerCase });
});

const onInterface = { leastGets: 0, needsGets: true };
const onAny = { leastGets: 300, needsGets: false };

test('a budget is spent when one limit is reached; without POSTs the GETs decide', () => {
  const isSpent = (budget: Budget, posts: number, gets = 0) =>
    isBudgetSpent(budget, { spent: { posts, gets }, elapsedMs: 60_001, share: 1 }, onInterface);
  expect(isSpent({ posts: 5 }, 4)).toBe(false);
  expect(isSpent({ posts: 5 }, 5)).toBe(true);
  expect(isSpent({ posts: 0, gets: 9 }, 0, 8)).toBe(false);
  expect(isSpent({ posts: 0, gets: 9 }, 0, 9)).toBe(true);
  expect(isSpent({ minutes: 1 }, 0)).toBe(true);
  expect(remainingOf({}, { posts: 9, gets: 9 }).posts).toBe(Number.POSITIVE_INFINITY);
});

test('GETs come in proportion to other requests, and without limit for a read-only campaign', () => {
  const spent = { posts: 4, gets: 10 };
  expect(remainingOf({ posts: 20 }, spent, onAny)).toEqual({ posts: 16, gets: 590 });
  expect(remainingOf({ posts: 5 }, spent, onAny)).toEqual({ posts: 1, gets: 290 });
  expect(remainingOf({ posts: 5, gets: 12 }, spent, onAny)).toEqual({ posts: 1, gets: 2 });
  expect(remainingOf({ posts: 0 }, { posts: 0, gets: 9_999 }, onAny).gets).toBe(Number.POSITIVE_INFINITY);
});

test('where cases need no reads, a campaign ends with its writes, and a limit of GETs allows further reads', () => {
  const isSpent = (budget: Budget) =>
    isBudgetSpent(budget, { spent: { posts: 4, gets: 10 }, elapsedMs: 30_000, share: 1 }, onAny);
  expect(isSpent({ posts: 5 })).toBe(false);
  expect(isSpent({ posts: 4 })).toBe(true);
  expect(isSpent({ posts: 4, gets: 11 })).toBe(false);
  expect(isSpent({ posts: 4, gets: 10 })).toBe(true);
  expect(isSpent({ minutes: 1 })).toBe(false);
  expect(isSpent({ minutes: 0 })).toBe(true);
  expect(isSpent({})).toBe(false);
});
