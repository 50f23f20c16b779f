import { expect, test } from '@playwright/test';
import type { Spent } from '../../engine/budget/requestMeter.ts';
import { BatchBudget } from './batchBudget.ts';

const share = (left: Spent, reserved = 0) =>
  new BatchBudget({ left, place: 1, isLimited: true, opening: { posts: 0, gets: 10 }, kept: () => reserved });

test('a case that would exceed the budget, with those under way, is not affordable', () => {
  const one = share({ posts: 3, gets: 100 });
  const price = { posts: 2, gets: 1 };
  expect(one.affords(price)).toBe(true);
  const paid = one.reserve(price);
  expect(one.taken).toEqual({ posts: 2, gets: 11 });
  expect(one.affords(price)).toBe(false);
  paid({ posts: 1, gets: 5 });
  expect(one.taken).toEqual({ posts: 1, gets: 15 });
  expect(one.affords(price)).toBe(true);
});

test('GETs for the final reads are not available to cases', () => {
  const one = share({ posts: 3, gets: 100 }, 85);
  expect(one.remaining).toEqual({ posts: 3, gets: 5 });
  expect(one.isOpenFor(one.remaining)).toBe(false);
  expect(one.affords({ posts: 1, gets: 6 })).toBe(false);
  expect(one.affords({ posts: 1, gets: 5 })).toBe(true);
});

test('a batch is open until its POSTs are sent, and without POSTs until its GETs are', () => {
  expect(share({ posts: 1, gets: 100 }).isOpenFor({ posts: 0, gets: 100 })).toBe(false);
  expect(share({ posts: 0, gets: 100 }).isOpenFor({ posts: 0, gets: 100 })).toBe(true);
  expect(share({ posts: 0, gets: 100 }).isOpenFor({ posts: 0, gets: 0 })).toBe(false);
});
