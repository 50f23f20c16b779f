import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../runner/session/embeddedEmulator.ts';
import { runMutations } from '../scripts/cli/fleet.ts';
import { candidates } from '../scripts/cli/mutation/candidates.ts';
import { noisy } from '../tests/support/network/noisyProxy.ts';
import { seededRandom } from '../tests/support/network/seededRandom.ts';
import { serve } from '../tests/support/network/testServer.ts';
import { assayInto, verdictIn } from '../tests/support/product/assayCommand.ts';
import { targetFileThrough } from '../tests/support/product/startEmulator.ts';

/**
 * Runs nightly runs (20, or `--runs`) against the conforming emulator through noise: one of a hundred connections is reset, half of these after the service has
 * acted, and one of a hundred answers is a gateway's 502. No run may fail the target. Then all mutants that crash, and 50 others (or `--mutants`) drawn by
 * `--seed`, run through the same noise: each must still be killed.
 */

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    mutants: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    rate: { type: 'string', default: '0.01' },
  },
});

const seed = Number(values.seed);
const rate = Number(values.rate);

const through = (url: string, nth: number) =>
  serve(noisy(url, { resets: rate, gateway: rate, seed: seed * 1000 + nth }));

/** Runs one nightly run through noise; returns the failures that it reports against the target. */
async function nightly(folder: string, nth: number): Promise<string[]> {
  const emulator = await startEmbedded({ control: true });
  const served = await through(emulator.url, nth);
  try {
    const name = `night-${nth}`;
    const target = targetFileThrough(emulator.targetFile, name, { from: emulator.url, to: served.url });
    const how = { folder, env: { ASSAY_SEED: String(seed + nth) } };
    const { out, code } = await assayInto(name, ['run', '--target', target], how);
    const { outcomes, requirements } = verdictIn(out);
    const failed = requirements.filter(({ outcome }) => outcome === 'fail');
    const failures = failed.flatMap(({ id, findings }) =>
      findings.map(({ wanted, seen }) => `${id}: wanted ${wanted}; seen ${seen}`),
    );
    process.stdout.write(
      `night ${nth}  exit ${code}  ${JSON.stringify(outcomes)}\n${failures.map((one) => `  ! ${one}\n`).join('')}`,
    );
    return code === 0 || code === 4 ? failures : [...failures, `exit ${code}`];
  } finally {
    await served.close();
    await emulator.stop();
  }
}

/** The nights that run at once: most of their time is waiting. */
const lanes = 2;

async function nights(folder: string): Promise<number> {
  const waiting = Array.from({ length: Number(values.runs) }, (_, nth) => nth);
  let wrong = 0;
  const lane = async () => {
    for (let nth = waiting.shift(); nth !== undefined; nth = waiting.shift())
      if ((await nightly(folder, nth)).length > 0) wrong += 1;
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return wrong;
}

/** Returns the mutants that crash, and a random sample of the others. */
function drawn(): string[] {
  const mutants = candidates().filter(({ kind }) => kind === 'mutant');
  const crashing = mutants.filter(({ name }) => name.includes('crash'));
  const next = seededRandom(seed);
  const others = mutants
    .filter((one) => !crashing.includes(one))
    .map(({ name }) => ({ name, rank: next() }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, Number(values.mutants));
  return [...crashing, ...others].map(({ name }) => name);
}

/** Runs mutants through noise; the clean emulator, which they are compared with, runs without it. */
async function kills(): Promise<number> {
  const names = drawn();
  process.stdout.write(`${names.length} mutants through noise\n`);
  const served: Awaited<ReturnType<typeof through>>[] = [];
  const code = await runMutations({ only: names.join(','), quick: true }, async ({ url, targetFile }) => {
    const proxy = await through(url, 0);
    served.push(proxy);
    return targetFileThrough(targetFile, 'noisy', { from: url, to: proxy.url });
  });
  await Promise.all(served.map((one) => one.close()));
  return code;
}

const folder = await mkdtemp(join(tmpdir(), 'assay-noise-'));
try {
  const wrong = await nights(folder);
  process.stdout.write(`${values.runs} nights through noise, ${wrong} with a fail of the target\n`);
  if (wrong > 0 || (Number(values.mutants) > 0 && (await kills()) !== 0)) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
