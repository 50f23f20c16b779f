import { expect, test } from '@playwright/test';
import { violationsIn } from '../../../../tests/support/ruleTrial.ts';
import { docComments } from './docComments.ts';

for (const text of [
  'export const a = 1;',
  '/** Alone */\nexport const a = 1;',
  '/** Says something. */\n\nexport const a = 1;',
  '// Says something.\nexport interface A {}',
  '/* Says something. */ export type A = 1;',
  'function a() {}\nexport { a };',
]) {
  test(`convicts ${JSON.stringify(text)}`, () => {
    expect(violationsIn(docComments, { 'runner/a.ts': text })).toHaveLength(1);
  });
}

for (const text of [
  '/** Says something. */\nexport const a = 1;',
  '/** Says something. */ export const a = 1, b = 2;',
  '/**\n * Says\n * something.\n */\nexport function a(): void {}',
  '/** Says something. */\n// biome-ignore lint: because\nexport const a = 1;',
  '/** Says something. */\nexport function a(b: 1): 1;\nexport function a(b: 2): 2;\nexport function a(b: 1 | 2) { return b; }',
  '/** Says something. */\nfunction a() {}\nexport { a };',
  "export * from './b.ts';\nexport { c } from './c.ts';",
  'const a = 1;',
]) {
  test(`acquits ${JSON.stringify(text)}`, () => {
    expect(violationsIn(docComments, { 'runner/a.ts': text })).toEqual([]);
  });
}

test('asks the rooms up to the runner and what tests share, and no others', () => {
  const text = 'export const a = 1;';
  const asked = ['schemas', 'generators', 'traffic', 'oracles', 'judge', 'runner/worker', 'tests/support'];
  const others = ['fuzzer', 'reports', 'scripts', 'emulator', 'bench', 'tests/product'];
  const files = Object.fromEntries([...asked, ...others].map((folder) => [`${folder}/a.ts`, text]));
  expect(violationsIn(docComments, files)).toEqual(asked.map((folder) => `${folder}/a.ts:1 none`));
});
