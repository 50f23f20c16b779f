import { expect, test } from '@playwright/test';
import { violationsIn } from '../../../../tests/support/ruleTrial.ts';
import { leftoverComments } from './leftoverComments.ts';

for (const word of ['TODO', 'FIXME', 'XXX', 'HACK']) {
  test(`convicts ${word} in every kind of comment`, () => {
    const text = `a(); // ${word}: later\n/* ${word} */\n/**\n * ${word}(me)\n */\nb();\n// ${word}`;
    expect(violationsIn(leftoverComments, { 'runner/a.ts': text }).map((line) => line.split(' ')[0])).toEqual(
      [1, 2, 3, 7].map((line) => `runner/a.ts:${line}`),
    );
  });

  test(`acquits ${word} in code and inside other words`, () => {
    const text = `const a = '// ${word}';\n// ${word}S, ${word.toLowerCase()} and ${word}-NN\nconst b = \`\${a} // ${word}\`;`;
    expect(violationsIn(leftoverComments, { 'runner/a.ts': text })).toEqual([]);
  });
}

test('convicts what silences the compiler, but where a self-test expects an error', () => {
  const text =
    "a();\n// @ts-expect-error\nb();\n/* @ts-nocheck */\nconst c = '// @ts-nocheck';\n// A word on @ts-nocheck";
  expect(violationsIn(leftoverComments, { 'runner/a.ts': text, 'runner/a.test.ts': text })).toEqual([
    'runner/a.ts:2 @ts-expect-error',
    'runner/a.ts:4 @ts-nocheck',
    'runner/a.test.ts:4 @ts-nocheck',
  ]);
});
