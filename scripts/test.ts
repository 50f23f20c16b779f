import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Verdict } from '../harness/conclude.ts';
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

const assay = (args: readonly string[], env: Record<string, string>) => command(['scripts/assay.js', ...args], { env });

/** The suite on the embedded emulator: each requirement that is not evidenced, or not sound, counts as failed. */
async function suite(folder: string): Promise<Count> {
  const out = join(folder, 'suite');
  await assay(['run', '--strict', '--out', out], {});
  const { requirements } = readJson<Verdict>(placesOf(out).verdict);
  const passed = requirements.filter(({ outcome }) => outcome === 'pass' || outcome === 'learned').length;
  return { passed, failed: requirements.length - passed };
}

/** The fleet: each mutant that escapes and each variant that draws a complaint counts as failed. */
async function fleet(folder: string): Promise<Count> {
  const out = join(folder, 'fleet');
  await assay(['fleet'], { ASSAY_OUT: out });
  const { rows, escaped, complaints } = readJson<FleetResult>(join(out, 'fleet.json'));
  const failed = escaped.length + complaints.length;
  return { passed: rows.length - failed, failed };
}

/** Runs every part, also after one has failed, and ends with one line that counts them all. */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-test-'));
  const total: Count = { passed: 0, failed: 0 };
  for (const part of [selfTests, suite, fleet]) {
    const { passed, failed } = await part(folder).catch((error: Error) => {
      process.stderr.write(`${part.name}: ${error.message}\n`);
      return { passed: 0, failed: 1 };
    });
    total.passed += passed;
    total.failed += failed;
  }
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

await main();
