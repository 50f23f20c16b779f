import { expect, test } from '@playwright/test';
import { violationsIn } from '../../../../tests/support/ruleTrial.ts';
import { typeEscapes } from './typeEscapes.ts';

for (const [text, seen] of [
  ['let a: any;', 'any'],
  ['let a: readonly any[] = [];', 'any'],
  ['const a = b as any;', 'any'],
  ['const a = b!;', 'a non-null !'],
  ['class A { a!: string; }', 'a non-null !'],
  ['// @ts-ignore because', '@ts-ignore'],
  ['/* @ts-nocheck */', '@ts-nocheck'],
  ['// @ts-expect-error', '@ts-expect-error'],
] as const) {
  test(`convicts ${text}`, () => {
    expect(violationsIn(typeEscapes, { 'runner/a.ts': text })).toEqual([`runner/a.ts:1 ${seen}`]);
  });
}

for (const text of [
  "const any = 'any'; const a = !b;",
  'let a: unknown;',
  "const a = '// @ts-ignore';",
  `const a = \`\${b} // @ts-ignore \${c} // @ts-ignore\`;`,
  '// A word on @ts-ignore',
  'if (a != b) c();',
]) {
  test(`acquits ${text}`, () => {
    expect(violationsIn(typeEscapes, { 'runner/a.ts': text })).toEqual([]);
  });
}

test('lets a self-test expect a type error, and silence none', () => {
  expect(violationsIn(typeEscapes, { 'runner/a.test.ts': 'a();\n// @ts-expect-error\nb();' })).toEqual([]);
  expect(violationsIn(typeEscapes, { 'runner/a.test.ts': 'a();\n// @ts-ignore\nb();' })).toEqual([
    'runner/a.test.ts:2 @ts-ignore',
  ]);
});
