import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../../judge/buildVerdict.ts';
import type { MutationRunResult } from '../../reports/mutation/mutationRun.ts';
import { playwrightVariables, playwrightWords } from '../../runner/session/playwrightCommand.ts';
import { runFilesOf } from '../../traffic/journal/run.ts';
import type { Outcome } from '../../traffic/outcome/outcome.ts';
import { isJudgedOnPages, readCatalogue } from '../../traffic/requirements/catalogue.ts';
import type { Selection } from '../../traffic/requirements/selection.ts';
import { candidates } from '../cli/mutation/candidates.ts';
import { runNode } from '../cli/process/childProcess.ts';

/** The result of one part of the tests. */
export interface Count {
  passed: number;
  failed: number;
}

/** What a part of the tests is told: the variables of all processes that it starts. */
export interface PartOptions {
  env?: Record<string, string>;
}

/** Returns the counts of several parts together. */
export const summed = (counts: readonly Count[]): Count =>
  counts.reduce((sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed }));

/** A part of the tests, with its output below a folder. */
export type TestPart = (folder: string, options?: PartOptions) => Promise<Count>;

/** What the suite and the mutation run draw from, so that a test that passes today passes tomorrow; `npm run bench:seeds` tries others. */
const drawnFrom = {
  ASSAY_SEED: '1',
  ASSAY_SELECTION: JSON.stringify({ profile: 'full', tier: 'active', day: '2026-11-25' } satisfies Selection),
};

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

/** The slow self-tests that add little to the others, which only `npm run test:full` runs. */
export const fullTests: TestPart = (folder, { env = {} } = {}) =>
  selfTests()(folder, { env: { ...env, ASSAY_FULL: '1' } });

/** The self-tests in files whose paths contain one of these words; all *.test.ts files by default. */
export const selfTests =
  (words: readonly string[] = []): TestPart =>
  async (folder, { env = {} } = {}) => {
    const report = join(folder, 'self.json');
    const args = [...playwrightWords('tests/playwright.config.ts'), '--reporter=dot,json', ...words];
    const code = await runNode(args, {
      env: { ...playwrightVariables, ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      isPatient: true,
    });
    const { stats } = readJson<{ stats: { expected: number; unexpected: number; flaky: number } }>(report);
    const failed = stats.unexpected + stats.flaky;
    // A file that does not load has no test that could fail, so the exit code counts as one failed test.
    return { passed: stats.expected, failed: code === 0 ? failed : Math.max(1, failed) };
  };

const suiteIn = (folder: string) => join(folder, 'suite');

/** Plays requirements on the embedded emulator and counts them: each applicable one that does not pass or learn counts as failed. */
async function played(out: string, words: readonly string[], { env = {} }: PartOptions): Promise<Count> {
  const output = `${out}.txt`;
  const all = ['scripts/assay.js', 'run', ...words, '--strict', '--quiet', '--out', out];
  await runNode(all, { env: { ...drawnFrom, ...env }, output });
  process.stdout.write(readFileSync(output));
  const { requirements } = readJson<Verdict>(runFilesOf(out).verdict);
  const count = (...outcomes: Outcome[]) => requirements.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const passed = count('pass', 'learned');
  return { passed, failed: requirements.length - passed - count('not applicable', 'not selected') };
}

/** The whole suite in full. */
export const suite: TestPart = (folder, options = {}) => played(suiteIn(folder), ['--profile', 'full'], options);

/** The requirements that are judged without a browser. */
const withoutPages = (): string[] => readCatalogue().flatMap((one) => (isJudgedOnPages(one) ? [] : [one.id]));

/** The requirements judged in a browser that open few pages. The others open one for each of many points, which takes minutes in full. */
const shortPages: readonly string[] = ['REQ-09', 'WID-10'];

/** The suite in full, but for the requirements that open many pages: they are a night's share of their own. */
export const quickSuite: TestPart = async (folder, options = {}) => {
  const inFull = new Set([...withoutPages(), ...shortPages]);
  const others = readCatalogue().flatMap(({ id }) => (inFull.has(id) ? [] : [id]));
  const without = others.map((id) => `!${id}`);
  const parts = await Promise.all([
    played(suiteIn(folder), ['--profile', 'full', '--only', without.join(',')], options),
    played(join(folder, 'pages'), ['--profile', 'nightly', '--only', others.join(',')], options),
  ]);
  return summed(parts);
};

/** The first part has one of this many variants, which is asked one in so many requirements, and mutants of one in so many requirements. */
const variantsPerFirst = 300;
const asksPerFirst = 5;
const requirementsPerFirst = 28;

/** Returns a part of the mutation run: the first mutants of a sample of the requirements and a sample of the variants, or all others. */
function fielded(which: 'first' | 'others'): string[] {
  const all = candidates();
  const mutants = all.filter(({ kind }) => kind === 'mutant');
  const variants = all.filter(({ kind }) => kind === 'variant');
  const firsts = [...new Map(mutants.toReversed().map((one) => [one.breaks, one])).values()];
  const offPages = new Set(withoutPages());
  const withoutPage = firsts.filter(({ breaks }) => breaks === undefined || offPages.has(breaks));
  const first = new Set([
    ...withoutPage.filter((_, index) => index % requirementsPerFirst === 0),
    ...firsts.filter(({ breaks = '' }) => shortPages.includes(breaks)),
    ...variants.filter((_, index) => index % variantsPerFirst === 0),
  ]);
  return [...mutants, ...variants].filter((one) => first.has(one) === (which === 'first')).map(({ name }) => name);
}

/** The mutation run, after the suite: each surviving mutant and each variant that draws a complaint counts as failed. */
export const mutationPart =
  (which: 'first' | 'others'): TestPart =>
  async (folder, { env = {} } = {}) => {
    const out = join(folder, `fleet-${which}`);
    const output = join(folder, `fleet-${which}.txt`);
    const clean = runFilesOf(suiteIn(folder)).verdict;
    const known = existsSync(clean) ? ['--clean', clean] : [];
    // The variant of the first part plays some requirements of each section: the suite has just played them all.
    const sampled = withoutPages().filter((_, index) => index % asksPerFirst === 0);
    const asked = which === 'first' ? ['--ask', sampled.join(',')] : [];
    const words = ['scripts/assay.js', 'fleet', '--quick', ...known, ...asked, '--only', fielded(which).join(',')];
    await runNode(words, { env: { ...drawnFrom, ...env, ASSAY_OUT: out }, output });
    process.stdout.write(readFileSync(output));
    const { rows, escaped, complaints } = readJson<MutationRunResult>(join(out, 'fleet.json'));
    const failed = escaped.length + complaints.length;
    return { passed: rows.length - failed, failed };
  };
