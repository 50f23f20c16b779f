import { expect, test } from '@playwright/test';
import { assert, check, property, sample } from 'fast-check';
import { failingPlans } from './deliveryPlans.ts';

const isSuccess = (answer: object) => JSON.stringify(answer) === '{"status":200}';

test('a plan fails as often as it says, at most once per retry, and then succeeds', () => {
  assert(
    property(failingPlans(), ({ failures, plan }) => {
      expect(plan.findIndex(isSuccess)).toBe(failures);
      expect(plan).toHaveLength(failures + 1);
      expect(failures).toBeGreaterThanOrEqual(1);
      expect(failures).toBeLessThanOrEqual(10);
    }),
  );
});

test('every way to fail and every number of failures occurs', () => {
  const plans = sample(failingPlans(), { numRuns: 150, seed: 7 });
  expect(new Set(plans.flatMap(({ plan }) => plan.map((answer) => JSON.stringify(answer)))).size).toBe(14);
  expect(new Set(plans.map(({ failures }) => failures)).size).toBe(10);
});

test('a plan that breaks a target shrinks to its decisive failure, or to one 500', () => {
  const least = (breaks: (text: string) => boolean) => {
    const found = check(
      property(failingPlans(), ({ plan }) => !breaks(JSON.stringify(plan))),
      { seed: 11, numRuns: 150 },
    );
    return found.counterexample?.[0].plan;
  };
  expect(least(() => true)).toEqual([{ status: 500 }, { status: 200 }]);
  expect(least((text) => text.includes('410'))).toEqual([{ status: 410 }, { status: 200 }]);
});
