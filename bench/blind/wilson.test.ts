import { expect, test } from '@playwright/test';
import { wilson } from './wilson.ts';

test('the interval holds the share, and is narrower with more trials', () => {
  const { low, high } = wilson(8, 10);
  expect(low).toBeCloseTo(0.4902, 3);
  expect(high).toBeCloseTo(0.9433, 3);
  const many = wilson(800, 1000);
  expect(many.high - many.low).toBeLessThan(0.06);
});

test('the interval stays between 0 and 1', () => {
  expect(wilson(0, 5).low).toBeCloseTo(0, 6);
  expect(wilson(5, 5).high).toBeCloseTo(1, 6);
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
});
