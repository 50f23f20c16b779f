import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Check } from '../../../runner/doctor/check.ts';
import { floods } from '../../support/network/hugeBody.ts';
import { pass } from '../../support/network/proxy.ts';
import * as behaviours from '../../support/network/serverBehaviours.ts';
import { type Behaviour, serve, type TestServer } from '../../support/network/testServer.ts';
import { assay } from '../../support/product/assayCommand.ts';
import { freePort } from '../../support/product/freePort.ts';
import { test } from '../../support/product/productTest.ts';
import { startEmulator, targetFileLike, targetFileThrough } from '../../support/product/startEmulator.ts';

/** The report of a doctor. */
interface Report {
  exit: number;
  checks: readonly Check[];
  first: readonly string[];
}

/** Runs doctor with `--json`; the exit code is the one that the report names. */
async function examined(
  target: string,
  { folder, env }: { folder: string; env?: Record<string, string> },
): Promise<Report> {
  const { code, stdout, stderr } = await assay(['doctor', '--json', '--target', target], {
    folder,
    ...(env && { env }),
  });
  expect(stderr).toBe('');
  const report = JSON.parse(stdout) as Report;
  expect(code).toBe(report.exit);
  return report;
}

const checkIn = ({ checks }: Report, thing: string) => checks.find((check) => check.thing.startsWith(thing));

const postsIn = ({ requests }: TestServer) => requests.filter((one) => !one.startsWith('GET '));

/** Returns the values of the variables that a target file beside a dotenv file names. */
const secretsBeside = (file: string) =>
  readFileSync(file.replace(/\w+\.json$/, 'target.env'), 'utf8')
    .split('\n')
    .map((line) => line.split('=')[1]?.replaceAll('"', '') ?? '')
    .filter((value) => value.length > 8);

test('finds everything in order at an emulator with test control API, with at most 30 GETs and no POST', async ({
  folder,
}) => {
  const { url, targetFile, stop } = await startEmulator({ folder, options: ['--control'] });
  const proxy = await serve(pass(url));
  const target = targetFileThrough(targetFile, 'through', { from: url, to: proxy.url });
  const report = await examined(target, { folder });
  await proxy.close();
  await stop();
  expect(report.exit).toBe(0);
  expect(report.checks.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(checkIn(report, 'levers.control')?.says).toBe('offers the 5 calls that a run makes');
  expect(proxy.requests.length).toBeGreaterThan(10);
  expect(proxy.requests.length).toBeLessThanOrEqual(30);
  expect(postsIn(proxy)).toEqual([]);
});

test('a sparse file gets, for each thing that it lacks, the requirements that this costs and the line to add', async ({
  service,
  folder,
}) => {
  const sparse = targetFileLike(service.targetFile, 'doctored', { projects: [], paths: {}, samples: {}, webhook: {} });
  const { code, stdout } = await assay(['doctor', '--target', sparse], { folder });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^missing +projects: .*; costs \d+ requirements: .*\n +add +projects: \[\{ id: CAP-… \}\]$/m);
  expect(stdout).toMatch(/^missing +levers\.control: .*; costs \d+ requirements: .*\n +add +levers: \{ control: /m);
  expect(stdout).toMatch(/^missing +samples: .*\n +add +samples: \{ VA_QR: \{ /m);
  expect(stdout).toMatch(/^missing +paths\.request, paths\.checkout: .*\n +add +paths: \{ request: /m);
  expect(stdout).toMatch(/^First {2}\S.*\nThen {3}\S.*\nThen {3}\S.*\n.*\nexit 0: a nightly run could begin$/m);
  for (const secret of secretsBeside(service.targetFile)) expect(stdout).not.toContain(secret);
});

test('a refused credential is what to correct first, and its value is not shown', { tag: '@full' }, async ({
  service,
  folder,
}) => {
  const env = { ASSAY_EMULATOR_TOKEN_SECRET: 'not-the-secret-of-this-token' };
  const report = await examined(service.targetFile, { folder, env });
  expect(report.exit).toBe(2);
  expect(checkIn(report, 'credential main')).toMatchObject({ state: 'wrong', stops: 'correct' });
  expect(report.first[0]).toMatch(/^credential main: Check the values of the variables/);
  expect(JSON.stringify(report)).not.toContain(env.ASSAY_EMULATOR_TOKEN_SECRET);
});

test('an address where nobody listens is exit 3', { tag: '@full' }, async ({ service, folder }) => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const report = await examined(targetFileLike(service.targetFile, 'nobody', { baseUrl }), { folder });
  expect(report.exit).toBe(3);
  expect(checkIn(report, 'baseUrl')).toMatchObject({
    state: 'wrong',
    says: expect.stringContaining('no server can be reached'),
  });
  expect(checkIn(report, 'credential main')?.state).toBe('not checked');
});

test('all problems of a file and all unset variables are reported at once, and whether somebody is at its address', {
  tag: '@full',
}, async ({ folder }) => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const file = join(folder, 'wrong.yaml');
  writeFileSync(
    file,
    `name: wrong\nkind: toy\nbaseUrl: ${baseUrl}\ncredentials:\n  - { label: main, tokenIdEnv: NOWHERE_ID, secretEnv: NOWHERE_SECRET }\nquota: { postPerMinute: 0 }\n`,
  );
  const report = await examined(file, { folder });
  expect(report.exit).toBe(2);
  expect(report.checks.map(({ thing, state }) => `${state} ${thing}`)).toEqual([
    'wrong /kind (line 2)',
    'wrong /quota/postPerMinute (line 6)',
    'wrong $NOWHERE_ID (line 5)',
    'wrong $NOWHERE_SECRET (line 5)',
    'wrong baseUrl',
  ]);
});

test('a short balance, a wrong project and a wrong path are said, and do not keep a run from beginning', async ({
  service,
  folder,
}) => {
  const poor = await serve(
    pass(service.url, (answer, { path }) =>
      path === '/v1/user/wallet/balances'
        ? { ...answer, headers: ['Content-Type', 'application/json'], body: Buffer.from('{"USDT":"0.01"}') }
        : answer,
    ),
  );
  const target = targetFileLike(service.targetFile, 'poor', {
    baseUrl: poor.url,
    projects: [{ id: 'CAP-00000000-0000-4000-8000-000000000000' }],
    paths: { checkout: '/v1/nowhere/{checkoutId}' },
  });
  const report = await examined(target, { folder });
  await poor.close();
  expect(report.exit).toBe(0);
  expect(checkIn(report, 'balance USDT')).toMatchObject({
    state: 'missing',
    says: expect.stringMatching(/takes up to [\d.]+, and the account has 0\.01$/),
  });
  expect(checkIn(report, 'balance USDT')?.costs?.length).toBeGreaterThan(0);
  expect(checkIn(report, 'project CAP-')?.state).toBe('wrong');
  expect(checkIn(report, 'paths.checkout')?.state).toBe('not checked');
});

test('a public address that leads back to this machine is seen to, and another is not', { tag: '@full' }, async ({
  service,
  folder,
}) => {
  const path = '0123456789abcdef0123456789abcdef';
  const other = await serve(behaviours.answersHtml);
  const port = await freePort();
  const back = (publicUrl: string) =>
    examined(
      targetFileLike(service.targetFile, 'hooked', { webhook: { publicUrl, listen: { port }, kinds: ['payment'] } }),
      { folder },
    );
  const [good, bad] = [await back(`http://127.0.0.1:${port}/${path}`), await back(`${other.url}/${path}`)];
  await other.close();
  expect(checkIn(good, 'webhook.publicUrl')?.state).toBe('ok');
  expect(checkIn(bad, 'webhook.publicUrl')).toMatchObject({
    state: 'wrong',
    says: expect.stringContaining('answered 200'),
  });
  expect(JSON.stringify([good, bad])).not.toContain(path);
});

test('a Redis that does not answer is to be corrected, and its password is not shown', { tag: '@full' }, async ({
  service,
  folder,
}) => {
  const target = targetFileLike(service.targetFile, 'shared', {
    quota: { postPerMinute: 100, getPerMinute: 1000, redisEnv: 'OUR_REDIS' },
  });
  const report = await examined(target, {
    folder,
    env: { OUR_REDIS: `redis://:pass-word-1@127.0.0.1:${await freePort()}` },
  });
  expect(report.exit).toBe(2);
  expect(checkIn(report, 'quota.redisEnv')).toMatchObject({ state: 'wrong', stops: 'correct' });
  expect(JSON.stringify(report)).not.toContain('pass-word-1');
});

const marked: Behaviour = (_asked, response) =>
  void response.writeHead(404, { 'Content-Type': 'text/plain' }).end('\u001b[31m::error::\u202e##[command]\r\n\u0007');

const hostile: readonly (readonly [name: string, behaviour: Behaviour, exit: number])[] = [
  ['never answers', behaviours.hangs, 3],
  ['resets every connection', behaviours.resets, 3],
  ['does not speak HTTP', behaviours.breaksHttp, 3],
  ['answers a web page', behaviours.answersHtml, 2],
  ['answers without an end', floods, 0],
  ['answers JSON nested without measure', behaviours.answersDeepJson, 0],
  ['answers control characters and commands', marked, 2],
  ['redirects to itself', behaviours.redirectsTo('/elsewhere'), 2],
];

for (const [index, [name, behaviour, exit]] of hostile.entries())
  test(`a server that ${name} is described in few and harmless words`, {
    tag: index % 3 === 0 ? [] : '@full',
  }, async ({ service, folder }) => {
    const server = await serve(behaviour);
    const target = targetFileLike(service.targetFile, 'hostile', { baseUrl: server.url, deadlines: { answerMs: 500 } });
    const { code, stdout, stderr } = await assay(['doctor', '--target', target], { folder });
    await server.close();
    expect(stderr).toBe('');
    expect(code, stdout).toBe(exit);
    expect(stdout.length).toBeLessThan(20_000);
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]|::error|##\[/u);
    expect(server.requests.length).toBeLessThanOrEqual(30);
    expect(postsIn(server)).toEqual([]);
    for (const secret of secretsBeside(service.targetFile)) expect(stdout).not.toContain(secret);
  });

test('a run that the target file keeps from beginning points to doctor', { tag: '@full' }, async ({
  service,
  folder,
}) => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const target = targetFileLike(service.targetFile, 'pointing', { baseUrl });
  const { code, stdout } = await assay(['run', '--target', target, '--only', 'MTD-02'], { folder });
  expect(code).toBe(3);
  expect(stdout).toContain('npx assay doctor');
});
