import { expect, test } from '@playwright/test';
import { violationsIn } from '../../../../tests/support/ruleTrial.ts';
import { importCycles } from './importCycles.ts';

test('convicts a ring once, at its first file, with the way round', () => {
  const files = {
    'a/c.ts': "import './a.ts';",
    'a/b.ts': "import './c.ts';",
    'a/a.ts': "import './d.ts';\nexport { b } from './b.ts';",
    'a/d.ts': '',
  };
  expect(violationsIn(importCycles, files)).toEqual(['a/a.ts:2 a/a.ts → a/b.ts → a/c.ts → a/a.ts']);
});

test('convicts two knots apart', () => {
  const files = { 'a/a.ts': "import './a.ts';", 'a/b.ts': "import './c.ts';", 'a/c.ts': "import './b.ts';" };
  expect(violationsIn(importCycles, files)).toEqual(['a/a.ts:1 a/a.ts → a/a.ts', 'a/b.ts:1 a/b.ts → a/c.ts → a/b.ts']);
});

for (const text of ["const b = await import('./b.ts');", "import { type B } from './b.ts';", "import './b.js';"]) {
  test(`counts ${text} as a value import`, () => {
    expect(violationsIn(importCycles, { 'a/a.ts': text, 'a/b.ts': "import './a.ts';" })).toHaveLength(1);
  });
}

for (const text of [
  "import type { B } from './b.ts';",
  "export type { B } from './b.ts';",
  "type B = import('./b.ts').B;",
]) {
  test(`counts ${text} as erased`, () => {
    expect(violationsIn(importCycles, { 'a/a.ts': text, 'a/b.ts': "import './a.ts';" })).toEqual([]);
  });
}

test('acquits two ways to one file', () => {
  const files = { 'a/a.ts': "import './b.ts'; import './c.ts';", 'a/b.ts': "import './c.ts';", 'a/c.ts': '' };
  expect(violationsIn(importCycles, files)).toEqual([]);
});
