import { expect, test } from '@playwright/test';
import { violationsIn } from '../../../../tests/support/ruleTrial.ts';
import { unusedExports } from './unusedExports.ts';

test('convicts what nobody imports, its own file notwithstanding', () => {
  const text =
    'export const a = 1;\nexport function b() { return a; }\nexport class C {}\nexport const { d } = { d: 1 };';
  const seen = [1, 2, 3, 4].map((line) => `runner/a.ts:${line} none`);
  expect(violationsIn(unusedExports, { 'runner/a.ts': text })).toEqual(seen);
});

for (const text of [
  'export interface A {}',
  'export type A = 1;',
  'type A = 1; export { A };',
  "export type { A } from './b.ts';",
  "export { type A } from './b.ts';",
]) {
  test(`acquits types that nobody imports: ${text}`, () => {
    expect(violationsIn(unusedExports, { 'runner/a.ts': text, 'runner/b.ts': 'export interface A {}' })).toEqual([]);
  });
}

for (const text of [
  "import { a } from './a.ts';",
  "import { a as b } from './a.ts';",
  "import type { a } from './a.ts';",
  "import * as all from './a.ts';",
  "const all = await import('./a.ts');",
  "type A = typeof import('./a.ts').a;",
]) {
  test(`acquits by ${text}`, () => {
    expect(violationsIn(unusedExports, { 'runner/a.ts': 'export const a = 1;', 'runner/b.test.ts': text })).toEqual([]);
  });
}

for (const door of ["export * from '../../runner/a.ts';", "export { b as a } from '../../runner/a.ts';"]) {
  test(`looks through ${door}`, () => {
    const files = {
      'runner/a.ts': 'export const a = 1;\nexport const b = 2;',
      'traffic/transport/controlApi.ts': door,
    };
    const used = door.includes('*') ? 'b' : 'a';
    expect(
      violationsIn(unusedExports, {
        ...files,
        'specs/a.spec.ts': "import { a } from '../traffic/transport/controlApi.ts';",
      }),
    ).toEqual([`runner/a.ts:${used === 'a' ? 1 : 2} none`]);
    expect(violationsIn(unusedExports, files).length).toBe(door.includes('*') ? 2 : 3);
  });
}

test('acquits what a door hands on, and convicts what it does not', () => {
  const files = {
    'runner/requirement/test.ts': "export { having } from '../actions/refusals/refusal.ts';",
    'runner/actions/refusals/refusal.ts': 'export const having = 1;\nexport const lacking = 2;',
  };
  expect(violationsIn(unusedExports, files)).toEqual(['runner/actions/refusals/refusal.ts:2 none']);
});

test('acquits doors, and folders whose exports are for others', () => {
  const files = {
    'playwright.config.ts': "export default { globalSetup: './runner/session/setup.ts' };",
    'runner/session/setup.ts': 'export default () => {};',
    'bench/a.ts': 'export const a = 1;',
  };
  expect(violationsIn(unusedExports, files)).toEqual([]);
});
