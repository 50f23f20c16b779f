import { expect, test } from '@playwright/test';
import { LosslessNumber } from 'lossless-json';
import type { ExactObject } from '../../schemas/json/exact.ts';
import { exchangeOf } from '../../tests/support/records/records.ts';
import { learnedComparison, type SortedPage } from './fieldOrder.ts';
import { unsignedOrder } from './unsignedOrder.ts';

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;

/** Builds payments with these amounts, created one after another. */
const payments = (amounts: readonly string[]): ExactObject[] =>
  amounts.map((amount, index) => {
    const status = Number(amount) > 5 ? 'SUCCESS' : 'FAILED';
    return { id: String(index), amount: new LosslessNumber(amount), status, createdAt: at(index) };
  });

const amounts =
  '7 -30 0.2 10 0.1 120 3 0.3 55 -2 9 0.25 71 0.9 -300 5.5 1.5 0.35 8 0.8 0.65 0.15 31 -0.5 900 0.7 2.2 0.4'.split(' ');
const by = (order: (one: number, other: number) => number) =>
  payments(amounts).toSorted((a, b) => order(Number(String(a['amount'])), Number(String(b['amount']))));

const pages = (order: (one: number, other: number) => number): SortedPage[] => [
  { isDescending: false, items: by(order) },
  { isDescending: true, items: by(order).toReversed() },
];

test('amounts are compared with their sign or without it, as the pages show', () => {
  const [small, large] = [payments(['3'])[0] as ExactObject, payments(['-30'])[0] as ExactObject];
  expect(
    learnedComparison(
      'amount',
      pages((a, b) => a - b),
    )?.(small, large),
  ).toBe(1);
  expect(
    learnedComparison(
      'amount',
      pages((a, b) => Math.abs(a) - Math.abs(b)),
    )?.(small, large),
  ).toBe(-1);
});

test('an order of amounts by their size alone is reported', async () => {
  const exchange = exchangeOf({ path: '/v2/user/payments/search?sort=amount,asc' });
  const reported = (size: (amount: number) => number) => {
    const compare = learnedComparison(
      'amount',
      pages((a, b) => size(a) - size(b)),
    );
    return unsignedOrder([{ exchange }], compare).map(({ code }) => code);
  };
  expect(reported(Math.abs)).toEqual(['orderedBySize']);
  expect(reported((amount) => amount)).toEqual([]);
  expect(unsignedOrder([{ exchange }], undefined)).toEqual([]);
});

test('amounts that are mostly in order, or in the order of their texts, are compared as numbers', () => {
  const [nine, ten] = payments(['9', '10']) as [ExactObject, ExactObject];
  const textual = (a: number, b: number) => (String(a) < String(b) ? -1 : 1);
  for (const order of [(a: number, b: number) => Math.trunc(a - b), textual])
    expect(learnedComparison('amount', pages(order))?.(nine, ten)).toBe(-1);
});

test('a few payments say nothing, since chance may order them', () => {
  const few = { isDescending: false, items: by((a, b) => a - b).slice(0, 12) };
  expect(learnedComparison('amount', [few])).toBeUndefined();
});

test('a target that ignores a field, or sorts by creation instead, is not held to it', () => {
  expect(
    learnedComparison(
      'amount',
      pages(() => 0),
    ),
  ).toBeUndefined();
  const still = { isDescending: false, items: payments(amounts) };
  expect(learnedComparison('amount', [still, { ...still, isDescending: true }])).toBeUndefined();
  expect(
    learnedComparison(
      'status',
      pages(() => 0),
    ),
  ).toBeUndefined();
  expect(
    learnedComparison(
      'id',
      pages((a, b) => a - b),
    ),
  ).toBeUndefined();
});

test('the order of statuses is the one that pages mostly show', () => {
  const [failed, done] = payments(['1', '9']) as [ExactObject, ExactObject];
  expect(
    learnedComparison(
      'status',
      pages((a, b) => Number(b > 5) - Number(a > 5)),
    )?.(failed, done),
  ).toBe(1);
  expect(
    learnedComparison(
      'status',
      pages((a, b) => Number(a > 5) - Number(b > 5)),
    )?.(failed, done),
  ).toBe(-1);
});
