import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Finding } from '../../../fuzzer/engine/findings/finding.ts';
import type { OpenApiReport } from '../../../fuzzer/openapi/coverage/report.ts';
import type { ContractCampaign } from '../../../reports/campaign/contractCoverage.ts';
import { loadContract } from '../../../schemas/load/contract.ts';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { type MockFaultName, mockFaults } from '../../support/mock/flaws.ts';
import { openMock } from '../../support/mock/mock.ts';
import { serve } from '../../support/network/testServer.ts';
import { assay, command } from '../../support/product/assayCommand.ts';
import { type Ended, ended, start } from '../../support/product/childProcess.ts';
import { test } from '../../support/product/productTest.ts';
import { contractIn, shop } from '../../support/product/shopContract.ts';

const secret = 'key-of-0123456789';

const env = { SHOP_KEY: secret };

interface Campaign {
  seed: number;
  cases: number;
  spent: { posts: number; gets: number };
  coverage: OpenApiReport;
  broken: readonly { requirement: { id: string } }[];
  findings: readonly Finding[];
}

type Fuzzed = Ended & { campaign: Campaign; text: string };

async function fuzzed(
  folder: string,
  fault: MockFaultName | undefined,
  words: readonly string[] = [],
): Promise<Fuzzed> {
  const contract = contractIn(folder);
  const mock = await openMock(await loadContract(contract), {
    seed: 1,
    acceptedCredentials: [secret],
    ...(fault && { faults: { [fault]: true } }),
  });
  try {
    const out = join(mkdtempSync(join(folder, 'run-')), 'out');
    const auth = ['--auth', 'key=env:SHOP_KEY', '--seed', '7', '--posts', '200'];
    const ended = await assay(['fuzz', '--contract', contract, '--target', mock.url, '--out', out, ...auth, ...words], {
      folder,
      env,
    });
    const file = join(out, 'campaign.json');
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
    return { ...ended, text, campaign: JSON.parse(text) as Campaign };
  } finally {
    await mock.close();
  }
}

test('a conforming API gets no finding, and every operation is reached and accepts something', async ({ folder }) => {
  const { code, stderr, stdout, campaign, text } = await fuzzed(folder, undefined, ['--json']);
  expect(campaign.findings, JSON.stringify(campaign.findings, null, 1).slice(0, 2_000)).toEqual([]);
  expect(code, stderr).toBe(0);
  const { coverage, spent } = campaign;
  expect(coverage.operations).toEqual({ of: 7, done: 7, reached: 7 });
  expect(coverage.parameters.done).toBe(coverage.parameters.of);
  expect(coverage.valid.done).toBe(coverage.valid.of);
  expect(coverage.requirements['ANY-06']?.held).toBeGreaterThan(7);
  expect(coverage.unreached).toEqual({});
  expect(spent.posts).toBeLessThanOrEqual(200);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(text));
  expect(text + stderr).not.toContain(secret);
});

const finding: readonly (readonly [MockFaultName, string])[] = [
  ['takesAnything', 'ANY-05a'],
  ['takesAnyCredential', 'ANY-06'],
  ['wrongStatus', 'ANY-01a'],
];

for (const [fault, id] of finding)
  test(`an API that ${mockFaults[fault].because} is found by ${id} and nothing else`, {
    tag: fault === 'takesAnything' ? [] : ['@full'],
  }, async ({ folder }) => {
    const { code, stderr, stdout, campaign } = await fuzzed(folder, fault);
    expect(code, stderr).toBe(1);
    expect(campaign.broken.map(({ requirement }) => requirement.id)).toEqual([id]);
    expect(stdout).toContain(id);
    const schema = JSON.parse(readFileSync(join(packageRoot, 'reports/campaign.schema.json'), 'utf8'));
    const isValid = new Ajv2020({ strict: true }).compile(schema);
    expect(isValid(campaign), JSON.stringify(isValid.errors)).toBe(true);
    expect(campaign.findings.some(({ shrunk }) => shrunk?.by === 'target')).toBe(true);
  });

test('a finding that the file of known failures names is shown, and does not count', { tag: '@full' }, async ({
  folder,
}) => {
  const first = await fuzzed(folder, 'wrongStatus', ['--gets', '60']);
  const entries = first.campaign.findings.map(
    ({ requirement, fingerprint }) =>
      `- { id: ${requirement}, fingerprint: ${fingerprint}, reason: in work, until: 2999-12-31 }`,
  );
  const file = join(folder, 'known.yaml');
  writeFileSync(file, entries.join('\n'));
  const known = await fuzzed(folder, 'wrongStatus', ['--gets', '60', '--known', file]);
  expect(first.code, first.stderr).toBe(1);
  expect(known.code, known.stdout + known.stderr).toBe(0);
  expect(known.stdout).toContain('in work');
});

test('the totals of the coverage come from the contract, however far a campaign gets', { tag: '@full' }, async ({
  folder,
}) => {
  const [short, long] = [await fuzzed(folder, undefined, ['--gets', '9']), await fuzzed(folder, undefined)];
  const wholes = ({ campaign: { coverage } }: Fuzzed) => ({
    parameters: coverage.parameters.of,
    statuses: coverage.statuses.of,
    sides: Object.entries(coverage.sides).map(([name, { of }]) => [name, of]),
  });
  expect(wholes(short)).toEqual(wholes(long));
  const done = ({ campaign: { coverage } }: Fuzzed) =>
    Object.values(coverage.sides).reduce((total, one) => total + one.done, 0);
  expect(done(short)).toBeLessThan(done(long));
  expect(long.stdout).toMatch(/boundary cases missing: each case for it was dropped: /);
  expect(long.stdout).toMatch(/^not sent [1-9]\d* cases that are ambiguous$/m);
  expect(long.stdout).toMatch(/ (\d+) of \1 valid cases accepted$/m);
});

test('the same seed sends the same cases', { tag: '@full' }, async ({ folder }) => {
  const [one, other] = [await fuzzed(folder, 'takesAnything'), await fuzzed(folder, 'takesAnything')];
  const resultOf = ({ campaign: { findings, cases, spent } }: Fuzzed) => ({
    cases,
    spent,
    findings: findings.map(({ fingerprint, case: { steps } }) => ({ fingerprint, steps })),
  });
  expect(resultOf(one)).toEqual(resultOf(other));
});

const wrong = ['--auth', 'nobody=env:NONE', '--posts', 'many', '--set', 'quota=1', '--allow-writes', 'elsewhere'];

test('all wrong options are reported together, and nothing is sent', async ({ folder }) => {
  const words = ['fuzz', '--contract', contractIn(folder), '--target', 'http://192.0.2.1', ...wrong];
  const { code, stdout, stderr } = await assay(words, { folder });
  expect(code).toBe(2);
  expect(stdout).toBe('');
  for (const option of ['--auth', '--posts', '--set', '--allow-writes']) expect(stderr).toContain(option);
});

test('problems of a contract are reported with their pointers, and the rest is tested', async ({ folder }) => {
  const broken = {
    get: { responses: { 200: { description: 'x', content: { 'application/json': { schema: { type: 'odd' } } } } } },
  };
  const contract = contractIn(folder, { ...shop, paths: { ...shop.paths, '/odd': broken } });
  const mock = await openMock(await loadContract(contractIn(folder)), { seed: 1, acceptedCredentials: [secret] });
  contractIn(folder, { ...shop, paths: { ...shop.paths, '/odd': broken } });
  const out = join(folder, 'out');
  const words = ['fuzz', '--contract', contract, '--target', mock.url, '--out', out, '--auth', 'key=env:SHOP_KEY'];
  const { code, stderr } = await assay([...words, '--posts', '30'], { folder, env });
  await mock.close();
  expect(stderr).toMatch(/contract #\/paths\/~1odd\/.*left out: GET \/odd/);
  expect(code, stderr).toBe(0);
  const { coverage } = JSON.parse(readFileSync(join(out, 'campaign.json'), 'utf8')) as Campaign;
  expect(coverage.operations.done).toBe(7);
  expect(Object.keys(coverage.unreached).join()).toContain('a problem of the contract at #/paths/~1odd');
});

test('a remote host gets no request until it is named, or only reads', { tag: '@full' }, async ({ folder }) => {
  const contract = contractIn(folder);
  const mock = await openMock(await loadContract(contract), { seed: 1, acceptedCredentials: [secret] });
  // Another address of this machine that is not recognised as local.
  const target = mock.url.replace('127.0.0.1', '0.0.0.0');
  const sent = async (name: string, words: readonly string[]) => {
    const all = ['fuzz', '--contract', contract, '--target', target, '--out', join(folder, name)];
    const limits = ['--gets', '40', '--seed', '1', '--auth', 'key=env:SHOP_KEY'];
    return assay([...all, ...limits, ...words], { folder, env });
  };
  const refused = await sent('refused', ['--posts', '20']);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toMatch(/Add --allow-writes 0\.0\.0\.0:\d+\. To only read, use --posts 0/);
  expect(mock.served.size).toBe(0);
  expect((await sent('reads', ['--posts', '0'])).code).toBe(0);
  const writing = () => [...mock.served.keys()].filter((key) => /^(?:POST|PATCH|PUT|DELETE) /.test(key));
  expect(mock.served.size).toBeGreaterThan(0);
  expect(writing()).toEqual([]);
  for (const flag of ['--allow-writes', '--allow-money'])
    expect((await sent(`by${flag}`, ['--posts', '20', flag, '0.0.0.0'])).code).toBe(0);
  expect(writing().length).toBeGreaterThan(3);
  await mock.close();
});

test('a contract may be at an address, and a missing one is reported', { tag: '@full' }, async ({ folder }) => {
  const served = await serve((_asked, response) => void response.end(JSON.stringify(shop)));
  const mock = await openMock(await loadContract(contractIn(folder)), { seed: 1 });
  const words = ['--target', mock.url, '--posts', '10', '--gets', '10', '--seed', '1', '--auth', 'key=env:SHOP_KEY'];
  const there = await assay(
    ['fuzz', '--contract', `${served.url}/openapi.json`, '--out', join(folder, 'there'), ...words],
    { folder, env },
  );
  await served.close();
  const missing = await assay(
    ['fuzz', '--contract', `${served.url}/openapi.json`, '--out', join(folder, 'gone'), ...words],
    { folder, env },
  );
  await mock.close();
  expect(there.stderr).not.toContain('cannot be used');
  expect(there.stdout).toContain('reached 7 of 7 operations');
  expect(missing.code).toBe(2);
  expect(missing.stderr).toContain('--contract: expected a contract at that address');
});

test('a campaign that only reads until stopped keeps reading', { tag: '@full' }, async ({ folder }) => {
  const contract = contractIn(folder);
  const mock = await openMock(await loadContract(contract), { seed: 1, acceptedCredentials: [secret] });
  const words = ['fuzz', '--contract', contract, '--target', mock.url, '--out', join(folder, 'out')];
  const child = start([...command, ...words, '--auth', 'key=env:SHOP_KEY', '--until-stopped', '--posts', '0'], {
    folder,
    env,
  });
  const over = ended(child);
  const reads = () => [...mock.served.values()].reduce((total, times) => total + times, 0);
  await expect.poll(reads, { timeout: 60_000 }).toBeGreaterThan(400);
  child.kill('SIGINT');
  expect((await over).code).toBe(0);
  await mock.close();
});

test('without a target, the report gives that as the reason that nothing was accepted', async ({ folder }) => {
  const out = join(folder, 'out');
  const words = ['fuzz', '--contract', contractIn(folder), '--target', 'http://127.0.0.1:9', '--out', out];
  const { code, stdout } = await assay([...words, '--set', 'deadlines.recoverMs=300'], { folder });
  expect(code).toBe(3);
  const { spent, findings } = JSON.parse(readFileSync(join(out, 'campaign.json'), 'utf8')) as ContractCampaign;
  expect(findings).toEqual([]);
  expect(spent.posts + spent.gets).toBeLessThanOrEqual(5);
  expect(existsSync(join(folder, '127.0.0.1_9.findings.ndjson'))).toBe(false);
  expect(stdout).toContain('7 operations with an accepted request missing: the target could not be reached');
  expect(stdout).toMatch(/expected an answer from http:\/\/127\.0\.0\.1:9, got none .* Check that it is running/);
});

test('an interrupted campaign reports what it has', { tag: '@full' }, async ({ folder }) => {
  const contract = contractIn(folder);
  const mock = await openMock(await loadContract(contract), { seed: 1, acceptedCredentials: [secret] });
  const out = join(folder, 'out');
  const words = ['fuzz', '--contract', contract, '--target', mock.url, '--out', out, '--auth', 'key=env:SHOP_KEY'];
  const child = start([...command, ...words, '--until-stopped'], { folder, env });
  await expect.poll(() => mock.served.size, { timeout: 60_000 }).toBeGreaterThan(5);
  child.kill('SIGINT');
  const { code, stdout, stderr } = await ended(child);
  await mock.close();
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/reached \d of 7 operations/);
  expect(JSON.parse(readFileSync(join(out, 'campaign.json'), 'utf8'))).toMatchObject({ version: 1 });
});
