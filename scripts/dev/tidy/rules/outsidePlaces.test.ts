import { expect, test } from '@playwright/test';
import { violationsIn } from '../../../../tests/support/ruleTrial.ts';
import { outsidePlaces } from './outsidePlaces.ts';

const outside = ['..', 'shared'].join('/');
const machine = ['', 'work', ''].join('/');
const host = ['registry', 'npmjs', 'org'].join('.');

for (const word of [outside, machine, host]) {
  test(`convicts ${word} in any text`, () => {
    const text = `first\nsee ${word} for more\n${word}`;
    expect(violationsIn(outsidePlaces, { 'README.md': text, 'runner/a.ts': `// ${word}` })).toEqual([
      `README.md:2 "${word}"`,
      `README.md:3 "${word}"`,
      `runner/a.ts:1 "${word}"`,
    ]);
  });

  test(`acquits ${word} in the lock file`, () => {
    expect(violationsIn(outsidePlaces, { 'package-lock.json': word })).toEqual([]);
  });
}

test('acquits a path to a folder of the repository that has the same name, and no other', () => {
  const text = `import '../${outside}/b.ts';`;
  const files = { 'emulator/faults/shared/b.ts': '', 'emulator/faults/mutants/core/a.ts': text };
  expect(violationsIn(outsidePlaces, files)).toEqual([]);
  expect(violationsIn(outsidePlaces, { ...files, 'emulator/rules/a.ts': `\n${text}`, 'a.md': `${outside}/` })).toEqual([
    `emulator/rules/a.ts:2 "${outside}"`,
    `a.md:1 "${outside}"`,
  ]);
});

test('acquits what is at home anywhere', () => {
  expect(
    violationsIn(outsidePlaces, { 'README.md': 'homework/notes.md, shared/notes.md, the registry of methods' }),
  ).toEqual([]);
});
