import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Finding } from '../../../fuzzer/engine/findings/finding.ts';
import { FindingStore } from '../../../fuzzer/engine/findings/findingStore.ts';
import type { ContractCampaign } from '../../../reports/campaign/contractCoverage.ts';
import { loadContract } from '../../../schemas/load/contract.ts';
import { sampleFinding } from '../../support/findings/sampleFindings.ts';
import { openMock } from '../../support/mock/mock.ts';
import { assay, linesIn } from '../../support/product/assayCommand.ts';
import type { Ended } from '../../support/product/childProcess.ts';
import { test as base } from '../../support/product/productTest.ts';
import { contractIn, shop } from '../../support/product/shopContract.ts';

const secret = 'key-of-0123456789';

const env = { SHOP_KEY: secret };

/** A mock that accepts anything until it is fixed, a campaign on it, and a way to replay its findings. */
interface MockCampaign {
  folder: string;
  url: string;
  findings: string;
  served: ReadonlyMap<string, number>;
  mend(isConforming: boolean): void;
  attack(name: string, words?: readonly string[]): Promise<Ended & { told: ContractCampaign }>;
  replay(fingerprint: string, words?: readonly string[], variables?: Record<string, string>): Promise<Ended>;
  all(): readonly Finding[];
}

const test = base.extend<{ scene: MockCampaign }>({
  scene: async ({ folder }, use) => {
    const contract = contractIn(folder);
    const activeFaults: { takesAnything?: true } = { takesAnything: true };
    const { url, served, close } = await openMock(await loadContract(contract), {
      seed: 1,
      acceptedCredentials: [secret],
      faults: activeFaults,
    });
    const findings = join(folder, 'shop.findings.ndjson');
    await use({
      folder,
      url,
      findings,
      served,
      mend: (isConforming) => {
        if (isConforming) delete activeFaults.takesAnything;
        else activeFaults.takesAnything = true;
      },
      attack: async (name, words = []) => {
        const out = join(folder, name);
        const where = ['--contract', contract, '--findings', findings, '--auth', 'key=env:SHOP_KEY', '--out', out];
        const usual = { '--target': url, '--seed': '7' };
        const rest = Object.entries(usual).flatMap(([name, value]) => (words.includes(name) ? [] : [name, value]));
        const ended = await assay(['fuzz', ...where, ...rest, ...words], { folder, env });
        return {
          ...ended,
          told: JSON.parse(readFileSync(join(out, 'campaign.json'), 'utf8')) as ContractCampaign,
        };
      },
      replay: (fingerprint, words = [], variables = env) =>
        assay(['replay', fingerprint, '--findings', findings, ...words], { folder, env: variables }),
      all: () => new FindingStore(findings).all,
    });
    await close();
  },
});

const few = ['--posts', '40', '--gets', '40'];

const isWrite = ({ case: { steps } }: Finding) => steps.some(({ method }) => method !== 'GET');

/** Returns a shown finding that writes, and no other fault of the same request. */
function someOf(all: readonly Finding[]): Finding {
  const found = all.find((one) => one.requirement === 'ANY-05a' && isWrite(one));
  if (!found) throw new Error('nothing was found that writes');
  return found;
}

test('a finding is replayed by its fingerprint, and its file stores the result', async ({ scene }) => {
  await scene.attack('first', few);
  const found = someOf(scene.all());
  const tried = async (words: readonly string[] = []) => {
    const { code, stdout, stderr } = await scene.replay(found.fingerprint.slice(0, 10), words);
    const [one] = scene.all().filter(({ fingerprint }) => fingerprint === found.fingerprint);
    return { code, stdout, stderr, state: one?.standing.state };
  };
  expect(await tried()).toMatchObject({
    code: 1,
    state: 'open',
    stdout: expect.stringMatching(/shown in 5 of 5 tries/),
  });
  scene.mend(true);
  expect(await tried(['--times', '1'])).toMatchObject({ code: 0, state: 'flaky' });
  const fixed = await tried();
  expect(fixed).toMatchObject({ code: 0, state: 'fixed', stdout: expect.stringMatching(/exit 0: it does not show/) });
  scene.mend(false);
  expect(await tried(['--out', join(scene.folder, 'back')])).toMatchObject({ code: 1, state: 'regressed' });
  const lines = linesIn(join(scene.folder, 'back'));
  expect(lines.length).toBeGreaterThan(2);
  expect(JSON.stringify(lines) + readFileSync(scene.findings, 'utf8') + fixed.stderr).not.toContain(secret);
});

test('at another base address a replay shows its result, and stores nothing', { tag: '@full' }, async ({ scene }) => {
  await scene.attack('first', few);
  const other = await openMock(await loadContract(contractIn(scene.folder)), {
    seed: 1,
    acceptedCredentials: [secret],
  });
  const { fingerprint, trials } = someOf(scene.all());
  const { code, stdout } = await scene.replay(fingerprint, ['--target', other.url]);
  expect(code, stdout).toBe(0);
  expect(other.served.size).toBeGreaterThan(0);
  await other.close();
  expect(scene.all().find((one) => one.fingerprint === fingerprint)?.trials).toEqual(trials);
  const { code: unreachable } = await scene.replay(fingerprint, [
    '--target',
    other.url,
    '--set',
    'deadlines.recoverMs=300',
  ]);
  expect(unreachable).toBe(3);
});

test('without a credential nothing is sent, and a refused one closes no finding', { tag: '@full' }, async ({
  scene,
}) => {
  await scene.attack('first', few);
  const { fingerprint, trials } = someOf(scene.all());
  scene.mend(true);
  const lacking = await scene.replay(fingerprint, [], {});
  expect(lacking).toMatchObject({ code: 2, stderr: expect.stringContaining('Set SHOP_KEY.') });
  const refused = await scene.replay(fingerprint, [], { SHOP_KEY: 'key-of-another-one' });
  expect(refused).toMatchObject({
    code: 4,
    stdout: expect.stringContaining('the caller is refused, unlike when it was found'),
  });
  const named = await scene.replay(fingerprint, ['--auth', 'key=env:OTHER'], { OTHER: secret });
  expect(named.code, named.stderr).toBe(0);
  expect(scene.all().find((one) => one.fingerprint === fingerprint)?.trials).toEqual([...trials, { shown: 0, of: 5 }]);
});

test('a missing or changed contract is reported, and a named one judges if the case still fits', {
  tag: '@full',
}, async ({ scene }) => {
  await scene.attack('first', few);
  const { fingerprint } = someOf(scene.all());
  const contract = join(scene.folder, 'contract.json');
  const moved = join(scene.folder, 'moved.json');
  renameSync(contract, moved);
  const replayed = async (words: readonly string[] = []) => {
    const { code, stderr } = await scene.replay(fingerprint, words);
    return { code, stderr };
  };
  expect(await replayed()).toEqual({ code: 2, stderr: expect.stringContaining(`no file at ${contract}`) });
  expect((await replayed(['--contract', moved])).code).toBe(1);
  writeFileSync(contract, JSON.stringify({ ...shop, info: { title: 'Shop', version: '2' } }));
  expect(await replayed()).toEqual({
    code: 2,
    stderr: expect.stringContaining('the contract with which it was found'),
  });
  const other = await replayed(['--contract', contract]);
  expect(other).toEqual({ code: 1, stderr: expect.stringContaining('it is judged by another contract') });
  writeFileSync(contract, JSON.stringify({ ...shop, paths: { '/other': shop.paths['/things'] } }));
  const strange = await replayed(['--contract', contract]);
  expect(strange).toEqual({
    code: 2,
    stderr: expect.stringContaining('under which the case no longer matches its label'),
  });
});

test('a read-only host gets no finding that writes, from a replay or a campaign', { tag: '@full' }, async ({
  scene,
}) => {
  await scene.attack('first', few);
  const far = scene.url.replace('127.0.0.1', '0.0.0.0');
  const { fingerprint } = someOf(scene.all());
  const before = new Map(scene.served);
  const writes = () =>
    [...scene.served].filter(([key, times]) => !/^(?:GET|none) /.test(key) && times !== before.get(key));
  const { code, stderr } = await scene.replay(fingerprint, ['--target', far]);
  expect(code).toBe(2);
  expect(stderr).toContain('--allow-writes 0.0.0.0');
  const { told: report } = await scene.attack('far', ['--target', far, '--gets', '20', '--posts', '0']);
  expect(writes()).toEqual([]);
  expect(report.again?.untried).toBeGreaterThan(0);
  const allowed = await scene.replay(fingerprint, ['--target', far, '--allow-writes', '0.0.0.0']);
  expect(allowed.code, allowed.stderr).toBe(1);
  expect(writes().length).toBeGreaterThan(0);
});

test('known findings are sent before anything new, and their results are reported', { tag: '@full' }, async ({
  scene,
}) => {
  const { told: first } = await scene.attack('first', few);
  expect(first.again).toMatchObject({ known: 0, tried: 0 });
  const known = scene.all().length;
  expect(known).toBeGreaterThan(2);
  const again = await scene.attack('again', ['--seed', '8', '--posts', '120', '--gets', '120']);
  expect(again.told.again).toMatchObject({ known, tried: known, shown: known, untried: 0, became: [] });
  expect(again.stdout).toContain(`of ${known} known findings ${known} were tried again, ${known} show again`);
  expect(again.stdout).toMatch(/again {3}npx assay replay [0-9a-f]{8} --findings shop\.findings\.ndjson /);
  scene.mend(true);
  const conforming = await scene.attack('sound', ['--seed', '9', '--posts', '500', '--gets', '500']);
  const after = scene.all();
  expect(conforming.told.again).toMatchObject({ known: after.length, shown: 0, untried: 0 });
  expect(new Set(after.map(({ standing }) => standing.state))).toEqual(new Set(['fixed']));
  expect(conforming.stdout).toContain('now fixed: ');
  expect(conforming.code, conforming.stderr).toBe(0);
  scene.mend(false);
  const back = await scene.attack('back', ['--seed', '9', '--posts', '500', '--gets', '500']);
  expect(back.stdout).toContain('back again: ');
  expect(back.code).toBe(1);
});

test('known findings get at most half of the budget', { tag: '@full' }, async ({ scene }) => {
  await scene.attack('first', ['--posts', '120', '--gets', '120']);
  const known = scene.all().length;
  const { told: report } = await scene.attack('short', ['--seed', '8', '--posts', '10', '--gets', '20']);
  expect(report.again?.known).toBe(known);
  expect(report.again?.untried).toBeGreaterThan(0);
  expect(report.cases).toBeGreaterThan(2);
  expect(report.spent.posts).toBeLessThanOrEqual(10);
});

test('options that do not fit the kind of a finding are reported', { tag: '@full' }, async ({ scene }) => {
  const store = new FindingStore(join(scene.folder, 'own.findings.ndjson'));
  store.found(sampleFinding(), 'run-1');
  const own = await assay(
    [
      'replay',
      sampleFinding().fingerprint,
      '--findings',
      'own.findings.ndjson',
      '--contract',
      'x',
      '--auth',
      'a=env:B',
    ],
    { folder: scene.folder },
  );
  expect(own).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--contract: expected a finding of a campaign'),
  });
  expect(own.stderr).toContain('--auth: ');
  await scene.attack('first', few);
  const { code, stderr } = await scene.replay(someOf(scene.all()).fingerprint, ['--tier', 'active']);
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--tier: expected it only without'),
  });
});
