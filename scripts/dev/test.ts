import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Count, fullTests, mutationPart, selfTests, suite, type TestPart } from './testParts.ts';

/** Runs a part and returns its counts; a part that throws counts as one failure. */
function counted(part: TestPart, folder: string, onMeasured?: () => void): Promise<Count> {
  return part(folder, onMeasured && { onMeasured }).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    return { passed: 0, failed: 1 };
  });
}

/**
 * Runs a mutation run and, as soon as it has measured the clean emulator by itself, self-tests beside it. The mutation run waits half of its time, so two cores
 * are busy with both.
 */
async function together(mutations: TestPart, others: TestPart, folder: string): Promise<Count[]> {
  const first: Promise<Count>[] = [];
  await new Promise<void>((resolve) => {
    first.push(counted(mutations, folder, resolve).finally(resolve));
  });
  return Promise.all([...first, counted(others, folder)]);
}

/** What a command runs: some parts, one after another. */
type Steps = (folder: string) => Promise<Count[]>;

const most: Steps = async (folder) => [
  await counted(suite, folder),
  ...(await together(mutationPart('first'), selfTests(), folder)),
];

const full: Steps = (folder) => together(mutationPart('others'), fullTests, folder);

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
  const sum = (what: keyof Count) => counts.reduce((total, one) => total + one[what], 0);
  const [passed, failed] = [sum('passed'), sum('failed')];
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

const words = process.argv.slice(2);
if (words.includes('--full')) await main(full);
else await main(words.length > 0 ? chosen(words) : most);
