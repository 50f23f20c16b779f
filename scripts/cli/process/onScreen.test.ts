import { expect, test } from '@playwright/test';
import { onScreen } from './onScreen.ts';

const text =
  'FAILED: 1 new failure\n        expected a refusal of the body without firstName\n        again    npx assay run --only OUT-02';

test('a log has the lines as they are', () => {
  expect(onScreen(text, { isTerminal: false, columns: 20 })).toBe(text);
});

test('a terminal has its width, and commands stay whole', () => {
  const [first, ...lines] = onScreen(text, { isTerminal: true, columns: 40 }).split('\n');
  expect(first).toContain('FAILED:');
  expect(lines).toEqual([
    '        expected a refusal of the body',
    '                 without firstName',
    '        again    npx assay run --only OUT-02',
  ]);
});
