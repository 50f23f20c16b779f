import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { CampaignDocument } from '../../../reports/campaign/campaignReport.ts';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { assay, command, linesIn, verdictIn } from '../../support/product/assayCommand.ts';
import { ended, start } from '../../support/product/childProcess.ts';
import { library as libraryContract, openLibrary, secret } from '../../support/product/libraryApi.ts';
import { test } from '../../support/product/productTest.ts';
import { contractIn } from '../../support/product/shopContract.ts';

test('an interrupted run says in one line how to judge what is stored', { tag: '@full' }, async ({ folder }) => {
  const out = join(folder, 'stopped');
  const child = start([...command, 'run', '--out', out], { folder });
  const over = ended(child);
  const isUnderWay = () => linesIn(out).some(({ kind }) => kind === 'end');
  await expect.poll(isUnderWay, { intervals: [20], timeout: 300_000 }).toBe(true);
  child.kill('SIGINT');
  const { code, stdout } = await over;
  expect(code).toBe(4);
  expect(stdout).toMatch(
    /^exit 4: interrupted after \d+ s, \d+ POST and \d+ GET were sent; npx assay judge \S+ judges what was stored {3}\S+\n$/,
  );
  const { halt, requirements } = verdictIn(out);
  expect(halt?.cause).toBe('interrupted');
  expect(requirements.filter(({ attribution }) => attribution === 'suite')).toEqual([]);
});

test('a run whose folder somebody removes again and again ends', { tag: '@full' }, async ({ folder }) => {
  const out = join(folder, 'removed');
  const child = start([...command, 'run', '--only', 'PAY-12', '--out', out], { folder });
  const over = ended(child);
  const isOver = () => {
    rmSync(out, { recursive: true, force: true, maxRetries: 5 });
    return child.exitCode !== null;
  };
  await expect.poll(() => linesIn(out).length, { intervals: [20], timeout: 300_000 }).toBeGreaterThan(0);
  await expect.poll(isOver, { intervals: [20], timeout: 300_000 }).toBe(true);
  const { code, stderr } = await over;
  expect([0, 2, 3, 4, 5], stderr).toContain(code);
});

test('a full disk ends a run at once; it says so, and judges what was stored', async ({ folder }) => {
  const out = join(folder, 'full');
  // The first start compiles the sources into files that are larger than the limit.
  await assay(['list'], { folder });
  // In blocks of 512 bytes: some exchanges fit into a file, but not all.
  const words = [...within(400), ...command.slice(1), 'run', '--out', out];
  const { code, stdout, stderr } = await ended(start(words, { folder }));
  expect(code, stderr).toBe(5);
  expect(stdout).toMatch(/^FAULT OF ASSAY: What is sent can no longer be stored: EFBIG.*journal/m);
  expect(stdout).toMatch(/^exit 5: a fault of Assay itself/m);
  expect(readdirSync(out)).toContain('verdict.json');
  const posts = linesIn(out).filter((line) => line.kind === 'exchange' && line.request.method === 'POST');
  expect(posts.length).toBeLessThan(100);
});

/** Returns the words before a command that limit its files to this many blocks of 512 bytes. */
const within = (blocks: number) => ['sh', '-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', process.execPath];

test('a full disk ends a campaign at once; it says so, and reports what it has', { tag: '@full' }, async ({
  folder,
}) => {
  const out = join(folder, 'full');
  await assay(['list'], { folder });
  const words = ['fuzz', '--seed', '3', '--posts', '200', '--out', out];
  // The report of a campaign lists everything that it did not reach, and is larger than some exchanges.
  const ran = await ended(start([...within(2000), ...command.slice(1), ...words], { folder }));
  expect(ran.code, ran.stderr).toBe(5);
  expect(ran.stdout.match(/^What is sent can no longer be stored: EFBIG.*journal/gm)).toHaveLength(1);
  expect(ran.stdout).toMatch(/^exit 5: a fault of Assay itself/m);
  expect(ran.stderr).not.toMatch(/EFBIG|^ +at /m);
  const report = JSON.parse(readFileSync(join(out, 'campaign.json'), 'utf8')) as CampaignDocument;
  expect(report).toMatchObject({ ended: 'halted', exit: 5 });
  expect(report.cases).toBeGreaterThan(0);
  expect(report.spent.posts).toBeLessThan(200);
});

test('a full disk also ends a campaign on any API, even if its report does not fit', { tag: '@full' }, async ({
  folder,
}) => {
  const library = await openLibrary({});
  await assay(['list'], { folder });
  const file = contractIn(folder, libraryContract);
  const auth = ['--auth', 'key=env:LIBRARY_KEY', '--seed', '7', '--posts', '60'];
  const words = ['fuzz', '--contract', file, '--target', library.url, '--out', join(folder, 'out'), ...auth];
  const env = { LIBRARY_KEY: secret };
  const ran = await ended(start([...within(6), ...command.slice(1), ...words], { folder, env }));
  await library.close();
  expect(ran.code, ran.stderr).toBe(5);
  expect(ran.stdout).toMatch(/What is sent can no longer be stored: EFBIG.*unended\.json/);
  expect(ran.stdout).toMatch(/^exit 5: a fault of Assay itself/m);
  expect(ran.stderr.match(/a report could not be written: EFBIG/g)).toHaveLength(1);
  expect(ran.stderr).not.toMatch(/^ +at /m);
});

test('a findings file that cannot be written is reported before the first request', async ({ folder, service }) => {
  const contract = join(packageRoot, 'schemas', 'openapi.json');
  const findings = join(folder, 'there');
  const words = ['--contract', contract, '--target', service.url, '--seed', '1', '--findings', '/proc/none.ndjson'];
  const { code, stderr } = await ended(start([...command, 'fuzz', ...words, '--out', findings], { folder }));
  expect(code).toBe(2);
  expect(stderr).toContain('expected a file that can be written');
  expect(linesIn(findings)).toEqual([]);
});
