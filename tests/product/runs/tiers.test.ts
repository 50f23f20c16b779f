import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import type { TargetFile } from '../../../traffic/target/file/readTargetFile.ts';
import { pass } from '../../support/network/proxy.ts';
import { serve } from '../../support/network/testServer.ts';
import { assay, assayInto, requirementIn, verdictIn } from '../../support/product/assayCommand.ts';
import { ended, start } from '../../support/product/childProcess.ts';
import { test } from '../../support/product/productTest.ts';
import { type Service, targetFileLike } from '../../support/product/startEmulator.ts';

const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');

interface Given {
  folder: string;
  service: Service;
}

interface Counted {
  name: string;
  changes?: Partial<TargetFile>;
  words?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

/** Runs through a proxy and returns the methods and the number of its requests. */
async function counted({ folder, service }: Given, { name, changes = {}, words = [], env = {} }: Counted) {
  const front = await serve(pass(service.url));
  const target = targetFileLike(service.targetFile, name, { baseUrl: front.url, ...changes });
  const run = await assayInto(name, ['run', '--target', target, ...words], { folder, env });
  await front.close();
  const methods = new Set(front.requests.map((request) => request.split(' ')[0]));
  return { run, methods: [...methods], asked: front.requests.length };
}

/** Returns the requirements of a run that could not be judged without writing. */
const writersIn = (out: string) =>
  verdictIn(out).requirements.filter(({ findings }) => findings.some(({ seen }) => seen.includes('only reads')));

test('a passive run sends only GET, and judges what reads can show', async ({ folder, service }) => {
  const { run, methods, asked } = await counted({ folder, service }, { name: 'passive', words: ['--tier', 'passive'] });
  expect(methods).toEqual(['GET']);
  const { selection, header, outcomes, exit } = verdictIn(run.out);
  expect(selection.tier).toBe('passive');
  expect(header.exchanges).toMatchObject({ post: 0, get: asked });
  expect(outcomes.pass).toBeGreaterThan(0);
  expect(outcomes.fail ?? 0).toBe(0);
  expect(run.code, run.stdout).toBe(exit);
});

test('a passive run reads production, even for requirements that would make a payment', { tag: '@full' }, async ({
  folder,
  service,
}) => {
  const production = { name: 'production', changes: { kind: 'production' } } as const;
  const words = ['--only', 'PAY-12,PAY-08', '--tier', 'passive'];
  const { run, methods } = await counted({ folder, service }, { ...production, words });
  expect(methods).toEqual(['GET']);
  expect(verdictIn(run.out).selection.tier).toBe('passive');
  expect(requirementIn(run.out, 'PAY-08').outcome).toBe('not selected');
});

test('with Playwright directly, production must also be named, or is only read', { tag: '@full' }, async ({
  folder,
  service,
}) => {
  const front = await serve(pass(service.url));
  const target = targetFileLike(service.targetFile, 'grepped', { baseUrl: front.url, kind: 'production' });
  const out = join(folder, 'grepped');
  const words = ['node', cli, 'test', '--grep', 'PAY-08 '];
  const refused = await ended(
    start(words, { folder: packageRoot, env: { ASSAY_TARGET: target, ASSAY_OUT: `${out}-not` } }),
  );
  expect(refused.stdout + refused.stderr).toMatch(/--allow-money: expected .* set ASSAY_MONEY/);
  expect({ asked: front.requests, failed: refused.code !== 0 }).toEqual({ asked: [], failed: true });
  const env = { ASSAY_TARGET: target, ASSAY_OUT: out, ASSAY_TIER: 'passive' };
  const run = await ended(start(words, { folder: packageRoot, env }));
  await front.close();
  expect(front.requests.length).toBeGreaterThan(0);
  expect(front.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  expect(verdictIn(out), run.stdout).toMatchObject({ exit: 4, selection: { tier: 'passive' } });
  expect(writersIn(out).map(({ id }) => id)).toEqual(['PAY-08']);
});

test('a run may pay from production if its host is named', { tag: '@full' }, async ({ folder, service }) => {
  const target = targetFileLike(service.targetFile, 'paid', { kind: 'production' });
  const { host } = new URL(service.url);
  const words = ['run', '--target', target, '--only', 'PAY-08', '--allow-money', host];
  const { code, out, stdout } = await assayInto('paid', words, { folder });
  expect(code, stdout).toBe(0);
  expect(verdictIn(out)).toMatchObject({ selection: { tier: 'active' }, header: { exchanges: { post: 2 } } });
});

test('in a passive run a requirement that finds nothing to read does not create it', { tag: '@full' }, async ({
  folder,
  service,
}) => {
  const nothing = await serve((asked, response) =>
    asked.path.startsWith('/v1/user/payments') || asked.path.startsWith('/v2/user/payments')
      ? void response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]')
      : pass(service.url)(asked, response),
  );
  const target = targetFileLike(service.targetFile, 'empty', { baseUrl: nothing.url });
  const run = await assayInto('empty', ['run', '--target', target, '--tier', 'passive', '--only', 'PAY-12'], {
    folder,
  });
  await nothing.close();
  expect(nothing.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
  expect(run.code, run.stdout).toBe(4);
  expect(writersIn(run.out).map(({ id }) => id)).toEqual(['PAY-12']);
  expect(requirementIn(run.out, 'PAY-12')).toMatchObject({ outcome: 'unverified', attribution: 'configuration' });
});

const refusals = [
  {
    why: 'production by another host than its own',
    kind: 'production',
    words: ['--allow-money', 'other.host'],
    told: /--allow-money: expected 127\.0\.0\.1:\d+, to move real money there, got other\.host/,
  },
  {
    why: 'a run on production without its host',
    kind: 'production',
    words: [],
    told: /--allow-money: expected .*no --allow-money/,
  },
  {
    why: 'a passive run of what only writing shows',
    kind: 'emulator',
    words: ['--tier', 'passive', '--only', 'SBX-04'],
    told: /expected requirements that can be judged by reading alone/,
  },
] as const;

for (const { why, kind, words, told: message } of refusals)
  test(`refuses ${why}, before it sends anything`, async ({ folder, service }) => {
    const front = await serve(pass(service.url));
    const target = targetFileLike(service.targetFile, `refused-${words.length}-${kind}`, { kind, baseUrl: front.url });
    const { code, stdout, stderr } = await assay(['run', '--target', target, ...words], { folder });
    await front.close();
    expect(code, stderr).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(front.requests).toEqual([]);
  });
