import { expect, test } from '@playwright/test';
import { progressParts } from './progressParts.ts';

const reach = { operations: { done: 1, of: 17 }, requirements: { done: 2, of: 15 } };
const state = { spent: { posts: 50, gets: 150 }, cases: 90, elapsedMs: 40_000, findings: 1, reach };

test('a progress line has the rate, operations, requirements, findings and the time left', () => {
  expect(progressParts(state, { posts: 200, minutes: 1 }).join(', ')).toBe(
    '66 %, 0:40, less than a minute left, 1 finding, 50 of 200 POST, 150 GET (5/s), 90 cases, 1 of 17 operations, 2 of 15 requirements',
  );
});

test('a wait is said after the time left', () => {
  const waits = ['waits for the POST quota until 12:00:45 UTC'];
  const parts = progressParts({ ...state, waits }, { posts: 200, minutes: 1 });
  expect(parts.slice(2, 4)).toEqual(['less than a minute left', ...waits]);
});

test('a resumed campaign computes its rate and time left from its own requests', () => {
  const parts = progressParts({ ...state, elapsedMs: 10_000 }, { posts: 300 }, { posts: 40, gets: 130 });
  expect(parts).toContain('50 of 300 POST, 150 GET (3/s)');
  expect(parts).toContain('about 5 min left');
});

test('no time left is shown without a limit', () => {
  expect(progressParts(state, {}).join(', ')).not.toMatch(/left| %/);
});
