import { parseArgs } from 'node:util';
import { assayInto } from '../tests/support/product/assayCommand.ts';
import { temporaryFolder } from '../tests/support/product/temporaryFolder.ts';
import { complaintsIn, inLanes } from './complaints.ts';

/**
 * Runs a profile against the conforming emulator with many seeds, each with its own day, and prints what each run complains of. A complaint is a false one: no
 * seed may fail a sound target. `--profile`, `--runs` (10), `--seed` (the first one), `--day` (of the first run).
 */

const { values } = parseArgs({
  options: {
    profile: { type: 'string', default: 'nightly' },
    runs: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    day: { type: 'string', default: new Date().toISOString().slice(0, 10) },
  },
});

const dayMs = 86_400_000;
const dayOf = (nth: number) => new Date(Date.parse(values.day) + nth * dayMs).toISOString().slice(0, 10);

/** Runs the profile once; prints and returns what it complains of. */
async function complaintsOf(nth: number): Promise<string[]> {
  const folder = temporaryFolder();
  try {
    const [seed, day] = [String(Number(values.seed) + nth), dayOf(nth)];
    const words = ['run', '--profile', values.profile, '--seed', seed, '--day', day];
    const { out, code } = await assayInto('out', words, { folder: folder.path });
    const complaints = complaintsIn(out);
    process.stdout.write(`seed ${seed}  ${day}  exit ${code}  ${complaints.join(', ') || '-'}\n`);
    return complaints;
  } finally {
    folder.remove();
  }
}

const runs = Array.from({ length: Number(values.runs) }, (_, nth) => nth);
const all = (await inLanes(runs, complaintsOf)).flat();
process.stdout.write(`${values.runs} runs (${values.profile}): ${all.length} false complaints\n`);
if (all.length > 0) process.exitCode = 1;
