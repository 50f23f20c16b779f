import { expect, test } from '@playwright/test';
import { eachWithTimeLimit, TimeLimitExceeded, withTimeLimit } from './timeLimit.ts';

test('what computes for ever is broken off, also within what is bounded itself', () => {
  const endless = () => {
    for (;;);
  };
  expect(() => withTimeLimit(endless, 50)).toThrow(TimeLimitExceeded);
  expect(() => withTimeLimit(() => withTimeLimit(endless, 60_000), 50)).toThrow(TimeLimitExceeded);
  expect(() => withTimeLimit(() => /^(a+)+$/.test(`${'a'.repeat(60)}b`), 50)).toThrow(TimeLimitExceeded);
});

test('what ends is given, and what it throws is thrown', async () => {
  expect(withTimeLimit(() => withTimeLimit(() => 7) + 1)).toBe(8);
  expect(() => withTimeLimit(() => JSON.parse('{'))).toThrow(SyntaxError);
  expect(await withTimeLimit(async () => 9)).toBe(9);
});

test('of many, each that computes for ever is broken off, and the others are given', () => {
  const compute = (one: number) => {
    for (;;) if (one % 3 !== 0) return one;
  };
  const given = eachWithTimeLimit([1, 2, 3, 4, 6, 7, 8], { compute, endless: (one) => -one, limitMs: 50 });
  expect(given).toEqual([1, 2, -3, 4, -6, 7, 8]);
  const thrower = () => eachWithTimeLimit([1], { compute: () => JSON.parse('{'), endless: () => 0 });
  expect(thrower).toThrow(SyntaxError);
});
