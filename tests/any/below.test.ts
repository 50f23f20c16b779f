import { expect } from '@playwright/test';
import { test } from '../launch.ts';
import { attacked, type Manners } from './library.ts';

const sound: Readonly<Record<string, Manners>> = {
  'that is sound': {},
  'that tells whoever is not let in that nothing is there': { hides: true },
};

for (const [what, manners] of Object.entries(sound))
  test(`a library ${what} breaks nothing`, async ({ folder }) => {
    const { code, stderr, told } = await attacked(folder, manners);
    expect(told.broken.map(({ requirement }) => requirement.id)).toEqual([]);
    expect(code, stderr).toBe(0);
    expect(told.coverage.requirements['ANY-06']?.held).toBeGreaterThan(5);
  });

test('who lets everybody in to what was made is found out, by what was made', async ({ folder }) => {
  const { code, stderr, told } = await attacked(folder, { isOpenBelow: true });
  expect(code, stderr).toBe(1);
  expect(told.broken.map(({ requirement }) => requirement.id)).toEqual(['ANY-06']);
  const operations = new Set(told.findings.map(({ operation }) => operation));
  expect([...operations].sort()).toEqual(['DELETE /books/{bookId}', 'GET /books/{bookId}']);
});
