import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Count,
  fullTests,
  mutationPart,
  quickSuite,
  selfTests,
  suite,
  summed,
  type TestPart,
} from './testParts.ts';

/** Runs a part and returns its counts; a part that throws counts as one failure. */
function counted(part: TestPart, folder: string): Promise<Count> {
  return part(folder).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    return { passed: 0, failed: 1 };
  });
}

/** What a command runs: some parts, one after another or together. */
type Steps = (folder: string) => Promise<Count[]>;

/** What runs one after another, and the self-tests beside it, which use the processor while the others wait, more than half of their time. */
const beside =
  (tests: TestPart, parts: readonly TestPart[]): Steps =>
  async (folder) => {
    const self = counted(tests, folder);
    const counts: Count[] = [];
    for (const part of parts) counts.push(await counted(part, folder));
    return [...counts, await self];
  };

const most = beside(selfTests(), [quickSuite, mutationPart('first')]);

const full = beside(fullTests, [suite, mutationPart('others')]);

const chosen =
  (names: readonly string[]): Steps =>
  async (folder) => [await counted(selfTests(names), folder)];

/**
 * `npm test` runs most parts, or the self-tests whose paths contain one of its words; `npm run test:full` runs the rest. Runs every part, even after a failure,
 * and ends with one line of total counts.
 */
async function main(steps: Steps): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-test-'));
  const counts = await steps(folder);
  rmSync(folder, { recursive: true, force: true });
  const { passed, failed } = summed(counts);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

const words = process.argv.slice(2);
if (words.includes('--full')) await main(full);
else await main(words.length > 0 ? chosen(words) : most);
