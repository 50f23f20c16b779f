import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { BaselineValues } from '../../../traffic/journal/journalTypes.ts';
import { assayInto, requirementIn, verdictIn } from '../../support/product/assayCommand.ts';
import { test as base, once } from '../../support/product/productTest.ts';
import { targetFileLike } from '../../support/product/startEmulator.ts';
import { verdictSchemaErrors } from '../../support/product/verdictSchema.ts';

base.describe.configure({ mode: 'default' });

/** Requirements whose behaviour interface.md leaves open. */
const only = ['--only', 'GEN-03,PAY-10c', '--day', '2026-01-01'];

/** A value that no target produces, so it shows a hand-edited baseline. */
const edited = 'a picture of it';

interface Fixtures {
  folder: string;
  service: { targetFile: string };
}

const test = base.extend<object, { runs: () => ReturnType<typeof runWithBaseline> }>({
  runs: [
    async ({ sharedFolder: folder, service }, use) => use(once(() => runWithBaseline({ folder, service }))),
    { scope: 'worker' },
  ],
});

/** Runs with --pin, then with a hand-edited baseline value, and judges that journal after the value was restored. */
async function runWithBaseline({ folder, service }: Fixtures) {
  const target = targetFileLike(service.targetFile, 'pinned', {});
  const file = join(folder, 'pinned.state', 'pins.json');
  const words = ['run', '--target', target, ...only];
  expect(existsSync(file)).toBe(false);
  const pinning = await assayInto('pinning', [...words, '--pin'], { folder });
  const text = readFileSync(file, 'utf8');
  const pins = JSON.parse(text) as BaselineValues;
  writeFileSync(file, JSON.stringify({ ...pins, 'PAY-10c': { CRYPTOCOIN: edited } }));
  const strict = await assayInto('strict', [...words, '--strict'], { folder });
  writeFileSync(file, text);
  const judged = await assayInto('strict-judged', ['judge', strict.out, '--strict'], { folder });
  return { file, pins, pinning, strict, judged };
}

test('--pin stores learned values beside the target file, and says where', async ({ runs }) => {
  const { file, pins, pinning } = await runs();
  expect(pinning.code, pinning.stdout).toBe(0);
  expect(pinning.stderr).toContain(`stored the baseline values in ${file}`);
  const learned = verdictIn(pinning.out).requirements.flatMap((one) => (one.learned ? [[one.id, one.learned]] : []));
  expect(learned.map(([id]) => id)).toEqual(['GEN-03', 'PAY-10c']);
  expect(pins).toEqual(Object.fromEntries(learned));
  expect(requirementIn(pinning.out, 'GEN-03').outcome).toBe('learned');
});

test('a later judgement names the same target and the same time as the run', async ({ runs }) => {
  const { strict, judged } = await runs();
  const { again, durationMs } = verdictIn(strict.out).header;
  expect(again).toMatch(/^--target \S+pinned/);
  expect(verdictIn(judged.out).header).toMatchObject({ again, durationMs });
});

test('the next run passes equal values and reports changed ones: exit code 1 with --strict', async ({ runs }) => {
  const { strict, pins } = await runs();
  expect(requirementIn(strict.out, 'GEN-03')).toMatchObject({ outcome: 'pass', learned: pins['GEN-03'] });
  expect(requirementIn(strict.out, 'PAY-10c')).toMatchObject({
    outcome: 'changed',
    attribution: 'target',
    was: { CRYPTOCOIN: edited },
  });
  expect(strict.code).toBe(1);
  expect(verdictSchemaErrors(strict.out)).toEqual([]);
  expect(strict.stdout).toMatch(/^PAY-10c\s+changed/m);
});

test('a journal is judged by the baseline values of its run, not by later ones', async ({ runs }) => {
  const { strict, judged } = await runs();
  const { header: _, ...verdict } = verdictIn(strict.out);
  const { header: __, ...again } = verdictIn(judged.out);
  expect(again).toEqual(verdict);
  expect(judged.code).toBe(1);
});
