import { expect, test } from '@playwright/test';
import { trial } from './trial.ts';
import { words } from './words.ts';

const outside = ['..', 'shared'].join('/');
const machine = ['', 'work', ''].join('/');
const host = ['registry', 'npmjs', 'org'].join('.');

for (const word of [outside, machine, host]) {
  test(`convicts ${word} in any text`, () => {
    const text = `first\nsee ${word} for more\n${word}`;
    expect(trial(words, { 'README.md': text, 'harness/a.ts': `// ${word}` })).toEqual([
      `README.md:2 "${word}"`,
      `README.md:3 "${word}"`,
      `harness/a.ts:1 "${word}"`,
    ]);
  });

  test(`acquits ${word} in the lock file`, () => {
    expect(trial(words, { 'package-lock.json': word })).toEqual([]);
  });
}

test('acquits what is at home anywhere', () => {
  expect(trial(words, { 'README.md': 'homework/notes.md, shared/notes.md, the registry of methods' })).toEqual([]);
});
