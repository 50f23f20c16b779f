import { expect, test } from '@playwright/test';
import { anyLeft, isAnyOver } from './purse.ts';

const spent = { posts: 4, gets: 10 };

test('a campaign has GETs for its other requests, some at the least, and without end where it only reads', () => {
  expect(anyLeft({ posts: 20 }, spent)).toEqual({ posts: 16, gets: 590 });
  expect(anyLeft({ posts: 5 }, spent)).toEqual({ posts: 1, gets: 290 });
  expect(anyLeft({ posts: 5, gets: 12 }, spent)).toEqual({ posts: 1, gets: 2 });
  expect(anyLeft({ posts: 0 }, { posts: 0, gets: 9_999 }).gets).toBe(Number.POSITIVE_INFINITY);
});

test('it is over when its requests are spent, or its time; reads go on where their number was said', () => {
  const now = { spent, elapsedMs: 30_000 };
  expect(isAnyOver({ posts: 5 }, now)).toBe(false);
  expect(isAnyOver({ posts: 4 }, now)).toBe(true);
  expect(isAnyOver({ posts: 4, gets: 11 }, now)).toBe(false);
  expect(isAnyOver({ posts: 4, gets: 10 }, now)).toBe(true);
  expect(isAnyOver({ minutes: 1 }, now)).toBe(false);
  expect(isAnyOver({ minutes: 0 }, now)).toBe(true);
  expect(isAnyOver({}, now)).toBe(false);
});
