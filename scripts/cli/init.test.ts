import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { parse } from 'yaml';
import { ConfigurationError } from '../../traffic/system/configurationError.ts';
import { readTargetFile } from '../../traffic/target/file/readTargetFile.ts';
import { schemaFile } from '../../traffic/target/file/targetSchema.ts';
import { init } from './init.ts';
import type { Terminal } from './process/terminal.ts';

function newFile(name = 'target.yaml'): string {
  const path = test.info().outputPath(name);
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

/** A terminal whose operator answers each question with one of these lines, and then nothing more. */
function terminal(
  isTerminal: boolean,
  lines: readonly string[] = [],
): Terminal & { told: string[]; printed: string[] } {
  const questions = new PassThrough({ encoding: 'utf8' });
  const asked: string[] = [];
  const printed: string[] = [];
  questions.on('data', (text: string) => asked.push(text));
  const answers = new PassThrough();
  answers.end(lines.map((line) => `${line}\n`).join(''));
  return { isTerminal, answers, questions, told: asked, printed, print: (text) => printed.push(text) };
}

async function refusal(work: Promise<unknown>): Promise<{ places: string[]; message: string }> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConfigurationError)) throw error ?? new Error('wanted a refusal');
  return { places: error.problems.map(({ where }) => where), message: error.message };
}

const given = { name: 'our sandbox', kind: 'sandbox', baseUrl: 'https://sandbox.example.com' };

test('flags are enough to write a target file and to print the next two commands', async () => {
  const out = newFile();
  const at = terminal(false);
  expect(await init({ ...given, out, project: 'CAP-1', postPerMinute: '20' }, at)).toBe(0);
  expect(readTargetFile(out)).toMatchObject({
    ...given,
    credentials: [{ label: 'main', tokenIdEnv: 'ASSAY_TOKEN_ID', secretEnv: 'ASSAY_TOKEN_SECRET' }],
    projects: [{ id: 'CAP-1' }],
    quota: { postPerMinute: 20, getPerMinute: 300 },
  });
  const [printed = ''] = at.printed;
  expect(printed).toContain('export ASSAY_TOKEN_ID=TKN-… ASSAY_TOKEN_SECRET=…\n');
  expect(printed).toMatch(/npx assay plan --target \S*target\.yaml\n$/);
  expect(at.told).toEqual([]);
});

test('an editor finds the schema from the first line', async () => {
  for (const name of ['target.yaml', 'a folder with spaces/target.yml']) {
    const out = newFile(name);
    await init({ ...given, out }, terminal(false));
    const [, place = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(readFileSync(out, 'utf8')) ?? [];
    expect(place.startsWith('file:') ? new URL(place).pathname : resolve(dirname(out), place)).toBe(schemaFile);
  }
});

test('a terminal is asked for everything that no flag gives, with default answers', async () => {
  const out = newFile();
  const at = terminal(true, ['https://sandbox.example.com', '', '', '', 'OUR_SECRET', '', '', '50']);
  expect(await init({ out }, at)).toBe(0);
  expect(at.told.join('')).toContain('Name [sandbox.example.com]: ');
  expect(readTargetFile(out)).toMatchObject({
    name: 'sandbox.example.com',
    kind: 'sandbox',
    credentials: [{ tokenIdEnv: 'ASSAY_TOKEN_ID', secretEnv: 'OUR_SECRET' }],
    quota: { postPerMinute: 10, getPerMinute: 50 },
  });
  expect(readTargetFile(out).projects).toBeUndefined();
});

test('an unusable answer is asked for again, and a secret is not repeated', async () => {
  const out = newFile();
  const secret = 'a3f51c0de9b84f6277d1';
  const at = terminal(true, [
    '',
    'sandbox.example.com',
    'https://api.example.com',
    '',
    'toy',
    'vendor',
    '',
    secret,
    '',
    '',
    'many',
    '5',
    '',
  ]);
  expect(await init({ out }, at)).toBe(0);
  expect(readTargetFile(out)).toMatchObject({ kind: 'vendor', quota: { postPerMinute: 5 } });
  expect(at.told.join('')).toContain('a text that looks like a secret');
  expect(at.told.join('') + readFileSync(out, 'utf8')).not.toContain(secret);
});

test('if the answers end too early, no file is written', async () => {
  const out = newFile();
  expect((await refusal(init({ out }, terminal(true, ['https://api.example.com'])))).places).toEqual(['--name']);
  expect(existsSync(out)).toBe(false);
});

test('all missing and wrong flags are named together', async () => {
  const out = newFile('target.json');
  const { places, message } = await refusal(
    init({ out, baseUrl: 'ftp://x', secretEnv: 'TKN-secret', getPerMinute: '0' }, terminal(false)),
  );
  expect(places).toEqual(['--out', '--base-url', '--secret-env', '--get-per-minute', '--name', '--kind']);
  expect(message).not.toContain('TKN-secret');
  expect(existsSync(out)).toBe(false);
});

test('an existing file is never overwritten', async () => {
  const out = newFile();
  writeFileSync(out, 'mine');
  expect((await refusal(init({ ...given, out }, terminal(false)))).places).toEqual(['--out']);
  const at = terminal(true);
  expect((await refusal(init({ out }, at))).places).toEqual(['--out']);
  expect(at.told).toEqual([]);
  expect(readFileSync(out, 'utf8')).toBe('mine');
  expect(
    (await refusal(init({ ...given, out: newFile('none/x.yaml').replace('none', 'nowhere') }, terminal(false)))).places,
  ).toEqual(['--out']);
});

test('--ci writes a workflow for the target file, with the variables that it names as secrets', async () => {
  const out = newFile('ci/ours.yaml');
  const at = terminal(false);
  const workflow = join(dirname(out), '.github', 'workflows', 'assay-nightly.yml');
  writeFileSync(join(dirname(out), 'package.json'), '{}');
  expect(await init({ ...given, out, ci: 'github', tokenIdEnv: 'OUR_ID', secretEnv: 'OUR_SECRET' }, at)).toBe(0);
  const { jobs } = parse(readFileSync(workflow, 'utf8'));
  const steps = jobs.nightly.steps as { name?: string; run?: string; env?: object; with?: { path?: string } }[];
  const step = (wanted: string) => steps.find(({ name }) => name === wanted);
  expect(step('Plan')).toMatchObject({ run: 'npx assay plan --target ours.yaml' });
  expect(step('Run')?.env).toMatchObject({
    OUR_ID: `${'$'}{{ secrets.OUR_ID }}`,
    OUR_SECRET: `${'$'}{{ secrets.OUR_SECRET }}`,
  });
  const state = 'ours.state';
  expect(steps.flatMap((one) => one.with?.path ?? []).filter((path) => path !== 'night')).toEqual([state, state]);
  expect(readFileSync(workflow, 'utf8')).not.toMatch(/ASSAY_TOKEN|target\.yaml/);
  const printed = at.printed.join('');
  expect(printed).toContain('set the secrets OUR_ID OUR_SECRET');
  expect(printed).toContain('add Assay to package.json');
  expect(printed).toContain('or add the line allowMoney: ');
});

test('--ci names only the steps that are left', async () => {
  const out = newFile('left/target.yaml');
  await init({ ...given, out }, terminal(false));
  writeFileSync(out, readFileSync(out, 'utf8').replace('# allowMoney:', 'allowMoney:'));
  writeFileSync(join(dirname(out), 'package.json'), '{ "devDependencies": { "assay": "file:assay-0.1.0.tgz" } }');
  const at = terminal(false);
  expect(await init({ out, ci: 'github' }, at)).toBe(0);
  expect(at.printed.join('')).not.toMatch(/allowMoney|package\.json/);
});

test('--ci keeps an existing target file if no value is given, and never overwrites a job', async () => {
  const out = newFile('kept/target.yaml');
  await init({ ...given, out }, terminal(false));
  const text = readFileSync(out, 'utf8');
  const job = join(dirname(out), 'gitlab-nightly.yml');
  expect(await init({ out, ci: 'gitlab' }, terminal(true))).toBe(0);
  expect(readFileSync(out, 'utf8')).toBe(text);
  expect(parse(readFileSync(job, 'utf8'))['assay-nightly'].script).toContain('npx assay plan --target target.yaml');
  writeFileSync(job, 'mine');
  expect((await refusal(init({ out, ci: 'gitlab' }, terminal(true)))).message).toContain('gitlab-nightly.yml, which');
  expect((await refusal(init({ ...given, out, ci: 'gitlab' }, terminal(false)))).places).toEqual(['--out', '--ci']);
  expect(readFileSync(job, 'utf8')).toBe('mine');
  const { message } = await refusal(init({ out, ci: 'jenkins' }, terminal(true)));
  expect(message).toContain('--ci: expected one of github, gitlab, got jenkins');
});

test('the written file contains exactly the given values', async () => {
  const word = fc.oneof(
    fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
    fc.stringMatching(/^[-?:,[\]{}#&*!|>'"%@`~ a0\\]{1,40}$/),
    fc.constantFrom(
      'null',
      'yes',
      '1e3',
      '0x1f',
      'a: b',
      '- x',
      '"',
      "'",
      'x #y',
      ' x',
      '\u2028',
      'Käse 🧀',
      'a\nb',
      '~',
      '...',
    ),
  );
  const host = fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: false, withFragments: false });
  const variable = fc.stringMatching(/^[A-Z]{1,6}(_[A-Z0-9]{1,6}){1,3}$/);
  const all = fc.record({ name: word, baseUrl: host, secretEnv: variable, project: word });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(all, async (said) => {
      count += 1;
      const out = newFile(`target-${count}.yaml`);
      await init({ ...said, kind: 'vendor', out }, terminal(false));
      const { name, baseUrl, secretEnv, project } = said;
      const wanted = { name, baseUrl, credentials: [{ secretEnv }], projects: [{ id: project }] };
      expect(readTargetFile(out)).toMatchObject(wanted);
    }),
    { numRuns: 100 },
  );
});
