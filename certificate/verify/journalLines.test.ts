import { closeSync, mkdirSync, mkdtempSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { bundleLimits } from '../bundle/bundleFiles.ts';
import { readBundle } from '../bundle/readBundle.ts';
import { readLines } from './journalLines.ts';

const closed = '{"kind":"closed","lines":0}\n';

/** Makes a bundle with one file of a journal, which is written piece by piece. */
function bundleWith(pieces: readonly string[]) {
  const folder = mkdtempSync(test.info().outputPath('assay-lines-'));
  mkdirSync(join(folder, 'journal'));
  writeFileSync(join(folder, 'statement.json'), '{}');
  const file = openSync(join(folder, 'journal', 'run.ndjson'), 'w');
  for (const piece of pieces) writeSync(file, piece);
  closeSync(file);
  return readBundle(folder);
}

test('lines are read with their places, across the pieces of a file', async () => {
  const many = closed.repeat(10_000);
  const lines = await readLines(bundleWith([many]));
  expect(lines).toHaveLength(10_000);
  expect(lines.at(-1)).toEqual({ line: { kind: 'closed', lines: 0 }, file: 'journal/run.ndjson', at: 10_000 });
});

const megabyte = 'x'.repeat(1024 * 1024);

for (const [what, pieces, sentence] of [
  [
    'longer than the bound',
    Array(18).fill(megabyte),
    `a line of journal/run.ndjson is larger than ${bundleLimits.lineBytes} bytes`,
  ],
  ['cut off', [closed, '{"kind":'], 'journal/run.ndjson does not end with a whole line'],
  ['no JSON', ['hello\n'], 'got none at journal/run.ndjson:1'],
  [
    'of an unknown kind',
    [closed, '{"kind":"gift"}\n'],
    'expected a known kind of line, got "gift", at journal/run.ndjson:2',
  ],
  ['deeply nested', [`${'['.repeat(100_000)}${']'.repeat(100_000)}\n`], 'expected a value with less nesting'],
] as const)
  test(`a line that is ${what} is refused`, async () => {
    await expect(readLines(bundleWith(pieces))).rejects.toThrow(sentence);
  });

test('more lines than the bound are refused', async () => {
  const pieces = Array(11).fill(closed.repeat(50_000));
  await expect(readLines(bundleWith(pieces))).rejects.toThrow(`holds more than ${bundleLimits.lines} lines`);
});
