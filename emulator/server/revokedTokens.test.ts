import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { barePayin } from '../../tests/support/emulator/sampleBodies.ts';
import {
  CONTROL_TOKEN,
  headersOf,
  openTestEmulator,
  signedHeaders,
} from '../../tests/support/emulator/testEmulator.ts';
import { rulesNamed } from '../faults/catalogue.ts';
import { newSetup } from '../instance/setup.ts';
import { writeTargetFile } from './targetFile.ts';

const CONTROL = { 'x-control-token': CONTROL_TOKEN };
const METHODS = '/v1/user/methods';
const PAYIN = '/v1/user/payments/payin';
const BODY = barePayin({ amount: 100, currency: 'UAH', method: 'CC_VISAMC' });

test('a revoked token and one of another environment authenticate no account, by either scheme', async () => {
  const { ask, setup } = openTestEmulator();
  for (const label of ['revoked', 'elsewhere']) {
    const headers = headersOf(setup, label);
    const id = headers['x-token-api-id'] ?? '';
    const proof = { ...signedHeaders('', 'salt', headers['x-token-api-secret']), 'x-token-api-id': id };
    for (const given of [headers, proof]) expect((await ask({ path: METHODS, headers: given })).status).toBe(401);
    expect((await ask({ path: PAYIN, body: BODY, headers })).status).toBe(401);
  }
  expect((await ask({ path: '/v1/user/payments' })).json).toEqual([]);
});

test('the test control API revokes a token of one instance, and all others stay valid', async () => {
  const { ask, setup } = openTestEmulator({ control: true, instances: true });
  const second = headersOf(setup, 'second');
  expect((await ask({ path: METHODS, headers: second })).status).toBe(200);
  const revoke = { verb: 'POST', path: '/~control/tokens/second/revoke', headers: CONTROL } as const;
  for (let count = 0; count < 2; count += 1) {
    expect(await ask(revoke)).toMatchObject({ status: 200, json: { label: 'second', standing: 'revoked' } });
  }
  expect(await ask({ path: METHODS, headers: second })).toMatchObject({ status: 401, json: { code: 'token_revoked' } });
  await ask({ ...revoke, path: '/~control/tokens/second/restore' });
  expect((await ask({ path: METHODS, headers: second })).status).toBe(200);
  await ask(revoke);
  expect((await ask({ path: METHODS })).status).toBe(200);
  expect((await ask({ path: `/~slow${METHODS}`, headers: second })).status).toBe(200);
  expect((await ask({ ...revoke, path: '/~control/tokens/nobody/revoke' })).status).toBe(404);
});

for (const [name, label, read, write] of [
  ['revoked-token-reads', 'revoked', 200, 401],
  ['revoked-token-works', 'revoked', 200, 200],
  ['revoked-as-forbidden', 'revoked', 403, 403],
  ['other-environment-works', 'elsewhere', 200, 200],
  ['other-environment-works', 'revoked', 401, 401],
] as const) {
  test(`${name}: ${label} reads with ${read} and writes with ${write}`, async () => {
    const { ask, setup } = openTestEmulator({ rules: rulesNamed(name) });
    const headers = headersOf(setup, label);
    expect((await ask({ path: METHODS, headers })).status).toBe(read);
    expect((await ask({ path: PAYIN, body: BODY, headers })).status).toBe(write);
  });
}

test('the target file says what each token is for, and the quota of the rate-limit account', ({}, testInfo) => {
  const file = testInfo.outputPath('target.json');
  const setup = newSetup('profile', {});
  writeTargetFile(file, { setup, url: 'http://emulator.invalid', control: false, quota: undefined });
  const { credentials } = JSON.parse(readFileSync(file, 'utf8')) as { credentials: { label: string }[] };
  expect(credentials.map(({ label }) => label)).toEqual(['main', 'revoked', 'elsewhere', 'second', 'cross', 'limited']);
  expect(credentials[1]).toMatchObject({ purpose: 'revoked' });
  expect(credentials[2]).toMatchObject({ purpose: 'otherEnvironment' });
  expect(credentials[5]).toMatchObject({ quota: { postPerMinute: 10, getPerMinute: 15, windowSeconds: 4 } });
  expect(readFileSync(file.replace('.json', '.env'), 'utf8')).toContain('ASSAY_EMULATOR_ELSEWHERE_TOKEN_SECRET=');
});
