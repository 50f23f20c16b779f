import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Count, fullTests, mutationPart, selfTests, suite, type TestPart } from './testParts.ts';

/** Runs a part and returns its counts; a part that throws counts as one failure. */
function counted(part: TestPart, folder: string): Promise<Count> {
  return part(folder).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    return { passed: 0, failed: 1 };
  });
}

/**
 * Parts run one row after the other; those of one row run at once. The mutation run of most waits half of its time, so two cores are
 * busy with both. The other one also measures waits and lives of the clean emulator, so it has the machine to itself.
 */
const rows = {
  most: [[suite], [selfTests(), mutationPart('first')]],
  full: [[fullTests], [mutationPart('others')]],
} as const;

/**
 * `npm test` runs most parts, or the self-tests whose paths contain one of its words; `npm run test:full` runs the rest. Runs every part, even after a failure,
 * and ends with one line of total counts.
 */
async function main(parts: readonly (readonly TestPart[])[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-test-'));
  const counts: Count[] = [];
  for (const row of parts) counts.push(...(await Promise.all(row.map((part) => counted(part, folder)))));
  rmSync(folder, { recursive: true, force: true });
  const sum = (what: keyof Count) => counts.reduce((total, one) => total + one[what], 0);
  const [passed, failed] = [sum('passed'), sum('failed')];
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

const words = process.argv.slice(2);
if (words.includes('--full')) await main(rows.full);
else await main(words.length > 0 ? [[selfTests(words)]] : rows.most);
