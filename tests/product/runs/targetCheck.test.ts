import { join } from 'node:path';
import { expect } from '@playwright/test';
import { preflight } from '../../../runner/session/runStart.ts';
import { candidates } from '../../../scripts/cli/mutation/candidates.ts';
import { readJournal } from '../../../traffic/journal/journal.ts';
import { runAlone } from '../../../traffic/journal/run.ts';
import { atMount, readTarget } from '../../../traffic/target/target.ts';
import { test } from '../../support/product/productTest.ts';
import { startEmulator } from '../../support/product/startEmulator.ts';

test('no mutant and no variant is mistaken for another server', { tag: '@full' }, async ({ folder }) => {
  const { targetFile, stop } = await startEmulator({ folder, options: ['--fleet', '--control'] });
  const target = readTarget(targetFile);
  const all = candidates().filter(({ kind }) => kind !== 'mechanical');
  const stopped: string[] = [];
  for (const { name } of all) {
    const run = runAlone(join(folder, name));
    await preflight(run, atMount(target, `~${name}`));
    const halt = readJournal(run.journal).find((line) => line.kind === 'halt');
    if (halt) stopped.push(`${name}: ${halt.message}`);
  }
  await stop();
  expect(all.length).toBeGreaterThan(400);
  expect(stopped).toEqual([]);
});
