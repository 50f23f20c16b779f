import { expect, test } from '@playwright/test';
import { violationsIn } from '../../../../tests/support/ruleTrial.ts';
import { size } from './size.ts';

const lines = (count: number, line = 'run();') => `${line}\n`.repeat(count);
const body = (count: number) => `{\n${lines(count - 2)}}`;

for (const [path, limit] of [
  ['runner/a.ts', 250],
  ['runner/a.test.ts', 400],
  ['specs/a.spec.ts', 400],
] as const) {
  test(`measures ${path} by ${limit} lines`, () => {
    expect(violationsIn(size, { [path]: lines(limit) })).toEqual([]);
    expect(violationsIn(size, { [path]: lines(limit + 1) })).toEqual([`${path}:${limit + 1} ${limit + 1}`]);
  });
}

test('measures a function by its body', () => {
  expect(violationsIn(size, { 'a/a.ts': `function a() ${body(60)}` })).toEqual([]);
  expect(violationsIn(size, { 'a/a.ts': `function a() ${body(61)}` })).toEqual(['a/a.ts:1 61']);
  expect(violationsIn(size, { 'a/a.ts': `class A {\n  a() ${body(61)}\n}` })).toEqual(['a/a.ts:2 61']);
  expect(violationsIn(size, { 'a/a.ts': `const a = () => ${body(61)};` })).toEqual(['a/a.ts:1 61']);
});

test('lets a describe be long, and its tests not', () => {
  expect(violationsIn(size, { 'a/a.test.ts': `test.describe('a', () => ${body(100)});` })).toEqual([]);
  expect(violationsIn(size, { 'a/a.test.ts': `test.describe.serial('a', () => ${body(100)});` })).toEqual([]);
  expect(violationsIn(size, { 'a/a.test.ts': `test('a', () => ${body(100)});` })).toEqual(['a/a.test.ts:1 100']);
});

test('counts parameters, but not this', () => {
  expect(violationsIn(size, { 'a/a.ts': 'function a(this: A, b: B, c: C, d: D) {}' })).toEqual([]);
  expect(violationsIn(size, { 'a/a.ts': 'const a = (b: B, c: C, d: D, e: E) => b;' })).toEqual(['a/a.ts:1 4']);
});

test('lets a table of data be long', () => {
  const entry = "  { name: 'a', rules: { isAccepted: (amount: number) => amount > 0 } },";
  const table = `import type { A } from './b.ts';\n\nexport const a: readonly A[] = [\n${lines(300, entry)}] as const;\n`;
  expect(violationsIn(size, { 'a/a.ts': table })).toEqual([]);
  expect(
    violationsIn(size, { 'a/a.ts': `export type A = 1;\nexport const a = new Map([\n${lines(300, '[1, 2],')}]);` }),
  ).toEqual([]);
});

test('takes no code for a table', () => {
  const table = `const a = [\n${lines(300, '1,')}];\n`;
  const seen = (text: string) => violationsIn(size, { 'a/a.ts': text }).length;
  expect(seen(`export ${table}`)).toBe(0);
  expect(seen(`export ${table}function b() ${body(4)}`)).toBe(1);
  expect(seen(`export ${table}export function b() {}`)).toBe(1);
  expect(seen(`export ${table}run();`)).toBe(1);
  expect(seen(`${table}export const b = build(a);`)).toBe(1);
  expect(seen(`${table}export const b = () => a;`)).toBe(1);
  expect(seen(`export ${table.replace('const', 'let')}`)).toBe(1);
});

test('asks for a small median of many sources', () => {
  const forest = (count: number) =>
    Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`a/a${index}.ts`, lines(index < 10 ? count : 100)]));
  expect(violationsIn(size, forest(75))).toEqual([]);
  expect(violationsIn(size, forest(76))).toEqual(['a/a19.ts:1 76']);
  expect(violationsIn(size, { 'a/a.ts': lines(200) })).toEqual([]);
});
