import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, test } from '@playwright/test';
import { barePayin } from '../../tests/support/emulator/sampleBodies.ts';
import { CONTROL_TOKEN, openTestEmulator, signedHeaders, TOKEN } from '../../tests/support/emulator/testEmulator.ts';

const CONTROL = { 'x-control-token': CONTROL_TOKEN };
const PAYIN = barePayin({ amount: 100, currency: 'UAH', method: 'CC_VISAMC' });

test('the test control API is closed by default and looks like any unknown path', async () => {
  const { ask } = openTestEmulator();
  const unknown = await ask({ path: '/nowhere' });
  for (const [path, body] of [
    ['/~control/world', undefined],
    ['/~control/clock', { advanceMs: 1 }],
    ['/~fleet', undefined],
    ['/~moscow-time/v1/user/methods', undefined],
  ] as const) {
    expect(await ask({ path, body, headers: CONTROL })).toMatchObject({ status: 404, text: unknown.text });
  }
});

test('the open test control API needs its token', async () => {
  const { ask } = openTestEmulator({ control: true });
  for (const headers of [{}, { 'x-control-token': 'guess' }]) {
    expect((await ask({ path: '/~control/world', headers })).status).toBe(404);
  }
  expect((await ask({ path: '/~control/world', headers: CONTROL })).status).toBe(200);
});

test('the test control API lists its calls', async () => {
  const { ask } = openTestEmulator({ control: true });
  const { status, json } = await ask({ path: '/~control/', headers: CONTROL });
  expect(status).toBe(200);
  expect((json as { calls: string[] }).calls).toEqual(
    expect.arrayContaining(['POST clock', 'POST payments/{id}/settle']),
  );
  expect((await ask({ path: '/~control/' })).status).toBe(404);
});

test('the test control API moves the clock forward and refuses to move it back', async () => {
  const { ask } = openTestEmulator({ control: true });
  const { id } = (await ask({ path: '/v1/user/payments/payin', body: PAYIN })).json as { id: string };
  for (const advanceMs of [-1, 0.5, 'x', null, 1e15]) {
    expect((await ask({ path: '/~control/clock', body: { advanceMs }, headers: CONTROL })).status).toBe(400);
  }
  expect((await ask({ path: '/~control/clock', body: { advanceMs: 3_600_000 }, headers: CONTROL })).status).toBe(200);
  expect((await ask({ path: `/v1/user/payments/${id}` })).json).toMatchObject({ status: 'EXPIRED' });
});

test('the test control API has every call that its page documents', async () => {
  const { ask } = openTestEmulator({ control: true });
  const page = readFileSync('docs/test-control-api.md', 'utf8');
  const calls = [...page.matchAll(/^\| `(GET|POST) ([^` ]+)` \|/gm)].map(([, verb, path]) => `${verb} ${path}`);
  expect(new Set(calls).size).toBe(8);
  const unknown = await ask({ path: '/~control/nowhere', headers: CONTROL });
  for (const call of new Set(calls)) {
    const [verb, path = ''] = call.split(' ');
    const body = verb === 'POST' ? {} : undefined;
    const answer = await ask({ path: `/~control/${path.replaceAll(/\{\w+\}/g, 'x')}`, body, headers: CONTROL });
    expect(answer.text, call).not.toBe(unknown.text);
  }
});

test('amounts of the test control API are text or numbers', async () => {
  const { ask } = openTestEmulator({ control: true });
  for (const processedAmount of ['12.50', 12.5]) {
    const { id } = (await ask({ path: '/v1/user/payments/payin', body: PAYIN })).json as { id: string };
    const body = { status: 'PARTIAL_SUCCESS', processedAmount };
    const answer = await ask({ path: `/~control/payments/${id}/settle`, body, headers: CONTROL });
    expect(answer.json).toMatchObject({ status: 'PARTIAL_SUCCESS', amount: 12.5 });
  }
});

test('the state of an instance shows no secret', async () => {
  const { ask } = openTestEmulator({ control: true });
  const { text } = await ask({ path: '/~control/world', headers: CONTROL });
  expect(text).toContain('"balances"');
  for (const secret of [TOKEN.id, TOKEN.secret, 'second-secret', CONTROL_TOKEN]) expect(text).not.toContain(secret);
});

test('the instances of a mutation run are isolated and share credentials and projects', async () => {
  const { ask, setup } = openTestEmulator({ control: true, instances: true });
  await ask({ path: '/v1/user/payments/payin', body: PAYIN });
  await ask({ path: '/~over-limit/v1/user/payments/payin', body: { ...PAYIN, amount: 99_000 } });
  await ask({ path: '/~over-limit/~control/clock', body: { advanceMs: 3_600_000 }, headers: CONTROL });
  expect((await ask({ path: '/v1/user/payments' })).json).toMatchObject([{ amount: 100, status: 'NEW' }]);
  expect((await ask({ path: '/~over-limit/v1/user/payments' })).json).toMatchObject([
    { amount: 99_000, status: 'EXPIRED' },
  ]);
  expect((await ask({ path: '/~mech:withinMaximum:always-true/v1/user/payments' })).json).toEqual([]);
  const project = setup.accounts[0]?.projects[0]?.id;
  expect((await ask({ path: `/~slow/v1/user/crypto-acquiring/${project}/deposit-options` })).status).toBe(200);
});

test('an instance of a mutation run signs, links and refuses like the main one', async () => {
  const { ask } = openTestEmulator({ instances: true });
  expect((await ask({ path: '/~slow/v1/user/methods', headers: signedHeaders('') })).status).toBe(200);
  expect((await ask({ path: '/~slow/v1/user/methods', headers: {} })).status).toBe(401);
  expect((await ask({ path: '/~nobody/v1/user/methods' })).status).toBe(404);
  const made = (await ask({ path: '/~extra-fields/v1/user/payments/payin', body: PAYIN })).json as { payUrl: string };
  expect(new URL(made.payUrl).pathname).toMatch(/^\/~extra-fields\/pay\/ORD-/);
  expect((await ask({ path: new URL(made.payUrl).pathname, headers: {} })).status).toBe(200);
});

test('only a holder of the control token can list the instances', async () => {
  const { ask } = openTestEmulator({ instances: true });
  expect((await ask({ path: '/~fleet' })).status).toBe(404);
  const list = (await ask({ path: '/~fleet', headers: CONTROL })).json as { kind: string }[];
  expect(new Set(list.map(({ kind }) => kind))).toEqual(new Set(['mutant', 'variant', 'mechanical']));
});

const start = (...options: string[]): ChildProcess =>
  spawn(process.execPath, ['scripts/start.js', 'emulator/main.ts', ...options], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ASSAY_EMULATOR_TOKEN_ID: TOKEN.id, ASSAY_EMULATOR_TOKEN_SECRET: TOKEN.secret },
  });

async function firstLine({ stdout }: ChildProcess): Promise<{ url: string; profile: string | null }> {
  if (stdout === null) throw new Error('the emulator has no standard output');
  const [line] = await once(createInterface({ input: stdout }), 'line');
  return JSON.parse(String(line));
}

test('starts, says where it listens, writes private files and ends on SIGTERM', async ({}, testInfo) => {
  const profile = testInfo.outputPath('target.json');
  const child = start('--control', '--profile-out', profile);
  const line = await firstLine(child);
  expect(line).toMatchObject({ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), profile });
  const target = JSON.parse(readFileSync(profile, 'utf8'));
  expect(target).toMatchObject({
    kind: 'emulator',
    baseUrl: line.url,
    envFile: 'target.env',
    levers: { control: { url: `${line.url}/~control` } },
  });
  expect(readFileSync(profile, 'utf8')).not.toContain(TOKEN.secret);
  expect(readFileSync(profile.replace('.json', '.env'), 'utf8')).toContain(TOKEN.secret);
  for (const file of [profile, profile.replace('.json', '.env')]) expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await fetch(`${line.url}/v1/user/methods`, { headers: signedHeaders('') })).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('an attached emulator ends when its standard input closes', async () => {
  const child = start('--attached', '--mutant', 'order-id-quoted');
  expect((await firstLine(child)).profile).toBeNull();
  child.stdin?.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('an unknown mutant is a misuse', async () => {
  const child = spawn(process.execPath, ['scripts/start.js', 'emulator/main.ts', '--mutant', 'nobody'], {
    stdio: 'ignore',
  });
  expect(await once(child, 'exit')).toEqual([2, null]);
});
