import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Verdict } from '../judge/buildVerdict.ts';
import { startEmbedded } from '../runner/session/embeddedEmulator.ts';
import { runNode } from '../scripts/cli/process/childProcess.ts';
import { runFilesOf } from '../traffic/journal/run.ts';
import type { TargetFile } from '../traffic/target/file/targetFile.ts';

/**
 * Shows which kind of rate limiter a run detects for an emulator with each kind, and how the rate checks judge it. The number of runs for each kind may be
 * given as argument. A run takes half a minute.
 */

const kinds = ['sliding', 'fixed', 'bucket'];

const quota = { postPerMinute: 10, getPerMinute: 15, windowSeconds: 2 };

/** The default kind has no name in the emulator's option. */
const quotaFor = (kind: string) =>
  `post=${quota.postPerMinute},get=${quota.getPerMinute},window=${quota.windowSeconds}${kind === 'sliding' ? '' : `,kind=${kind}`}`;

/** Writes the target file of an emulator with the account `second` as the rate-limit test account, beside the original file. */
function subjectOf(targetFile: string): string {
  const file = JSON.parse(readFileSync(targetFile, 'utf8')) as TargetFile;
  const credentials = file.credentials.map(({ quota: _, ...one }) =>
    one.label === 'second' ? { ...one, quota } : one,
  );
  const place = join(dirname(targetFile), 'subject.json');
  writeFileSync(place, JSON.stringify({ ...file, credentials }));
  return place;
}

const checks = ['LIM-04a', 'LIM-04b', 'LIM-05', 'LIM-07'];

async function verdictFor(kind: string): Promise<Verdict> {
  const out = join(await mkdtemp(join(tmpdir(), 'assay-limiter-')), 'run');
  const emulator = await startEmbedded({ control: false, quota: quotaFor(kind) });
  try {
    const words = ['run', '--target', subjectOf(emulator.targetFile), '--out', out, '--only', checks.join(',')];
    await runNode(['scripts/assay.js', ...words], { output: join(dirname(out), 'said') });
    return JSON.parse(readFileSync(runFilesOf(out).verdict, 'utf8')) as Verdict;
  } finally {
    await emulator.stop();
  }
}

/** Prints one line for a run; true if the kind was detected correctly for both method classes and every check passed. */
async function measure(kind: string): Promise<boolean> {
  const { requirements } = await verdictFor(kind);
  const learned = requirements.find(({ id }) => id === 'LIM-05')?.learned ?? {};
  const named = ['POST', 'GET'].map((method) => learned[`${method} window`] ?? 'not decided');
  const judged = requirements.filter(({ id }) => checks.includes(id)).map(({ id, outcome }) => `${id} ${outcome}`);
  process.stdout.write(
    `${kind.padEnd(9)}POST ${named[0]?.padEnd(13)}GET ${named[1]?.padEnd(13)}${judged.join(', ')}\n`,
  );
  const hasPassed = requirements.every(
    ({ id, outcome }) => !checks.includes(id) || ['pass', 'learned'].includes(outcome),
  );
  return hasPassed && named.every((one) => one === kind);
}

const [, , times = '1'] = process.argv;
for (const kind of kinds)
  for (let run = 0; run < Number(times); run += 1) if (!(await measure(kind))) process.exitCode = 1;
