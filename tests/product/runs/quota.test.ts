import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Forecast } from '../../../runner/selection/forecast.ts';
import { exchangesIn } from '../../../traffic/journal/journal.ts';
import { assay, assayInto, type Run, verdictIn } from '../../support/product/assayCommand.ts';
import { test as base, once } from '../../support/product/productTest.ts';
import { startEmulator } from '../../support/product/startEmulator.ts';

base.describe.configure({ mode: 'default' });

/** The day that a forecast and its run share; without it they could be on two sides of midnight. */
const day = ['--day', '2026-01-01'];

/** The seed changes by a few POSTs what a short campaign sends. */
const seed = ['--seed', '1'];

interface Emulator {
  targetFile: string;
}

/** Starts an emulator with all of its control actions, so that a run sends everything in its plan. */
async function emulator(folder: string, name: string, options: readonly string[] = []) {
  const place = join(folder, name);
  mkdirSync(place);
  return startEmulator({ folder: place, options: ['--control', ...options] });
}

const test = base.extend<object, { limited: Emulator; night: () => Promise<Run> }>({
  /** An emulator that enforces the rate limit of the sandbox, with one second for a minute. */
  limited: [
    async ({ sharedFolder: folder }, use) => {
      const service = await emulator(folder, 'limited', ['--quota', 'post=10,get=300,window=1']);
      await use(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
  night: [
    async ({ sharedFolder: folder, limited }, use) =>
      use(once(() => assayInto('night', ['run', '--target', limited.targetFile, ...day, ...seed], { folder }))),
    { scope: 'worker' },
  ],
});

interface Asked {
  targetFile: string;
  folder: string;
  words: readonly string[];
}

async function planned({ targetFile, folder, words }: Asked): Promise<Forecast> {
  const { code, stdout, stderr } = await assay(['plan', '--json', '--target', targetFile, ...day, ...words], {
    folder,
  });
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Forecast;
}

/** The number of reads that a short run may differ by, if this is more than a tenth. */
const fewLooks = 3;

/** Counts the reads that follow an equal one of the same test. */
function readsAgain(out: string): number {
  const last = new Map<string, string>();
  return [...exchangesIn(join(out, 'journal')).values()].filter(({ requirement, request: { method, path } }) => {
    if (method !== 'GET') return false;
    const isAgain = last.get(requirement) === path;
    last.set(requirement, path);
    return isAgain;
  }).length;
}

/**
 * Expects what the plan foretold. POSTs may differ by one or two, since the first requirement that needs a payment scenario pays for it, and by one more, since
 * the seed decides what a short campaign sends. There may be a tenth fewer GETs, and more only where a run reads again until it sees what it waits for.
 */
function expectForetold({ out }: Run, { posts, gets }: Forecast): void {
  const { exchanges } = verdictIn(out).header;
  const { apart = { post: 0, get: 0 } } = exchanges;
  const made = exchanges.post - apart.post;
  expect(Math.abs(made - posts), `${made} of ${posts} POSTs`).toBeLessThanOrEqual(3);
  const sent = exchanges.get - apart.get;
  expect(sent, `${sent} of ${gets} GETs`).toBeGreaterThanOrEqual(gets - Math.max(fewLooks, gets / 10));
  const again = readsAgain(out);
  expect(sent - again, `${sent} of ${gets} GETs, ${again} of them repeated`).toBeLessThanOrEqual(gets + fewLooks);
}

const statusesIn = ({ out }: Run) =>
  [...exchangesIn(join(out, 'journal')).values()]
    // Refusals of the account for the rate-limit test are intended.
    .filter(({ request }) => request.account !== 'limited')
    .map(({ answer }) => answer?.status);

/** LIM-06 applies only if a quota is declared. */
const outcomesOf = ({ out }: Run) =>
  verdictIn(out)
    .requirements.filter(({ id }) => id !== 'LIM-06')
    .map(({ id, outcome }) => [id, outcome]);

test('a night within a quota is never throttled, and has the same outcomes as one without', { tag: '@full' }, async ({
  folder,
  night,
}) => {
  const limited = await night();
  const service = await emulator(folder, 'free');
  const free = await assayInto('free-run', ['run', '--target', service.targetFile, ...day], { folder });
  await service.stop();
  expect(statusesIn(limited)).not.toContain(429);
  expect({ free: free.code, limited: limited.code }, limited.stdout).toEqual({ free: 0, limited: 0 });
  expect(outcomesOf(limited)).toEqual(outcomesOf(free));
});

test('a night sends what its plan foretold', { tag: '@full' }, async ({ folder, limited, night }) => {
  expectForetold(await night(), await planned({ targetFile: limited.targetFile, folder, words: [] }));
});

for (const [name, words] of [
  ['smoke', ['--profile', 'smoke']],
  ['named', ['--only', 'PAY-13,SBX-03,SBX-04,SBX-05']],
] as const)
  test(`a run with ${words.join(' ')} sends what its plan foretold`, { tag: name === 'named' ? [] : '@full' }, async ({
    folder,
    limited: { targetFile },
  }) => {
    const foretold = await planned({ targetFile, folder, words });
    const run = await assayInto(name, ['run', '--target', targetFile, ...day, ...words], { folder });
    expectForetold(run, foretold);
    expect(statusesIn(run)).not.toContain(429);
    expect(run.stderr).toContain(`plan: ${foretold.posts} POST, ${foretold.gets} GET`);
    if (name === 'smoke') expect(foretold.posts).toBeLessThanOrEqual(20);
  });
