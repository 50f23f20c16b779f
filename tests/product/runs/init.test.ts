import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { assay, assayInto, verdictIn } from '../../support/product/assayCommand.ts';
import { test } from '../../support/product/productTest.ts';

const credentials = { ASSAY_TOKEN_ID: 'TKN-00000000', ASSAY_TOKEN_SECRET: 'f00dfeedf00dfeed' };

test('writes a target file that plan accepts, as the printed commands say', async ({ folder }) => {
  const place = join(folder, 'flags');
  mkdirSync(place);
  const words = ['init', '--name', 'ours: "sandbox"', '--kind', 'sandbox', '--base-url', 'http://127.0.0.1:9'];
  const written = await assay(words, { folder: place });
  expect(written.code, written.stderr).toBe(0);
  expect(written.stderr).toBe('');
  const [, exported, next] = written.stdout.trim().split('\n');
  expect(exported).toBe('  export ASSAY_TOKEN_ID=TKN-… ASSAY_TOKEN_SECRET=…');
  expect(next).toBe('  npx assay plan --target target.yaml');
  const planned = await assay(['plan', '--target', 'target.yaml', '--only', 'MTD'], {
    folder: place,
    env: credentials,
  });
  expect(planned.code, planned.stderr).toBe(0);
  expect(planned.stdout).toContain('POST');
});

test('names every missing flag if nobody can be asked', async ({ folder }) => {
  const place = join(folder, 'missing');
  mkdirSync(place);
  const { code, stdout, stderr } = await assay(['init', '--kind', 'toy'], { folder: place });
  expect(code).toBe(2);
  expect(stdout).toBe('');
  for (const flag of ['--base-url', '--name', '--kind']) expect(stderr).toContain(`  ${flag}: expected`);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(existsSync(join(place, 'target.yaml'))).toBe(false);
});

test('leaves an existing file unchanged', async ({ folder }) => {
  const words = ['init', '--name', 'a', '--kind', 'vendor', '--base-url', 'http://127.0.0.1:9', '--out', 'mine.yaml'];
  expect((await assay(words, { folder })).code).toBe(0);
  const before = readFileSync(join(folder, 'mine.yaml'), 'utf8');
  expect((await assay([...words, '--project', 'CAP-1'], { folder })).code).toBe(2);
  expect(readFileSync(join(folder, 'mine.yaml'), 'utf8')).toBe(before);
});

test('the environment or a flag sets the base address of a run, in all of its workers', async ({
  folder,
  sharedFolder,
  service,
}) => {
  const { code: written } = await assay(
    ['init', '--name', 'moved', '--kind', 'vendor', '--base-url', 'http://127.0.0.1:9', '--out', 'moved.yaml'],
    { folder },
  );
  expect(written).toBe(0);
  const env = { ASSAY_BASE_URL: 'http://127.0.0.1:8' };
  const set = ['--set', `baseUrl=${service.url}`, '--set', `envFile=${join(sharedFolder, 'target.env')}`, ...named];
  const run = await assayInto('moved', ['run', '--target', 'moved.yaml', '--only', 'AUT-04', ...set], { folder, env });
  expect(run.code, run.stderr).toBe(0);
  expect(verdictIn(run.out).target?.baseUrl).toBe(service.url);
});

/** The variable names of the credential in the environment file of the emulator. */
const named = ['tokenIdEnv=ASSAY_EMULATOR_TOKEN_ID', 'secretEnv=ASSAY_EMULATOR_TOKEN_SECRET'].flatMap((field) => [
  '--set',
  `credentials.0.${field}`,
]);
