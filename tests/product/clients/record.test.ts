import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { variableNames } from '../../../client/recorded/variables.ts';
import { assay, requirementIn, verdictIn } from '../../support/product/assayCommand.ts';
import { test } from '../../support/product/productTest.ts';

/** The tests of a small SDK: it signs, and repeats a POST under its clientOrderId. */
const script = `
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
const { ASSAY_BASE_URL: base, ASSAY_TOKEN_ID: id, ASSAY_TOKEN_SECRET: secret } = process.env;
async function send(method, path, body = '', tries = 0) {
  const salt = process.argv[2] === 'fixed' ? 'salt' : randomBytes(32).toString('hex');
  const signature = createHmac('sha256', secret).update(body + salt).digest('hex');
  const headers = { 'X-Token-API-Id': id, 'X-HMAC-SHA256-Signature': signature, 'X-Salt': salt };
  const answer = await fetch(base + path, { method, headers, ...(body && { body }) }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  if (tries > 3 || (answer && answer.status < 429)) return answer?.status;
  const after = answer?.headers.get('retry-after') ?? '0';
  const ms = /^\\d+$/.test(after) ? 1000 * Number(after) : Date.parse(after) - Date.now();
  await new Promise((done) => setTimeout(done, ms));
  return send(method, path, body, tries + 1);
}
console.log('read', await send('GET', '/v1/user/payments/' + encodeURIComponent('a/b?c')));
const coin = { currency: 'USDT', method: 'CRYPTOCOIN', blockchain: 'TRON' };
for (let amount = 20; amount < 32; amount += 1)
  await send('POST', '/v1/user/payments/payin', JSON.stringify({ amount, ...coin, clientOrderId: randomUUID() }));
if (process.argv[2] === 'failing') process.exit(3);
`;

/** Records the script with options before and words after the bare --. */
function record(folder: string, options: readonly string[], words: readonly string[] = []) {
  writeFileSync(join(folder, 'sdk.mjs'), script);
  const out = options.includes('--out') ? [] : ['--out', join(folder, 'run')];
  const usual = ['client', '--record', '--report', 'junit', ...out];
  return assay([...usual, ...options, '--', 'node', 'sdk.mjs', ...words], { folder });
}

test('a conforming SDK passes, and what nobody saw is not applicable', async ({ folder }) => {
  const out = join(folder, 'run');
  const { code, stdout, stderr } = await record(folder, ['--disturb']);
  expect(stderr).toContain('the tests called 2 of 19 operations, never listMethods');
  expect(stdout).toContain('read 404');
  expect(code, stdout).toBe(0);
  const { requirements } = verdictIn(out);
  const passing = requirements.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id);
  expect(passing).toEqual(['CLI-01', 'CLI-07', 'CLI-08', 'CLI-09']);
  expect(requirements.filter(({ outcome }) => outcome === 'not applicable')).toHaveLength(8);
  expect(readFileSync(join(out, 'client.ndjson'), 'utf8')).toContain('"way":"record"');
});

test('without failures CLI-07 stays unverified, and one salt for all requests is a failure', async ({ folder }) => {
  const { code } = await record(folder, [], ['fixed']);
  expect(code).toBe(1);
  expect(requirementIn(join(folder, 'run'), 'CLI-01').outcome).toBe('fail');
  expect(requirementIn(join(folder, 'run'), 'CLI-07').outcome).toBe('unverified');
});

test('tests that fail make the verdict incomplete, and the SDK fails nothing', async ({ folder }) => {
  const { code, stdout } = await record(folder, ['--only', 'CLI-01,CLI-08,CLI-09'], ['failing']);
  expect(stdout).toContain('The recorded tests did not all pass: node sdk.mjs failing ended with exit code 3');
  expect(code).toBe(4);
  expect(verdictIn(join(folder, 'run')).outcomes).toMatchObject({ pass: 3 });
});

test('before another target requests keep their own signature, or are signed anew', { tag: '@full' }, async ({
  folder,
  service,
}) => {
  const target = ['--target', service.targetFile, '--only', 'CLI-01,CLI-08,CLI-09'];
  for (const more of [[], ['--sign-anew']]) {
    const options = [...target, ...more, '--out', join(folder, `run${more.length}`)];
    const { code, stdout, stderr } = await record(folder, options);
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toContain('read 404');
  }
});

test('the help names every variable', async ({ folder }) => {
  const { stdout } = await assay(['client', '--help'], { folder });
  expect(Object.values(variableNames).filter((name) => !stdout.includes(name))).toEqual([]);
});
