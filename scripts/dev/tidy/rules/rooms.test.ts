import { expect, test } from '@playwright/test';
import { violationsIn } from '../../../../tests/support/ruleTrial.ts';
import { rooms } from './rooms.ts';

const crowd = (folder: string, count: number, ending = '.ts') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/a${index}${ending}`, '']));

test('lets thirty TypeScript files stand side by side, tests counted', () => {
  expect(violationsIn(rooms, { ...crowd('runner', 20), ...crowd('runner', 10, '.test.ts') })).toEqual([]);
  expect(violationsIn(rooms, { ...crowd('runner', 20), ...crowd('runner', 11, '.test.ts') })).toEqual(['runner/:1 31']);
  expect(violationsIn(rooms, { ...crowd('tests/support', 31) })).toEqual(['tests/support/:1 31']);
});

test('counts neither the files of subfolders nor others than TypeScript', () => {
  expect(
    violationsIn(rooms, { ...crowd('runner', 30), ...crowd('runner/actions', 30), ...crowd('runner', 9, '.js') }),
  ).toEqual([]);
});

for (const text of [
  "import { b } from '../b/b.ts';",
  "import type { B } from '../b/b.ts';",
  "export * from '../b/b.ts';",
])
  test(`convicts two folders that need each other, by ${text}`, () => {
    const files = { 'runner/a/a.ts': `\n${text}`, 'runner/b/b.ts': '', 'runner/b/c.ts': "import '../a/d.ts';" };
    expect(violationsIn(rooms, { ...files, 'runner/a/d.ts': '' })).toEqual([
      'runner/a/a.ts:2 runner/a → runner/b → runner/a (runner/a/a.ts:2; runner/b/c.ts:1)',
    ]);
  });

test('convicts a folder and its subfolder, and a longer way round, each knot once', () => {
  const files = {
    'judge/a.ts': "import './deep/b.ts';\nimport './deep/c.ts';",
    'judge/deep/b.ts': '',
    'judge/deep/c.ts': "type D = import('../d.ts').D;",
    'judge/d.ts': '',
    'runner/a/a.ts': "import '../b/a.ts';",
    'runner/b/a.ts': "import '../c/a.ts';",
    'runner/c/a.ts': "import '../a/b.ts';",
    'runner/a/b.ts': '',
  };
  expect(violationsIn(rooms, files)).toEqual([
    'judge/a.ts:1 judge → judge/deep → judge (judge/a.ts:1 and 1 more; judge/deep/c.ts:1)',
    'runner/a/a.ts:1 runner/a → runner/b → runner/c → runner/a (runner/a/a.ts:1; runner/b/a.ts:1; runner/c/a.ts:1)',
  ]);
});

test('acquits files of one folder, ways that do not come back, and what only tests and bench import', () => {
  const files = {
    'runner/a/a.ts': "import './b.ts'; import '../b/b.ts';",
    'runner/a/b.ts': "import type { A } from './a.ts';",
    'runner/b/b.ts': "import '../c/c.ts';",
    'runner/b/b.test.ts': "import '../a/a.ts'; import '../../tests/a.ts';",
    'runner/c/c.ts': "import 'a/d.js';",
    'runner/c/a/d.ts': "import '../c.ts';",
    'tests/a.ts': "import '../bench/a.ts';",
    'bench/a.ts': "import '../tests/a.ts';",
  };
  expect(violationsIn(rooms, files)).toEqual([]);
});
