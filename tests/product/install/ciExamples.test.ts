import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect } from '@playwright/test';
import { parse } from 'yaml';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { verdictIn } from '../../support/product/assayCommand.ts';
import { type Ended, ended, start } from '../../support/product/childProcess.ts';
import { test } from '../../support/product/productTest.ts';
import { startEmulator } from '../../support/product/startEmulator.ts';

/** A step of a workflow. */
interface Step {
  name?: string;
  uses?: string;
  run?: string;
  if?: string;
  env?: Readonly<Record<string, string>>;
  with?: Readonly<Record<string, unknown>>;
}

type Values = Readonly<Record<string, string | undefined>>;

const npm = { npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };

const example = (name: string) => readFileSync(join(packageRoot, 'examples', name), 'utf8');

const stepsOf = (workflow: string) => parse(workflow).jobs.nightly.steps as Step[];

/** The command line of the crontab example. */
const cronCommand = () =>
  example('cron')
    .trim()
    .split('\n')
    .at(-1)
    ?.replace(/^(\S+ ){5}/, '') ?? '';

/** Runs a command in a folder as a step runs in GitHub Actions. */
const runStep = (run: string, folder: string, env: Readonly<Record<string, string>>): Promise<Ended> =>
  ended(start(['bash', '-e', '-o', 'pipefail', '-c', run], { folder, env: { ...npm, ...env } }));

/** Gives the expressions of a step's variables their values: secrets by name; what only a manual start gives is empty. */
const valuesOf = ({ env = {} }: Step, secrets: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).map(([name, text]) => [
      name,
      text.replaceAll(/\$\{\{ (?:secrets\.(\w+)|.*?) \}\}/g, (_all, secret) => (secret && secrets[secret]) || ''),
    ]),
  );

/** Makes a repository as its users have it: a package.json with the packed product, and a target file without secrets. Nothing is installed in it. */
async function makeRepository(folder: string, targetFile: string): Promise<string> {
  const repository = join(folder, 'payments');
  mkdirSync(repository);
  const { envFile: _unused, ...target } = JSON.parse(readFileSync(targetFile, 'utf8'));
  writeFileSync(join(repository, 'target.yaml'), JSON.stringify(target));
  writeFileSync(join(repository, 'package.json'), '{ "private": true }');
  const packed = await ended(
    start(['npm', 'pack', '--pack-destination', repository], { folder: packageRoot, env: npm }),
  );
  expect(packed.code, packed.stderr).toBe(0);
  const [file = ''] = readdirSync(repository).filter((name) => name.endsWith('.tgz'));
  const commands = `npm install --omit=dev ./${file} && npx assay init --ci github`;
  const made = await runStep(commands, repository, {});
  expect(made.code, made.stderr).toBe(0);
  rmSync(join(repository, 'node_modules'), { recursive: true });
  return repository;
}

test('the steps of the GitHub workflow run one after the other in a bare checkout, and the cron line after them', {
  tag: '@full',
}, async ({ folder }) => {
  test.setTimeout(1_800_000);
  const service = await startEmulator({ folder, options: ['--control'] });
  const secrets = parseEnv(readFileSync(join(folder, 'target.env'), 'utf8'));
  const repository = await makeRepository(folder, service.targetFile);
  const page = join(folder, 'page.md');
  const workflow = readFileSync(join(repository, '.github', 'workflows', 'assay-nightly.yml'), 'utf8');
  const codes: Record<string, number | null> = {};
  for (const step of stepsOf(workflow)) {
    if (step.run === undefined) continue;
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: page, ...valuesOf(step, secrets) };
    const { code, stdout, stderr } = await runStep(step.run, repository, env);
    console.log(`exit ${code}  ${step.name}: ${step.run}`);
    expect(stdout, stderr).not.toContain('::error');
    codes[step.name ?? ''] = code;
  }
  expect(codes).toEqual({ Install: 0, Plan: 0, Run: 0 });
  expect(readFileSync(page, 'utf8')).toMatch(/^## Assay: exit 0/);
  const night = join(repository, 'night');
  expect(verdictIn(night).exit).toBe(0);
  // The artefact store refuses names with these characters.
  const names = readdirSync(night, { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => /[":<>|*?\r\n]/.test(name))).toEqual([]);

  const exports = Object.entries(secrets).map(([name, value]) => `export ${name}='${value}'\n`);
  writeFileSync(join(repository, 'assay.env'), exports.join(''));
  const command = cronCommand().replace('assay run', 'assay run --only MTD-01');
  const cron = await ended(start(['sh', '-c', command], { folder, env: { HOME: folder } }));
  console.log(`exit ${cron.code}  cron: ${command}`);
  expect({ code: cron.code, stdout: cron.stdout }).toEqual({ code: 0, stdout: '' });
  expect(readdirSync(join(repository, 'reports', 'out'))).toHaveLength(1);
  expect(existsSync(join(repository, 'night.log'))).toBe(true);
  await service.stop();
});

test('the GitLab job runs the commands of the GitHub workflow, and both keep the same state', () => {
  const steps = stepsOf(example('github-nightly.yml'));
  const job = parse(example('gitlab-nightly.yml'))['assay-nightly'];
  const commands = steps.flatMap(({ run }) => run ?? []);
  expect(job.script.map((line: string) => line.replace(' --cache .npm --prefer-offline', ''))).toEqual(commands);
  const paths = steps.flatMap(({ uses, with: inputs }) =>
    uses?.startsWith('actions/cache/') ? [String(inputs?.path).trim().split('\n')] : [],
  );
  expect(paths).toEqual([job.cache[1].paths, job.cache[1].paths]);
});

test('a failed night still stores its state and its reports, and no step but those that send sees a secret', () => {
  const steps = stepsOf(example('github-nightly.yml'));
  const after = steps.slice(steps.findIndex(({ name }) => name === 'Run') + 1);
  expect(after.map((step) => step.if)).toEqual(['always()', 'always()']);
  const withSecrets = steps.filter(({ env }) => JSON.stringify(env ?? {}).includes('secrets.'));
  expect(withSecrets.map(({ name }) => name)).toEqual(['Plan', 'Run']);
  for (const { run = '' } of steps) expect(run).not.toContain('${{');
});
