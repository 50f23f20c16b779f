import { runSecond } from '../tests/support/product/runSecondServer.ts';
import { temporaryFolder } from '../tests/support/product/temporaryFolder.ts';

/**
 * Runs each profile three times against the second server, which was written from the text of the interface only; each run gets a fresh server. Prints the exit
 * code, and every requirement that is violated or without evidence.
 */

const profiles = ['smoke', 'nightly', 'full'];
const times = 3;

/** Prints the row of a run; true if it ended well. */
async function measure(profile: string, seed: number): Promise<boolean> {
  const folder = temporaryFolder();
  const { code, complaints } = await runSecond(folder.path, ['--profile', profile, '--seed', String(seed)]);
  folder.remove();
  process.stdout.write(`${profile} ${seed}  exit ${code}, complaints: ${complaints.join(', ') || 'none'}\n`);
  return code === 0;
}

for (const profile of profiles)
  for (let seed = 1; seed <= times; seed += 1) if (!(await measure(profile, seed))) process.exitCode = 1;
