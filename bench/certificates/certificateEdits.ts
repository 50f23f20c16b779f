import { join, resolve } from 'node:path';
import { verifyBundle } from '../../certificate/verify/verify.ts';
import { copyOf, drawFrom, editByte } from '../../tests/support/certificate/forgery.ts';
import {
  collectHere,
  countersignSample,
  sampleBundle,
  sampleRun,
} from '../../tests/support/certificate/sampleBundle.ts';
import { startEmulator } from '../../tests/support/product/startEmulator.ts';
import { temporaryFolder } from '../../tests/support/product/temporaryFolder.ts';

/**
 * Changes one drawn byte of a bundle, verifies the bundle, and puts the byte back, a thousand times. Prints how many of the changed bundles were verified, by which
 * reasons the others were refused, and the processor time of one whole verification. Arguments: how often, a seed, the folder of a bundle; by default 1000, a new
 * seed, and the bundle of a short run on the emulator. No key is named, as a stranger has none.
 */

const [times = '1000', seed = String(Date.now() % 1_000_000), given] = process.argv.slice(2);
const { path: folder, remove } = temporaryFolder();

/** Makes a bundle of a short run, which somebody has countersigned. */
async function ownBundle(): Promise<string> {
  const service = await startEmulator({ folder });
  const run = await sampleRun(folder, service);
  await service.stop();
  await sampleBundle(join(folder, 'bundle'), run);
  countersignSample(join(folder, 'bundle'));
  return join(folder, 'bundle');
}

const reasonOf = (place: string): Promise<string> =>
  verifyBundle(place, { now: new Date() }).then(
    () => 'verified',
    (error: Error & { code?: string }) => error.code ?? error.message,
  );

await collectHere();
const place = copyOf(given === undefined ? await ownBundle() : resolve(given), join(folder, 'copy'));
const before = process.cpuUsage();
const whole = await reasonOf(place);
const { user, system } = process.cpuUsage(before);
if (whole !== 'verified') throw new Error(`expected a bundle that is verified, got one that is refused: ${whole}`);
const draw = drawFrom(Number(seed));
const reasons = new Map<string, number>();
for (let nth = 0; nth < Number(times); nth += 1) {
  const { where, restore } = editByte(place, draw);
  const reason = await reasonOf(place);
  if (reason === 'verified') process.stdout.write(`verified with another byte at ${where}\n`);
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  restore();
}
remove();
const table = [...reasons].sort(([, a], [, b]) => b - a).map(([reason, count]) => `${count} ${reason}`);
process.stdout.write(
  `${reasons.get('verified') ?? 0} of ${times} edited bundles verified (seed ${seed}): ${table.join(', ')}\n` +
    `one whole verification: ${((user + system) / 1e6).toFixed(1)} s of processor time\n`,
);
