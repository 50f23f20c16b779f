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
 * Which kind of limiter is named for an emulator that limits by each of them, and how the checks of a rate judge it. The number of
 * runs for each kind may be given as argument. A run takes half a minute.
 */

const kinds = ['sliding', 'fixed', 'bucket'];

const quota = { postPerMinute: 10, getPerMinute: 15, windowSeconds: 2 };

/** What has no name of its own in the emulator's words is its limiter by default. */
const quotaFor = (kind: string) =>
  `post=${quota.postPerMinute},get=${quota.getPerMinute},window=${quota.windowSeconds}${kind === 'sliding' ? '' : `,kind=${kind}`}`;

/** The target file of an emulator, with the account `second` as the one that may be used up; it lies beside the one it is made from. */
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

/** One line for a run; true when the kind was named rightly for both method classes, and nothing complained. */
async function measure(kind: string): Promise<boolean> {
  const { requirements } = await verdictFor(kind);
  const learned = requirements.find(({ id }) => id === 'LIM-05')?.learned ?? {};
  const named = ['POST', 'GET'].map((method) => learned[`${method} window`] ?? 'not decided');
  const judged = requirements.filter(({ id }) => checks.includes(id)).map(({ id, outcome }) => `${id} ${outcome}`);
  process.stdout.write(
    `${kind.padEnd(9)}POST ${named[0]?.padEnd(13)}GET ${named[1]?.padEnd(13)}${judged.join(', ')}\n`,
  );
  const isSound = requirements.every(
    ({ id, outcome }) => !checks.includes(id) || ['pass', 'learned'].includes(outcome),
  );
  return isSound && named.every((one) => one === kind);
}

const [, , times = '1'] = process.argv;
for (const kind of kinds)
  for (let run = 0; run < Number(times); run += 1) if (!(await measure(kind))) process.exitCode = 1;
