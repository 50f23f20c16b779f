import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Verdict } from '../harness/conclude.ts';
import type { Outcome } from '../harness/outcome.ts';
import { placesOf } from '../harness/run.ts';
import type { FleetResult } from '../reports/fleet.ts';
import { command } from './command.ts';

/** What one part of the tests counted. */
interface Count {
  passed: number;
  failed: number;
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

/** The tests of ourselves: everything in *.test.ts. */
async function selfTests(folder: string): Promise<Count> {
  const report = join(folder, 'self.json');
  const args = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '-c',
    'tests/playwright.config.ts',
    '--reporter=dot,json',
  ];
  const code = await command(args, { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } });
  const { stats } = readJson<{ stats: { expected: number; unexpected: number; flaky: number } }>(report);
  const failed = stats.unexpected + stats.flaky;
  // A file that does not load has no test that could fail.
  return { passed: stats.expected, failed: code === 0 ? failed : Math.max(1, failed) };
}

/** The suite on the embedded emulator: each requirement that applies and is not evidenced, or not sound, counts as failed. */
async function suite(folder: string): Promise<Count> {
  const out = join(folder, 'suite');
  await command(['scripts/assay.js', 'run', '--profile', 'full', '--strict', '--out', out]);
  const { requirements } = readJson<Verdict>(placesOf(out).verdict);
  const count = (...outcomes: Outcome[]) => requirements.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const passed = count('pass', 'learned');
  return { passed, failed: requirements.length - passed - count('not applicable') };
}

/** The fleet: each mutant that escapes and each variant that draws a complaint counts as failed. */
async function fleet(folder: string): Promise<Count> {
  const out = join(folder, 'fleet');
  const output = join(folder, 'fleet.txt');
  await command(['scripts/assay.js', 'fleet', '--quick'], { env: { ASSAY_OUT: out }, output });
  process.stdout.write(readFileSync(output));
  const { rows, escaped, complaints } = readJson<FleetResult>(join(out, 'fleet.json'));
  const failed = escaped.length + complaints.length;
  return { passed: rows.length - failed, failed };
}

/** What a part counted; one that breaks down has failed. */
function counted(part: (folder: string) => Promise<Count>, folder: string): Promise<Count> {
  return part(folder).catch((error: Error) => {
    process.stderr.write(`${part.name}: ${error.message}\n`);
    return { passed: 0, failed: 1 };
  });
}

/** Runs every part, also after one has failed, and ends with one line that counts them all. */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-test-'));
  const first = await counted(suite, folder);
  // The fleet waits half of its time, the self-tests start processes: together they fill two cores.
  const counts = [first, ...(await Promise.all([counted(selfTests, folder), counted(fleet, folder)]))];
  rmSync(folder, { recursive: true, force: true });
  const sum = (what: keyof Count) => counts.reduce((total, one) => total + one[what], 0);
  const [passed, failed] = [sum('passed'), sum('failed')];
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
