import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { sumOfSpent } from '../../../fuzzer/engine/budget/remainingBudget.ts';
import { unjudgedRequests } from '../../../fuzzer/interface/campaign/unjudgedBatches.ts';
import type { CampaignDocument } from '../../../reports/campaign/campaignReport.ts';
import { command } from '../../support/product/assayCommand.ts';
import { ended, start } from '../../support/product/childProcess.ts';
import { once, test } from '../../support/product/productTest.ts';
import { startEmulator, targetFileLike } from '../../support/product/startEmulator.ts';

test.describe.configure({ mode: 'default' });

/** An unfinished campaign, as its progress file describes it. */
interface Unended {
  spent: { posts: number; gets: number };
  cases: number;
  batches: number;
  tried: Record<string, number>;
  shown: Record<string, string>;
}

const posts = 480;

const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

const unendedIn = (file: string) => JSON.parse(textOf(file) || '{"batches":0}') as Unended;

const foundIn = (file: string) =>
  textOf(file)
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { event: string; found?: { fingerprint: string } })
    .flatMap(({ event, found }) => (event === 'found' && found ? [found.fingerprint] : []));

/** Waits until the files of a running campaign meet a condition. */
async function until(child: ChildProcess, isSo: () => boolean): Promise<void> {
  const hasEnded = () => (child.exitCode === null && child.signalCode === null ? false : 'it has ended');
  await expect.poll(() => isSo() || hasEnded(), { intervals: [5], timeout: 300_000 }).toBe(true);
}

const killed = test.extend<object, { campaign: () => ReturnType<typeof runKilled> }>({
  campaign: [async ({ sharedFolder: folder }, use) => use(once(() => runKilled(folder))), { scope: 'worker' }],
});

async function runKilled(folder: string) {
  const service = await startEmulator({ folder, options: ['--control', '--mutant', 'unknown-id-answers-newest'] });
  const target = targetFileLike(service.targetFile, 'killed', {});
  const files = {
    findings: join(folder, 'killed.state', 'findings.ndjson'),
    progress: join(folder, 'killed.state', 'campaign.json'),
  };
  const words = ['fuzz', '--seed', '7', '--posts', String(posts), '--target', target];
  const first = start([...command, ...words, '--out', join(folder, 'first')], { folder });
  const firstEnded = ended(first);
  const isUnjudged = () => unjudgedRequests(join(folder, 'first'), unendedIn(files.progress).batches).posts > 0;
  await until(first, () => foundIn(files.findings).length > 0 && unendedIn(files.progress).batches > 0 && isUnjudged());
  first.kill('SIGKILL');
  await firstEnded;
  const before = { found: foundIn(files.findings), progress: unendedIn(files.progress) };
  const { batches, spent } = before.progress;
  const sent = { first: sumOfSpent(spent, unjudgedRequests(join(folder, 'first'), batches)) };
  const out = join(folder, 'second');
  const second = start([...command, ...words, '--out', out], { folder });
  const secondEnded = ended(second);
  await until(second, () => unendedIn(files.progress).batches > before.progress.batches);
  const between = unendedIn(files.progress);
  const run = await secondEnded;
  await service.stop();
  const report = JSON.parse(textOf(join(out, 'campaign.json'))) as CampaignDocument;
  return {
    before,
    between,
    run,
    told: report,
    sent,
    after: foundIn(files.findings),
    isOver: !existsSync(files.progress),
  };
}

killed(
  'a campaign that is killed has every finding on the disk that it had shown',
  { tag: '@full' },
  async ({ campaign }) => {
    const { before, after } = await campaign();
    expect(before.found.length).toBeGreaterThan(0);
    expect(after.slice(0, before.found.length)).toEqual(before.found);
    expect(before.found).toEqual(expect.arrayContaining(Object.keys(before.progress.shown)));
  },
);

killed('the same seed goes on where it was, to the end of its budget', { tag: '@full' }, async ({ campaign }) => {
  const { before, run, told: report, isOver } = await campaign();
  expect(run.stderr).toContain(`goes on after ${before.progress.cases} cases`);
  expect(report.cases).toBeGreaterThan(before.progress.cases);
  expect(report.batches).toBeGreaterThan(before.progress.batches);
  expect(report.spent.posts).toBeGreaterThan(before.progress.spent.posts);
  expect(report.ended).toBe('spent');
  expect(report.from?.cases).toBe(before.progress.cases);
  expect(run.stdout).toMatch(/^since it went on: \d+ cases, /m);
  expect(run.stdout).toMatch(/^coverage since it went on: reached /m);
  expect(isOver).toBe(true);
});

killed(
  'what was sent and not judged counts, so that both together keep to the budget',
  { tag: '@full' },
  async ({ campaign }) => {
    const { before, run, told: report, sent } = await campaign();
    expect(report.from?.spent).toEqual(sent.first);
    expect(sent.first.posts).toBeGreaterThan(before.progress.spent.posts);
    const unjudged = sent.first.posts - before.progress.spent.posts;
    expect(run.stderr).toContain(
      `${unjudged} POST and ${sent.first.gets - before.progress.spent.gets} GET more were sent`,
    );
    expect(report.spent.posts).toBeLessThanOrEqual(posts);
  },
);

killed(
  'cases of batches that were judged are not drawn again: their numbers and turns are taken',
  { tag: '@full' },
  async ({ campaign }) => {
    const { before, between } = await campaign();
    const sum = ({ tried }: Unended) => Object.values(tried).reduce((total, times) => total + times, 0);
    expect(sum(before.progress)).toBe(before.progress.cases);
    expect(between.cases).toBeGreaterThan(before.progress.cases);
    expect(sum(between)).toBe(between.cases);
    for (const [name, times] of Object.entries(before.progress.tried))
      expect(between.tried[name], name).toBeGreaterThanOrEqual(times);
  },
);

killed('what had shown before counts at the end', { tag: '@full' }, async ({ campaign }) => {
  const { before, run, told: report } = await campaign();
  const shown = report.findings.map(({ fingerprint }) => fingerprint);
  expect(shown).toEqual(expect.arrayContaining(Object.keys(before.progress.shown)));
  expect(report.exit).toBe(1);
  expect(run.code).toBe(1);
  expect(run.stdout.trimEnd().split('\n').at(-1)).toMatch(
    /^exit 1: the target violates the interface +\S+campaign\.json$/,
  );
});
