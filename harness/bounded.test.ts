import { expect, test } from '@playwright/test';
import { bounded, Endless } from './bounded.ts';

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
