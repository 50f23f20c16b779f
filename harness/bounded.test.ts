import { expect, test } from '@playwright/test';
import { bounded, boundedEach, Endless } from './bounded.ts';

test('what computes for ever is broken off, also within what is bounded itself', () => {
  const endless = () => {
    for (;;);
  };
  expect(() => bounded(endless, 50)).toThrow(Endless);
  expect(() => bounded(() => bounded(endless, 60_000), 50)).toThrow(Endless);
  expect(() => bounded(() => /^(a+)+$/.test(`${'a'.repeat(60)}b`), 50)).toThrow(Endless);
});

test('what ends is given, and what it throws is thrown', async () => {
  expect(bounded(() => bounded(() => 7) + 1)).toBe(8);
  expect(() => bounded(() => JSON.parse('{'))).toThrow(SyntaxError);
  expect(await bounded(async () => 9)).toBe(9);
});

test('of many, each that computes for ever is broken off, and the others are given', () => {
  const compute = (one: number) => {
    for (;;) if (one % 3 !== 0) return one;
  };
  const given = boundedEach([1, 2, 3, 4, 6, 7, 8], { compute, endless: (one) => -one, limitMs: 50 });
  expect(given).toEqual([1, 2, -3, 4, -6, 7, 8]);
  const thrower = () => boundedEach([1], { compute: () => JSON.parse('{'), endless: () => 0 });
  expect(thrower).toThrow(SyntaxError);
});
