import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { CampaignDocument } from '../../../reports/campaign/campaignReport.ts';
import { pass } from '../../support/network/proxy.ts';
import { serve } from '../../support/network/testServer.ts';
import { assay, assayInto, command, type Run } from '../../support/product/assayCommand.ts';
import { ended, start } from '../../support/product/childProcess.ts';
import { once, test } from '../../support/product/productTest.ts';
import { type Service, startEmulator, targetFileLike } from '../../support/product/startEmulator.ts';

const documentIn = (out: string) => JSON.parse(readFileSync(join(out, 'campaign.json'), 'utf8')) as CampaignDocument;

/** Waits until a program prints something on standard error. */
async function printed(child: ReturnType<typeof start>, words: string): Promise<void> {
  let seen = '';
  child.stderr?.on('data', (text: string) => {
    seen += text;
  });
  await expect.poll(() => seen, { intervals: [10], timeout: 300_000 }).toContain(words);
}

/** Runs a campaign on a service behind a proxy that records the requests. */
async function watched({ url, targetFile }: Service, how: { folder: string; kind?: 'production'; words: string[] }) {
  const { folder, kind = 'vendor', words } = how;
  const front = await serve(pass(url));
  const target = targetFileLike(targetFile, `watched-${words.join('')}-${kind}`, { baseUrl: front.url, kind });
  const run = await assayInto('reads', ['fuzz', '--seed', '3', '--target', target, ...words], { folder });
  await front.close();
  return { run, told: documentIn(run.out), methods: new Set(front.requests.map((one) => one.split(' ')[0])) };
}

test('a campaign without POST budget only reads, within its GETs', { tag: '@full' }, async ({ folder, service }) => {
  const { run, told: report, methods } = await watched(service, { folder, words: ['--posts', '0', '--gets', '200'] });
  expect(run.code, run.stdout).toBe(0);
  expect([...methods]).toEqual(['GET']);
  expect(report.spent.posts).toBe(0);
  expect(report.spent.gets).toBeGreaterThan(100);
  expect(report.spent.gets).toBeLessThanOrEqual(200);
  expect(report.coverage.evidenced.length).toBeGreaterThan(10);
});

test('a passive campaign sends no POST, and production gets nothing until it is named', async ({ folder, service }) => {
  const passive = await watched(service, { folder, words: ['--tier', 'passive', '--gets', '60'] });
  expect([...passive.methods]).toEqual(['GET']);
  expect(passive.told.tier).toBe('passive');
  const front = await serve(pass(service.url));
  const target = targetFileLike(service.targetFile, 'unnamed', { baseUrl: front.url, kind: 'production' });
  const { code, stderr } = await assay(['fuzz', '--seed', '3', '--target', target], { folder });
  await front.close();
  expect({ code, asked: front.requests }, stderr).toEqual({ code: 2, asked: [] });
});

test('the same seed sends the same cases to equal targets at any concurrency', {
  tag: '@full',
}, async ({ folder }) => {
  const campaign = async (name: string) => {
    const { out } = await assayInto(name, ['fuzz', '--seed', '11', '--posts', '40'], { folder });
    const { spent, cases, coverage } = documentIn(out);
    const { operations, labels, parameters, sides, dropped } = coverage.counts;
    return { spent, cases, operations, labels, parameters, sides, dropped };
  };
  const [one, other] = await Promise.all([campaign('one'), campaign('other')]);
  expect(one.cases).toBeGreaterThan(40);
  expect(other).toEqual(one);
});

test('a campaign without any time says that nothing was decided', async ({ folder, service }) => {
  const words = ['fuzz', '--minutes', '0', '--target', targetFileLike(service.targetFile, 'late', {})];
  const { code, stdout, out } = await assayInto('late', words, { folder });
  expect(code).toBe(4);
  expect(stdout).toMatch(/seed \d+\n/);
  expect(stdout).toMatch(/^exit 4: incomplete/m);
  expect(documentIn(out)).toMatchObject({ budget: { minutes: 0 }, cases: 0, ended: 'spent', exit: 4 });
});

test('a target that does not answer ends a campaign with exit code 3', async ({ folder, service }) => {
  const changes = { baseUrl: 'http://127.0.0.1:9', deadlines: { recoverMs: 500 } };
  const words = ['fuzz', '--seed', '1', '--target', targetFileLike(service.targetFile, 'gone', changes)];
  const { code, stderr } = await assayInto('gone', words, { folder });
  expect(code, stderr).toBe(3);
  expect(stderr).toContain('seed 1\n');
  expect(stderr).toMatch(
    /expected an answer from http:\/\/127\.0\.0\.1:9, got none within 500 ms: no server can be reached there .*Check that it is running/,
  );
});

test('an account in use by a campaign is refused to another campaign', async ({ folder, service }) => {
  const quota = { postPerMinute: 1_000, getPerMinute: 10_000 };
  const target = targetFileLike(service.targetFile, 'held', { quota });
  const words = ['fuzz', '--seed', '1', '--target', target];
  const holding = start([...command, ...words, '--until-stopped', '--out', join(folder, 'holding')], { folder });
  const over = ended(holding);
  await printed(holding, 'seed 1');
  const refused = await assayInto('refused', words, { folder });
  holding.kill('SIGKILL');
  await over;
  expect(refused.code, refused.stderr).toBe(2);
  expect(refused.stderr).toMatch(/cannot be used/);
});

const mutant = test.extend<object, { found: () => ReturnType<typeof runStopped> }>({
  found: [async ({ sharedFolder: folder }, use) => use(once(() => runStopped(folder))), { scope: 'worker' }],
});

mutant.describe.configure({ mode: 'default' });

/** Starts two emulators with the same mutant, which differ in all of their ids, and a campaign on the first that is stopped after its first finding. */
async function runStopped(folder: string) {
  const options = ['--control', '--mutant', 'checkout-without-page'];
  const folders = ['here', 'there'].map((name) => join(folder, name));
  for (const place of folders) mkdirSync(place);
  const [here, there] = (await Promise.all(folders.map((place) => startEmulator({ folder: place, options })))) as [
    Service,
    Service,
  ];
  const findings = join(folder, 'here', 'target.state', 'findings.ndjson');
  const out = join(folder, 'stopped');
  const words = ['fuzz', '--seed', '5', '--until-stopped', '--json', '--target', here.targetFile, '--out', out];
  const running = start([...command, ...words], { folder });
  const over = ended(running);
  await expect.poll(() => existsSync(findings), { intervals: [10], timeout: 300_000 }).toBe(true);
  running.kill('SIGINT');
  const run: Run = { ...(await over), out };
  return { run, told: documentIn(out), findings, here, there };
}

mutant(
  'a campaign that is stopped ends well: it hands on what it found, and says so',
  { tag: '@full' },
  async ({ found }) => {
    const { run, told: report } = await found();
    expect(run.code, run.stderr).toBe(1);
    expect(report.ended).toBe('stopped');
    expect(statSync(join(run.out, 'campaign.json')).mode & 0o777).toBe(0o600);
    expect(JSON.parse(run.stdout)).toEqual(report);
    const ids = report.findings.map(({ requirement }) => requirement);
    expect(ids).toContain('CHK-01');
    const files = readdirSync(join(run.out, 'findings')).map((name) => `findings/${name}`);
    expect(files.toSorted()).toEqual(report.findings.flatMap((one) => one.files).toSorted());
    const [script = ''] = report.findings.flatMap((one) => one.files.filter((name) => name.endsWith('.sh')));
    expect(readFileSync(join(run.out, script), 'utf8')).not.toContain('{{project');
  },
);

mutant('what a campaign finds is made smaller within its POSTs', { tag: '@full' }, async ({ found, folder }) => {
  const { here } = await found();
  const target = targetFileLike(here.targetFile, 'tight', {});
  const { out, stderr } = await assayInto('tight', ['fuzz', '--seed', '5', '--posts', '60', '--target', target], {
    folder,
  });
  const { spent, findings } = documentIn(out);
  expect(findings.filter(({ shrunk }) => shrunk !== undefined).length, stderr).toBeGreaterThan(0);
  expect(spent.posts).toBeLessThanOrEqual(60);
});

mutant('a finding is sent again where it was found, and that is kept', { tag: '@full' }, async ({ found, folder }) => {
  const { told: report, findings, here } = await found();
  const { fingerprint = '' } = report.findings.find(({ requirement }) => requirement === 'CHK-01') ?? {};
  const words = ['replay', fingerprint.slice(0, 8), '--times', '2', '--target', here.targetFile];
  const { code, stdout } = await assayInto('again', words, { folder });
  expect(code, stdout).toBe(1);
  expect(stdout).toMatch(/^shown in 2 of 2 tries$/m);
  expect(stdout).toMatch(/^ +wanted .*\n +seen /m);
  const last = readFileSync(findings, 'utf8').trimEnd().split('\n').at(-1) ?? '';
  expect(JSON.parse(last)).toMatchObject({ event: 'tried', fingerprint, trial: { shown: 2, of: 2 } });
});

mutant(
  'a finding shows on another target with ids of its own, of which nothing is kept',
  { tag: '@full' },
  async ({ found, folder }) => {
    const { told: report, findings, there } = await found();
    const { fingerprint = '' } = report.findings.find(({ requirement }) => requirement === 'CHK-01') ?? {};
    const before = readFileSync(findings, 'utf8');
    expect(before).toContain('{{project:');
    const words = ['replay', fingerprint, '--times', '1', '--findings', findings];
    const other = await assayInto('other', [...words, '--target', there.targetFile], { folder });
    expect(other.code, other.stdout).toBe(1);
    // The embedded emulator conforms.
    const conforming = await assayInto('sound', words, { folder });
    expect(conforming.code, conforming.stdout).toBe(0);
    expect(conforming.stdout).toMatch(/^shown in 0 of 1 tries$/m);
    expect(readFileSync(findings, 'utf8')).toBe(before);
  },
);

mutant(
  'a fingerprint that no finding has is refused with those that there are',
  { tag: '@full' },
  async ({ found, folder }) => {
    const { told: report, findings } = await found();
    const { code, stdout, stderr } = await assay(['replay', 'abcdefabcdef', '--findings', findings], { folder });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    for (const { fingerprint } of report.findings) expect(stderr).toContain(fingerprint);
  },
);

mutant(
  'a finding that writes is not sent to a target that may only be read',
  { tag: '@full' },
  async ({ found, folder }) => {
    const { told: report, here } = await found();
    const { fingerprint = '' } = report.findings.find(({ requirement }) => requirement === 'CHK-01') ?? {};
    const words = ['replay', fingerprint, '--tier', 'passive', '--target', here.targetFile];
    const { code, stderr } = await assayInto('fenced', words, { folder });
    expect(code).toBe(2);
    expect(stderr).toContain('--tier: expected a finding with reads only');
  },
);

mutant('what is known is sent again before anything new, and counts', { tag: '@full' }, async ({ found, folder }) => {
  const { told: first, here } = await found();
  const words = ['fuzz', '--seed', '6', '--posts', '80', '--shrink-posts', '0', '--target', here.targetFile];
  const { code, stdout, out } = await assayInto('known', words, { folder });
  const report = documentIn(out);
  expect(code, stdout).toBe(1);
  expect(report.again?.known).toBe(first.findings.length);
  expect(report.again?.tried).toBeGreaterThan(0);
  expect(report.again?.shown).toBeGreaterThan(0);
  const { fingerprint = '' } = first.findings.find(({ requirement }) => requirement === 'CHK-01') ?? {};
  expect(report.findings.map((one) => one.fingerprint)).toContain(fingerprint);
});

mutant(
  'what was known and is mended is told as fixed, and counts no more',
  { tag: '@full' },
  async ({ found, folder, service }) => {
    const { findings } = await found();
    const target = targetFileLike(service.targetFile, 'mended', {});
    copyFileSync(findings, target.replace(/\.json$/, '.findings.ndjson'));
    const words = ['fuzz', '--seed', '6', '--posts', '80', '--shrink-posts', '0', '--target', target];
    const { code, stdout, out } = await assayInto('mended', words, { folder });
    const { again, findings: showing } = documentIn(out);
    expect(code, stdout).toBe(0);
    expect(showing).toEqual([]);
    const fixed = again?.became.filter(({ state }) => state === 'fixed') ?? [];
    expect(fixed.map(({ requirement }) => requirement)).toContain('CHK-01');
    for (const { fingerprint } of fixed) expect(stdout).toMatch(new RegExp(`^now fixed: .*${fingerprint}`, 'm'));
  },
);
