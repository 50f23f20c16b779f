import { expect, test } from '@playwright/test';
import { eachWithTimeLimit, TimeLimitExceeded, withTimeLimit } from './timeLimit.ts';

test('an endless computation is stopped, even inside another time limit', () => {
  const endless = () => {
    for (;;);
  };
  expect(() => withTimeLimit(endless, 50)).toThrow(TimeLimitExceeded);
  expect(() => withTimeLimit(() => withTimeLimit(endless, 60_000), 50)).toThrow(TimeLimitExceeded);
  expect(() => withTimeLimit(() => /^(a+)+$/.test(`${'a'.repeat(60)}b`), 50)).toThrow(TimeLimitExceeded);
});

test('a finished computation returns its value or throws its error', async () => {
  expect(withTimeLimit(() => withTimeLimit(() => 7) + 1)).toBe(8);
  expect(() => withTimeLimit(() => JSON.parse('{'))).toThrow(SyntaxError);
  expect(await withTimeLimit(async () => 9)).toBe(9);
});

test('each endless computation of many is stopped, and the others return their values', () => {
  const compute = (one: number) => {
    for (;;) if (one % 3 !== 0) return one;
  };
  const given = eachWithTimeLimit([1, 2, 3, 4, 6, 7, 8], { compute, endless: (one) => -one, limitMs: 50 });
  expect(given).toEqual([1, 2, -3, 4, -6, 7, 8]);
  const thrower = () => eachWithTimeLimit([1], { compute: () => JSON.parse('{'), endless: () => 0 });
  expect(thrower).toThrow(SyntaxError);
});
