import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Verdict } from '../judge/buildVerdict.ts';
import { startEmbedded } from '../runner/session/embeddedEmulator.ts';
import { runNode } from '../scripts/cli/process/childProcess.ts';
import { prepareRun } from '../scripts/cli/run.ts';
import { readJournal } from '../traffic/journal/journal.ts';
import { runFilesOf } from '../traffic/journal/run.ts';
import { type Profile, profiles } from '../traffic/requirements/selection.ts';

/**
 * Times a nightly run (or the profile named as argument) on an emulator that enforces the sandbox's own quota in real time, 10 POST and 300 GET a minute.
 * Prints its duration beside the least possible, how often it was throttled, and how accurate its plan was. Takes minutes.
 */

const windowMs = 60_000;
const postsOfWindow = 10;

/** Returns the least time for a number of POSTs: the first ten go at once. */
const leastMs = (posts: number) => windowMs * (Math.ceil(posts / postsOfWindow) - 1);

const percent = (seen: number, wanted: number) => `${((100 * (seen - wanted)) / wanted).toFixed(1)} %`;

async function main(profile: Profile): Promise<number> {
  const out = join(await mkdtemp(join(tmpdir(), 'assay-minute-')), 'run');
  const day = new Date().toISOString().slice(0, 10);
  const emulator = await startEmbedded({ control: true, quota: 'sandbox' });
  const { foretold } = await prepareRun({ target: emulator.targetFile, profile, day });
  const startedMs = performance.now();
  try {
    const words = ['run', '--target', emulator.targetFile, '--out', out, '--day', day, '--profile', profile];
    const code = await runNode(['scripts/assay.js', ...words], { env: { ASSAY_SEED: '1' } });
    const tookMs = performance.now() - startedMs;
    const { outcomes, header } = JSON.parse(readFileSync(runFilesOf(out).verdict, 'utf8')) as Verdict;
    const lines = readJournal(runFilesOf(out).journal).filter((line) => line.kind === 'exchange');
    const timeouts = lines.filter(({ failure }) => failure?.code === 'timeout').length;
    const { apart = { post: 0, get: 0 } } = header.exchanges;
    const [post, get] = [header.exchanges.post - apart.post, header.exchanges.get - apart.get];
    // Other accounts have quotas of their own.
    const least = leastMs(lines.filter(({ request }) => !request.account && request.method === 'POST').length);
    const { throttled } = header;
    process.stdout.write(
      [
        '',
        `requests  ${post} POST, ${get} GET; planned ${foretold.posts} POST (${percent(foretold.posts, post)}), ${foretold.gets} GET (${percent(foretold.gets, get)})`,
        `apart     ${apart.post} POST, ${apart.get} GET of the rate-limit test, which has an account of its own`,
        `time      ${(tookMs / 1000).toFixed(1)} s for the whole command; least ${least / 1000} s (${percent(tookMs, least)}); planned ${(foretold.minutes * 60).toFixed(1)} s (${percent(foretold.minutes * 60_000, tookMs)})`,
        `throttled ${throttled.length}, timed out ${timeouts}, exit ${code}, ${JSON.stringify(outcomes)}`,
        '',
      ].join('\n'),
    );
    return code === 0 && throttled.length === 0 && timeouts === 0 ? 0 : 1;
  } finally {
    await emulator.stop();
  }
}

const [asked = 'nightly'] = process.argv.slice(2);
process.exitCode = await main(profiles.find((one) => one === asked) ?? 'nightly');
