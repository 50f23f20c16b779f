import { join } from 'node:path';
import { expect } from '@playwright/test';
import { preflight } from '../harness/begin.ts';
import { readJournal } from '../harness/journal.ts';
import { runAlone } from '../harness/run.ts';
import { atMount, readTarget } from '../harness/target.ts';
import { candidates } from '../scripts/candidates.ts';
import { test } from './launch.ts';
import { startEmulator } from './service.ts';

test('no mutant and no variant is taken for another server', { tag: '@full' }, async ({ folder }) => {
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
