import { expect, test } from '@playwright/test';
import { randomOf } from '../values/draw/chance.ts';
import { encodings } from './searchQuery.ts';
import { drawSearch, kindsOf } from './searchSurvey.ts';

const payments = ['10.25', '0.00069760', '-0.0004', '7200'].map((amount, nth) => ({
  amount,
  orderType: 'PAYIN',
  createdAt: `2026-01-0${nth + 1}T10:20:30.123456Z`,
}));
const usual = encodings.slice(0, 2);
const ground = {
  ...{ payments, kinds: kindsOf(payments), largest: 100, total: payments.length },
  encodings: { amount: usual, createdAt: [] },
};

/** Draws many searches, and returns those with a range. */
const ranged = Array.from({ length: 400 }, (_, seed) => drawSearch(randomOf(seed), ground)).filter(
  ({ ranges }) => ranges.length > 0,
);

test('searches by a range use each form that the target understands, and no field without one', () => {
  const written = ranged.map(({ query }) => Array.isArray(query['amount']));
  expect(new Set(written)).toEqual(new Set([true, false]));
  expect(ranged.every(({ query }) => query['createdAt'] === undefined)).toBe(true);
});

test('bounds of amounts have every decimal, or none as people write them, and zero has no sign', () => {
  const bounds = ranged.flatMap(({ ranges }) => ranges.flatMap(({ low, high }) => [low, high]));
  expect(bounds.some((text) => /^\d+$/.test(text))).toBe(true);
  expect(bounds.some((text) => /\.\d{8}$/.test(text))).toBe(true);
  expect(bounds.filter((text) => /^-0(\.0*)?$/.test(text))).toEqual([]);
});
