import { expect } from '@playwright/test';
import { test } from '../../support/product/productTest.ts';
import { fuzzSecond, runSecond } from '../../support/product/runSecondServer.ts';

for (const [profile, tag] of [
  ['smoke', []],
  ['nightly', ['@full']],
  ['full', ['@full']],
] as const)
  test(`a server written only from the text passes a ${profile} run`, { tag: [...tag] }, async ({ folder }) => {
    const words = ['--profile', profile, '--seed', '1', '--day', '2026-01-01'];
    expect(await runSecond(folder, words)).toEqual({ code: 0, complaints: [] });
  });

test('a campaign finds nothing on a server written only from the text', { tag: ['@full'] }, async ({ folder }) => {
  expect(await fuzzSecond(folder, ['--seed', '1', '--posts', '300'])).toEqual({ code: 0, complaints: [] });
});
