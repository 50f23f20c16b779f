import { join } from 'node:path';
import { expect } from '@playwright/test';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { verdictIn } from '../../support/product/assayCommand.ts';
import { ended, start } from '../../support/product/childProcess.ts';
import { test } from '../../support/product/productTest.ts';

test('npm start passes the embedded emulator, and ends with the verdict', async ({ folder }) => {
  const out = join(folder, 'started');
  const words = ['npm', 'start', '--', '--profile', 'smoke', '--out', out];
  const { code, stdout } = await ended(start(words, { folder: packageRoot }));
  expect(code, stdout).toBe(0);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`exit 0: nothing failed   ${out}/verdict.json`);
  expect(verdictIn(out).exit).toBe(0);
});
