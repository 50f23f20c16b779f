import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { checkFile } from './fileChecks.ts';

test('a target file that is missing, or wrong as a whole, is named', async () => {
  const missing = test.info().outputPath('nope.yaml');
  expect((await checkFile(missing)).checks[0]).toMatchObject({
    thing: missing,
    state: 'wrong',
    says: 'expected a readable target file, got no such file',
    stops: 'correct',
  });
  const list = test.info().outputPath('list.json');
  writeFileSync(list, '[]');
  expect((await checkFile(list)).checks[0]?.thing).toContain(list);
});
