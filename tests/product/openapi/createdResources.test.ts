import { expect } from '@playwright/test';
import { fuzzLibrary, type LibraryOptions, library } from '../../support/product/libraryApi.ts';
import { test } from '../../support/product/productTest.ts';

const conforming: Readonly<Record<string, LibraryOptions>> = {
  'that is sound': {},
  'that tells whoever is not let in that nothing is there': { hides: true },
};

for (const [what, manners] of Object.entries(conforming))
  test(`a library ${what} gets no finding`, { tag: 'hides' in manners ? '@full' : [] }, async ({ folder }) => {
    const { code, stderr, told: report } = await fuzzLibrary(folder, manners);
    expect(report.broken.map(({ requirement }) => requirement.id)).toEqual([]);
    expect(code, stderr).toBe(0);
    expect(report.coverage.requirements['ANY-06']?.held).toBeGreaterThan(5);
  });

test('a server that shows created resources to everybody is found by them', async ({ folder }) => {
  const { code, stderr, told: report } = await fuzzLibrary(folder, { isOpenBelow: true });
  expect(code, stderr).toBe(1);
  expect(report.broken.map(({ requirement }) => requirement.id)).toEqual(['ANY-06']);
  const operations = new Set(report.findings.map(({ operation }) => operation));
  expect([...operations].sort()).toEqual(['DELETE /books/{bookId}', 'GET /books/{bookId}']);
});

/** Returns the contract with a maximum title length. */
function titled(maxLength: number): object {
  const text = JSON.stringify(library);
  return JSON.parse(text.replaceAll('"maxLength":40', `"maxLength":${maxLength}`)) as object;
}

const lengths = { 'by texts of its own': 40, 'by other bodies, where a text is too short for that': 20 };

for (const [how, most] of Object.entries(lengths))
  test(`created resources are requested although a repeated creation is refused, ${how}`, {
    tag: most === 40 ? [] : '@full',
  }, async ({ folder }) => {
    const manners = { refusesTwice: true, failsOnBooks: true, longest: most } as const;
    const { code, stderr, told: report } = await fuzzLibrary(folder, manners, { document: titled(most) });
    expect(code, stderr).toBe(1);
    expect(report.broken.map(({ requirement }) => requirement.id)).toEqual(['ANY-04']);
    expect(report.findings[0]?.operation).toBe('GET /books/{bookId}');
    expect(report.findings.some(({ shrunk }) => shrunk?.by === 'target')).toBe(most === 40);
  });
