import { expect } from '@playwright/test';
import { entryCommand, packageRoot } from '../../../schemas/packageRoot.ts';
import { ended, start } from '../../support/product/childProcess.ts';
import { test } from '../../support/product/productTest.ts';

test('a retry schedule of two days is played on the clock of the emulator, and judged', async ({ folder }) => {
  const words = ['node', ...entryCommand('bench/webhookRetries.ts'), '--json'];
  const { code, stdout, stderr } = await ended(start(words, { folder: packageRoot, env: { TMPDIR: folder } }));
  expect(code, stderr).toBe(0);
  const measured = JSON.parse(stdout) as { state: string; attempts: number; hours: number; seconds: number };
  expect(measured).toMatchObject({ state: 'due' });
  // One attempt and ten retries for each transition.
  expect(measured.attempts % 11).toBe(0);
  expect(measured.hours).toBeCloseTo(45.9, 1);
  test.info().annotations.push({ type: 'judged after', description: `${measured.seconds.toFixed(2)} s` });
});
