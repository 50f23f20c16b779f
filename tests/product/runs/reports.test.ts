import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { XMLParser } from 'fast-xml-parser';
import { assay, assayInto, type Run, requirementIn, verdictIn } from '../../support/product/assayCommand.ts';
import { test as base, once } from '../../support/product/productTest.ts';
import { startEmulator } from '../../support/product/startEmulator.ts';
import { verdictSchemaErrors } from '../../support/product/verdictSchema.ts';

base.describe.configure({ mode: 'default' });

const test = base.extend<object, { runs: () => Promise<{ sound: Run; broken: Run }> }>({
  runs: [
    async ({ sharedFolder: folder, service }, use) => use(once(() => runBoth(folder, service.targetFile))),
    { scope: 'worker' },
  ],
});

/** Runs the same requirements on the conforming emulator and on one that returns the newest payment for an unknown id. */
async function runBoth(folder: string, conformingFile: string) {
  const place = join(folder, 'mutant');
  mkdirSync(place);
  const mutant = await startEmulator({ folder: place, options: ['--mutant', 'unknown-id-answers-newest'] });
  const words = ['run', '--only', 'PAY-12,PAY-08,PAY-10c,MTD-01', '--seed', '7', '--day', '2026-01-01'];
  const run = (name: string, target: string) =>
    assayInto(name, [...words, '--target', target, '--report', 'html,junit,markdown,allure'], { folder });
  const [conforming, broken] = await Promise.all([run('sound', conformingFile), run('broken', mutant.targetFile)]);
  await mutant.stop();
  return { sound: conforming, broken };
}

const outcomesIn = (out: string) => Object.fromEntries(verdictIn(out).requirements.map((one) => [one.id, one.outcome]));

interface Suites {
  testsuites: {
    testsuite: { testcase: { name: string; properties: { property: { name: string; value: string }[] } }[] }[];
  };
}

function outcomesOfJunit(text: string): Record<string, string | undefined> {
  const lists = new Set(['testsuite', 'testcase', 'property']);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => lists.has(name),
  });
  const { testsuites } = parser.parse(text, true) as Suites;
  const cases = testsuites.testsuite.flatMap(({ testcase }) => testcase);
  return Object.fromEntries(
    cases.map(({ name, properties }) => [
      name.split(' ')[0],
      properties.property.find((one) => one.name === 'outcome')?.value,
    ]),
  );
}

/** Reads the outcomes from the table of outcomes with their requirements. */
function outcomesOfSummary(text: string): Record<string, string> {
  const rows = text.matchAll(/^\| ([a-z ]+) \| \d+ \| ([A-Z][^|]*) \|$/gm);
  return Object.fromEntries(
    [...rows].flatMap(([, outcome = '', ids = '']) => ids.split(' ').map((id) => [id, outcome])),
  );
}

function outcomesOfAllure(folder: string): Record<string, string | undefined> {
  const results = readdirSync(folder).filter((name) => name.endsWith('-result.json'));
  return Object.fromEntries(
    results.map((name) => {
      const { labels } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
        labels: { name: string; value: string }[];
      };
      const label = (wanted: string) => labels.find((one) => one.name === wanted)?.value;
      return [label('requirement') ?? name, label('outcome')];
    }),
  );
}

test('a conforming target ends without a fail, a faulty one with exactly its fault', async ({ runs }) => {
  const { sound: conforming, broken } = await runs();
  expect(verdictIn(conforming.out).outcomes.fail).toBeUndefined();
  expect(broken.code, broken.stdout).toBe(1);
  expect(requirementIn(broken.out, 'PAY-12')).toMatchObject({ outcome: 'fail', attribution: 'target' });
  expect(verdictIn(broken.out).outcomes.fail).toBe(1);
});

test('the verdict of a real run matches its published schema', async ({ runs }) => {
  for (const { out } of Object.values(await runs())) expect(verdictSchemaErrors(out)).toEqual([]);
});

test('JUnit, summary and Allure show the outcome of the verdict for every requirement', async ({ runs }) => {
  for (const { out } of Object.values(await runs())) {
    const outcomes = outcomesIn(out);
    expect(new Set(Object.values(outcomes)).size).toBeGreaterThan(2);
    expect(outcomesOfJunit(readFileSync(join(out, 'junit.xml'), 'utf8'))).toEqual(outcomes);
    expect(outcomesOfSummary(readFileSync(join(out, 'summary.md'), 'utf8'))).toEqual(outcomes);
    expect(outcomesOfAllure(join(out, 'allure-results'))).toEqual(outcomes);
  }
});

test('every finding of a fail has a script that repeats its request', async ({ runs }) => {
  const { out } = (await runs()).broken;
  for (const { exchanges } of requirementIn(out, 'PAY-12').findings)
    for (const id of exchanges) expect(readdirSync(out)).toContain(`exchange-${id}.sh`);
});

test('a comparison shows regressions and exits with 1; equal verdicts exit with 0', { tag: '@full' }, async ({
  folder,
  runs,
}) => {
  const { sound: conforming, broken } = await runs();
  const differ = await assay(['report', 'compare', conforming.out, join(broken.out, 'verdict.json')], { folder });
  expect(differ.code, differ.stderr).toBe(1);
  expect(differ.stdout).toMatch(/^5 regressions, 0 fixed, 0 still failing$/m);
  expect(differ.stdout).toMatch(/^PAY-12 +unknown: expected a refusal .*; before it held, now got 200 /m);
  expect(differ.stdout).toMatch(/^exit {2}\d -> 1$/m);
  const json = await assay(['report', 'compare', conforming.out, broken.out, '--json'], { folder });
  expect(JSON.parse(json.stdout).regressions).toEqual(
    Array.from({ length: 5 }, () => expect.objectContaining({ id: 'PAY-12' })),
  );
  const copy = join(folder, 'copy');
  cpSync(conforming.out, copy, { recursive: true });
  const same = await assay(['report', 'compare', conforming.out, copy], { folder });
  expect({ code: same.code, stdout: same.stdout }).toEqual({ code: 0, stdout: 'The two verdicts say the same.\n' });
});

test('--report writes only the named reports; GitHub Actions shows a failure as an error', async ({ folder, runs }) => {
  const { broken } = await runs();
  const page = join(folder, 'page.md');
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: page };
  const words = ['judge', join(broken.out, 'journal'), '--report', 'ctrf'];
  const { code, stdout, stderr, out } = await assayInto('chosen', words, { folder, env });
  expect(code, stderr).toBe(1);
  const unwritten = ['junit.xml', 'summary.md', 'allure-results'];
  expect(readdirSync(out)).toEqual(expect.arrayContaining(['verdict.json', 'ctrf-report.json']));
  expect(readdirSync(out).filter((name) => unwritten.includes(name))).toEqual([]);
  expect(existsSync(page)).toBe(false);
  expect(stdout.split('\n').filter((line) => line.startsWith('::error title=PAY-12 '))).toHaveLength(1);
});

test('--report refuses unknown names before anything is written', async ({ folder, service }) => {
  const words = ['run', '--target', service.targetFile, '--report', 'pdf,junit'];
  const { code, stderr, out } = await assayInto('unknown', words, { folder });
  expect(code).toBe(2);
  expect(stderr).toContain(
    '--report cannot be used:\n  pdf,junit: expected names from html, junit, markdown, allure, ctrf',
  );
  expect(existsSync(out)).toBe(false);
});
