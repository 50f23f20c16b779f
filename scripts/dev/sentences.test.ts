import { expect, test } from '@playwright/test';
import { commentSentences, messageSentences } from './sentences.ts';
import { parseTree } from './tidy/source/sourceTree.ts';

const source = () => {
  const text = [
    '/**',
    ' * Reads a file',
    ' * of the tree.',
    ' */',
    'export const read = () => fail("There is no file here: name one.");',
    '// short',
    "const kind = 'not a message';",
  ].join('\n');
  const [parsed] = parseTree([{ path: 'read.ts', text }]).sources;
  if (!parsed) throw new Error('nothing was parsed');
  return parsed;
};

test('comments are extracted without their marks, with the line of code below them', () => {
  expect(commentSentences(source())).toEqual([
    {
      path: 'read.ts',
      line: 1,
      text: 'Reads a file of the tree.',
      beside: expect.stringMatching(/^export const read/),
    },
  ]);
});

test('messages are literals of at least four words, as they are written', () => {
  expect(messageSentences(source())).toMatchObject([{ line: 5, text: 'There is no file here: name one.' }]);
});
