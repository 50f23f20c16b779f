import { expect, test } from '@playwright/test';
import { violationsIn } from '../../../../tests/support/ruleTrial.ts';
import { outsidePlaces } from './outsidePlaces.ts';

const outside = ['..', 'shared'].join('/');
const machine = ['', 'work', ''].join('/');
const host = ['registry', 'npmjs', 'org'].join('.');

for (const word of [outside, machine, host]) {
  test(`convicts ${word} in any text`, () => {
    const text = `first\nsee ${word} for more\n${word}`;
    expect(violationsIn(outsidePlaces, { 'README.md': text, 'harness/a.ts': `// ${word}` })).toEqual([
      `README.md:2 "${word}"`,
      `README.md:3 "${word}"`,
      `harness/a.ts:1 "${word}"`,
    ]);
  });

  test(`acquits ${word} in the lock file`, () => {
    expect(violationsIn(outsidePlaces, { 'package-lock.json': word })).toEqual([]);
  });
}

test('acquits what is at home anywhere', () => {
  expect(
    violationsIn(outsidePlaces, { 'README.md': 'homework/notes.md, shared/notes.md, the registry of methods' }),
  ).toEqual([]);
});
