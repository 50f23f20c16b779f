import { expect, test } from '@playwright/test';
import type { SuiteTests } from '../../../runner/requirement/suiteTests.ts';
import { noCost } from '../../../runner/selection/costs.ts';
import { seededRandom } from '../../engine/cases/seededRandom.ts';
import type { TargetInventory } from '../../interface/target/targetInventory.ts';
import { TestTurns } from './testTurns.ts';

const ids = ['AUT-01', 'OUT-01', 'PAY-12', 'SRC-01'];

const tests: SuiteTests = {
  requirements: ids,
  repeatable: new Set(['PAY-12']),
  costOn: (id) => ({ ...noCost, posts: id === 'SRC-01' ? 0 : 3, gets: 5, takes: id === 'OUT-01' ? { EUR: '10' } : {} }),
  run: () => Promise.reject(new Error('turns run nothing')),
};

const settings = { tests, day: '2026-01-31', movesMoney: true, accounts: ['second'] };
const enough = { posts: 100, gets: 100 };

/** Returns the tests that are taken, as their cases name them. */
function taken(
  count: number,
  { seed = 1, left = enough, ...more }: { seed?: number; left?: typeof enough; movesMoney?: boolean } = {},
) {
  const turns = new TestTurns({ ...settings, ...more }, seededRandom(seed, 'tests'));
  return Array.from({ length: count }, (_, at) => {
    const chance = seededRandom(seed, at);
    const next = turns.next(left, chance);
    return next?.generator.make({} as TargetInventory, next.name, chance)?.test;
  });
}

test('each test is taken once before any is taken again, in an order by the seed', () => {
  const first = taken(8).map((one) => one?.requirement ?? '');
  expect(first.slice(0, 4).toSorted()).toEqual(ids);
  expect(first.slice(4)).toEqual(first.slice(0, 4));
  expect(taken(8)).toEqual(taken(8));
  const orders = [1, 2, 3, 4, 5].map((seed) =>
    taken(4, { seed })
      .map((one) => one?.requirement)
      .join(),
  );
  expect(new Set(orders).size).toBeGreaterThan(1);
});

test('a test has a seed of its own and a later day of the fortnight', () => {
  const all = taken(40).flatMap((one) => one ?? []);
  expect(new Set(all.map(({ seed }) => seed)).size).toBe(40);
  for (const { day } of all) expect(day > '2026-01-31' && day <= '2026-02-13').toBe(true);
});

test('what is dearer than the rest of the budget, or moves money that may not be moved, is left out', () => {
  expect(taken(3, { left: { posts: 2, gets: 100 } }).map((one) => one?.requirement)).toEqual(Array(3).fill('SRC-01'));
  expect(taken(1, { left: { posts: 100, gets: 4 } })).toEqual([undefined]);
  expect(taken(20, { movesMoney: false }).map((one) => one?.requirement)).not.toContain('OUT-01');
});

test('some of what another account can repeat is run as one', () => {
  const all = taken(80).flatMap((one) => one ?? []);
  expect(new Set(all.flatMap(({ requirement, account }) => (account ? [requirement] : [])))).toEqual(
    new Set(['PAY-12']),
  );
  expect(all.some(({ requirement, account }) => requirement === 'PAY-12' && account === undefined)).toBe(true);
});

test('a campaign that goes on takes first what it has not taken', () => {
  const turns = new TestTurns(settings, seededRandom(1, 'tests'));
  turns.resume({ 'the test of AUT-01': 1, 'the test of OUT-01': 1, 'the test of PAY-12': 1, 'a pay-in: EUR': 4 });
  expect(turns.next(enough, seededRandom(1, 0))?.name).toBe('the test of SRC-01');
  expect(turns.taken).toEqual(Object.fromEntries(ids.map((id) => [`the test of ${id}`, 1])));
});
