import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { assayInto } from '../tests/support/product/assayCommand.ts';
import { startProgram } from '../tests/support/product/startEmulator.ts';
import { temporaryFolder } from '../tests/support/product/temporaryFolder.ts';
import { patchedEmulator } from './blind/patchedEmulator.ts';
import { type BlindChange, readRound } from './blind/round.ts';
import { wilson } from './blind/wilson.ts';
import { complaintsIn, inLanes } from './complaints.ts';

/**
 * Runs a profile against the emulator with each change of a round of blind faults. Prints which were caught (a requirement failed, or one that only warns
 * warned), the share with its Wilson 95 % interval, and which benign changes drew a complaint. `--round`, `--profile`, `--seed`, `--day`, `--only` names of
 * changes, `--ask` requirements instead of all.
 */

const { values } = parseArgs({
  options: {
    round: { type: 'string', default: '1' },
    profile: { type: 'string', default: 'nightly' },
    seed: { type: 'string', default: '1' },
    day: { type: 'string', default: '2026-11-23' },
    only: { type: 'string' },
    ask: { type: 'string' },
  },
});
const { commit, changes } = readRound(values.round);
const only = values.only?.split(',');
const unchanged: BlindChange = { name: 'unchanged', kind: 'benign', verdict: 'benign', patch: '' };
const chosen = [unchanged, ...changes].filter(({ name, verdict }) => only?.includes(name) ?? verdict !== 'struck');

interface Tried {
  change: BlindChange;
  /** The requirements that failed or warned. */
  complaints: readonly string[];
  code: number | null;
}

/** Runs the profile once against the emulator with a change. */
async function tried(change: BlindChange): Promise<Tried> {
  const folder = temporaryFolder();
  try {
    const program = await patchedEmulator(join(folder.path, 'source'), { commit, patch: change.patch });
    const server = await startProgram({ folder: folder.path, program: [program], options: ['--control'] });
    const asked = values.ask === undefined ? [] : ['--only', values.ask];
    const words = ['--profile', values.profile, '--seed', values.seed, '--day', values.day, ...asked];
    const { out, code } = await assayInto('out', ['run', '--target', server.targetFile, ...words], {
      folder: folder.path,
    }).finally(() => server.stop());
    return { change, code, complaints: complaintsIn(out) };
  } finally {
    folder.remove();
  }
}

const all = await inLanes(chosen, async (change) => {
  const one = await tried(change);
  process.stdout.write(
    `${change.kind.padEnd(6)} ${change.name.padEnd(44)} exit ${one.code}  ${one.complaints.join(' ') || '-'}\n`,
  );
  return one;
});

const faults = all.filter(({ change }) => change.kind === 'fault');
const caught = faults.filter(({ complaints }) => complaints.length > 0);
const falsely = all.filter(({ change, complaints }) => change.kind === 'benign' && complaints.length > 0);
const percent = (share: number) => `${Math.round(100 * share)} %`;
const { low, high } = wilson(caught.length, faults.length);
process.stdout.write(
  `round ${values.round}, ${values.profile}: ${caught.length} of ${faults.length} faults caught, ${percent(caught.length / faults.length)} (${percent(low)} to ${percent(high)}); ` +
    `complaints about benign changes: ${falsely.map(({ change }) => change.name).join(', ') || 'none'}\n`,
);
if (falsely.length > 0) process.exitCode = 1;
