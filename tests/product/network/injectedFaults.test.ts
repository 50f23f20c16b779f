import { expect } from '@playwright/test';
import { injectedFaults } from '../../support/network/injectedFaults.ts';
import { seededRandom } from '../../support/network/seededRandom.ts';
import { test } from '../../support/product/productTest.ts';
import { problemsOf, runThrough } from '../../support/product/runThroughProxy.ts';

/** The day decides which methods are tried. Requirements that a proxy's 502 used to fail, and one more that the faults affect. */
const words = ['--only', 'MTD-06,PIN-01,XCH-01,XCH-02', '--day', '2026-01-01'];

/** The number of pay-outs without a fault: MTD-06 tries three on that day, with each of three accounts. */
const planned = 9;

/** A few very different faults; `npm run bench:abuse` tries all. */
const sampled = [
  'a gateway says 502 every twelfth time',
  'JSON nested a hundred thousand times at one path',
  'HTML for every path',
];

test('there are enough injected faults, each with its own name', () => {
  expect(injectedFaults.length).toBeGreaterThanOrEqual(30);
  expect(new Set(injectedFaults.map(({ name }) => name)).size).toBe(injectedFaults.length);
  expect(sampled.filter((name) => !injectedFaults.some((one) => one.name === name))).toEqual([]);
});

test('random numbers are even, and the same for the same seed', () => {
  const [one, same, other] = [seededRandom(1), seededRandom(1), seededRandom(2)];
  const drawn = Array.from({ length: 10_000 }, () => one());
  expect(drawn).toEqual(drawn.map(() => same()));
  expect(drawn).not.toEqual(drawn.map(() => other()));
  const rare = drawn.filter((each) => each < 0.01).length;
  expect(rare).toBeGreaterThan(70);
  expect(rare).toBeLessThan(130);
});

for (const abuse of injectedFaults.filter(({ name }) => sampled.includes(name)))
  test(`a run through "${abuse.name}" ends as expected and reports against the right party`, async ({ folder }) => {
    const proxied = await runThrough(abuse.through, words, { folder, name: 'abused' });
    expect(problemsOf(abuse, proxied, planned)).toEqual([]);
  });
