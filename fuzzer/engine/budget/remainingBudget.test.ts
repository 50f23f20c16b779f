import { expect, test } from '@playwright/test';
import { sampleCase, sampleStep } from '../../../tests/support/findings/sampleFindings.ts';
import { casePrice, isBudgetSpent, remainingOf, withReserve } from './remainingBudget.ts';
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

test('a budget is spent when one limit is reached; without POSTs the GETs decide', () => {
  const at = (posts: number, gets = 0, elapsedMs = 0) => ({ spent: { posts, gets }, elapsedMs, share: 1 });
  expect(isBudgetSpent({ posts: 5 }, at(4))).toBe(false);
  expect(isBudgetSpent({ posts: 5 }, at(5))).toBe(true);
  expect(isBudgetSpent({ posts: 0, gets: 9 }, at(0, 8))).toBe(false);
  expect(isBudgetSpent({ posts: 0, gets: 9 }, at(0, 9))).toBe(true);
  expect(isBudgetSpent({ minutes: 1 }, at(0, 0, 60_001))).toBe(true);
  expect(remainingOf({}, { posts: 9, gets: 9 }).posts).toBe(Number.POSITIVE_INFINITY);
});
