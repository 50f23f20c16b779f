import { fuzzSecond, runSecond } from '../tests/support/product/runSecondServer.ts';
import { temporaryFolder } from '../tests/support/product/temporaryFolder.ts';

/**
 * Runs each profile, and a campaign, three times against the second server, which was written from the text of the interface only; each gets a fresh server.
 * Prints the exit code, and every requirement that is violated or without evidence.
 */

const kinds = {
  smoke: (folder: string, words: string[]) => runSecond(folder, ['--profile', 'smoke', ...words]),
  nightly: (folder: string, words: string[]) => runSecond(folder, ['--profile', 'nightly', ...words]),
  full: (folder: string, words: string[]) => runSecond(folder, ['--profile', 'full', ...words]),
  campaign: (folder: string, words: string[]) => fuzzSecond(folder, ['--posts', '300', ...words]),
};
const times = 3;

/** Prints the row of a run or a campaign; true if it ended well. */
async function measure(kind: keyof typeof kinds, seed: number): Promise<boolean> {
  const folder = temporaryFolder();
  const { code, complaints } = await kinds[kind](folder.path, ['--seed', String(seed)]);
  folder.remove();
  process.stdout.write(`${kind} ${seed}  exit ${code}, complaints: ${complaints.join(', ') || 'none'}\n`);
  return code === 0;
}

for (const kind of Object.keys(kinds) as (keyof typeof kinds)[])
  for (let seed = 1; seed <= times; seed += 1) if (!(await measure(kind, seed))) process.exitCode = 1;
