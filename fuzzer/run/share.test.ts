import { expect, test } from '@playwright/test';
import type { Spent } from './meter.ts';
import { Share } from './share.ts';

const share = (left: Spent, { kept = 0, meter = () => ({ posts: 0, gets: 0 }) } = {}) =>
  new Share({ left, place: 1, isLimited: true, meter, kept: () => kept });

test('a case that would pass the budget is not held, what is under way among it', () => {
  let posts = 0;
  const one = share({ posts: 3, gets: 100 }, { meter: () => ({ posts, gets: 0 }) });
  const price = { posts: 2, gets: 1 };
  expect(one.holds(price)).toBe(true);
  const ended = one.reserve(price);
  expect(one.holds(price)).toBe(false);
  ended();
  posts = 1;
  expect(one.holds(price)).toBe(true);
  posts = 2;
  expect(one.holds(price)).toBe(false);
});

test('GETs that sweeps will take are not for cases', () => {
  const one = share({ posts: 3, gets: 100 }, { kept: 95 });
  expect(one.purse).toEqual({ posts: 3, gets: 5 });
  expect(one.isOpenFor(one.purse)).toBe(false);
  expect(one.holds({ posts: 1, gets: 6 })).toBe(false);
  expect(one.holds({ posts: 1, gets: 5 })).toBe(true);
});

test('a batch is open until its POSTs are sent, and one that has none until its GETs are', () => {
  expect(share({ posts: 1, gets: 100 }).isOpenFor({ posts: 0, gets: 100 })).toBe(false);
  expect(share({ posts: 0, gets: 100 }).isOpenFor({ posts: 0, gets: 100 })).toBe(true);
  expect(share({ posts: 0, gets: 100 }).isOpenFor({ posts: 0, gets: 0 })).toBe(false);
});
