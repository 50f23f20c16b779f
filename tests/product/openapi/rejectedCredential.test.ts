import { expect } from '@playwright/test';
import { fuzzLibrary } from '../../support/product/libraryApi.ts';
import { test } from '../../support/product/productTest.ts';

const keys: Readonly<Record<string, string>> = { 'a wrong credential': 'key-of-9876543210', 'no credential': '' };

for (const [what, key] of Object.entries(keys))
  test(`with ${what}, protected operations are not judged although an open one accepts everybody`, {
    tag: key === '' ? '@full' : [],
  }, async ({ folder }) => {
    const { code, stdout, told: report } = await fuzzLibrary(folder, {}, { key, words: ['--posts', '60'] });
    expect(code, stdout).toBe(3);
    expect(report.coverage.operations.reached).toBe(1);
    expect(report.coverage.barred).toEqual(['POST /books', 'GET /books/{bookId}', 'DELETE /books/{bookId}']);
    expect(stdout).toMatch(/nothing can be said of operations that want a credential: .*--auth <security scheme>=env:/);
  });

test('with an accepted credential every operation is judged, or has the reason why not', async ({ folder }) => {
  const {
    code,
    stdout,
    told: report,
  } = await fuzzLibrary(folder, { hides: true }, { words: ['--posts', '0', '--gets', '30'] });
  expect(code, stdout).toBe(0);
  expect(report.coverage.barred).toEqual([]);
  expect(report.coverage.unshut['it is not known whether the requested resource exists']).toEqual([
    'GET /books/{bookId}',
  ]);
  expect(stdout).toContain('1 operations were not seen to refuse a request without a credential: it is not known');
});
