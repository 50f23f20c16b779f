import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { FindingStore } from '../../../fuzzer/engine/findings/findingStore.ts';
import type { OpenApiProgress } from '../../../fuzzer/openapi/campaign/progress.ts';
import type { ContractCampaign } from '../../../reports/campaign/contractCoverage.ts';
import { loadContract } from '../../../schemas/load/contract.ts';
import { openMock } from '../../support/mock/mock.ts';
import { command } from '../../support/product/assayCommand.ts';
import { ended, start } from '../../support/product/childProcess.ts';
import { test } from '../../support/product/productTest.ts';
import { contractIn, shop } from '../../support/product/shopContract.ts';

const secret = 'key-of-0123456789';

const env = { SHOP_KEY: secret };

/** Waits until the files of a running campaign meet a condition. */
const until = (isSo: () => boolean) => expect.poll(isSo, { intervals: [5], timeout: 60_000 }).toBe(true);

const idsIn = (file: string) => new FindingStore(file).all.map(({ fingerprint }) => fingerprint);

test('a killed campaign loses no finding, and the same seed continues to the same result', { tag: '@full' }, async ({
  folder,
}) => {
  const contract = contractIn(folder);
  const mock = await openMock(await loadContract(contract), {
    seed: 1,
    acceptedCredentials: [secret],
    faults: { takesAnything: true },
  });
  const words = ['fuzz', '--contract', contract, '--target', mock.url, '--auth', 'key=env:SHOP_KEY'];
  const campaign = (name: string, store: string, more: readonly string[] = []) =>
    start([...command, ...words, '--seed', '7', '--posts', '300', '--out', name, '--findings', store, ...more], {
      folder,
      env,
    });
  const reportOf = (name: string) =>
    JSON.parse(readFileSync(join(folder, name, 'campaign.json'), 'utf8')) as ContractCampaign;
  const [store, unended] = [join(folder, 'x.findings.ndjson'), join(folder, 'x.findings.unended.json')];
  const progress = () => JSON.parse(readFileSync(unended, 'utf8')) as OpenApiProgress;

  const first = campaign('first', store);
  const killed = ended(first);
  await until(() => existsSync(unended) && Object.keys(progress().shown).length > 2);
  first.kill('SIGKILL');
  await killed;
  const before = { known: idsIn(store), progress: progress() };
  expect(before.known).toEqual(expect.arrayContaining(Object.keys(before.progress.shown)));

  const { code, stderr, stdout } = await ended(campaign('second', store));
  const { from, again, cases, findings, spent } = reportOf('second');
  expect(stderr).toContain(`goes on after ${before.progress.cases} cases`);
  expect({ code, from, again }).toEqual({
    code: 1,
    from: { cases: before.progress.cases, spent: before.progress.spent },
    again: undefined,
  });
  expect(stdout).toMatch(/^since it went on: \d+ cases, /m);
  expect(findings.map(({ fingerprint }) => fingerprint)).toEqual(
    expect.arrayContaining(Object.keys(before.progress.shown)),
  );
  expect(existsSync(unended)).toBe(false);

  await ended(campaign('whole', join(folder, 'y.findings.ndjson')));
  const uninterrupted = reportOf('whole');
  expect({ cases, spent }).toEqual({ cases: uninterrupted.cases, spent: uninterrupted.spent });
  expect(idsIn(store).toSorted()).toEqual(idsIn(join(folder, 'y.findings.ndjson')).toSorted());
  expect(reportOf('second').coverage).toEqual(uninterrupted.coverage);
  await mock.close();
});

test('a stopped campaign also continues, unless it must begin anew or its contract changed', {
  tag: '@full',
}, async ({ folder }) => {
  const contract = contractIn(folder);
  const mock = await openMock(await loadContract(contract), { seed: 1, acceptedCredentials: [secret] });
  const words = ['fuzz', '--contract', contract, '--target', mock.url, '--auth', 'key=env:SHOP_KEY', '--seed', '7'];
  const campaign = (name: string, more: readonly string[]) =>
    start([...command, ...words, '--findings', 'x.ndjson', '--out', name, ...more], { folder, env });
  const first = campaign('first', ['--until-stopped']);
  const stopped = ended(first);
  await until(() => existsSync(join(folder, 'x.unended.json')) && mock.served.size > 7);
  first.kill('SIGINT');
  expect(await stopped).toMatchObject({ code: 0, stderr: expect.stringContaining('--seed 7 goes on from here') });
  const stored = readFileSync(join(folder, 'x.unended.json'));
  const few = ['--posts', '0', '--gets', '3000'];
  const goesOn = async (name: string, more: readonly string[] = []) => {
    writeFileSync(join(folder, 'x.unended.json'), stored);
    return (await ended(campaign(name, [...few, ...more]))).stderr.includes('goes on after');
  };
  expect(await goesOn('second')).toBe(true);
  expect(await goesOn('anew', ['--anew'])).toBe(false);
  contractIn(folder, { ...shop, info: { title: 'Shop', version: '2' } });
  expect(await goesOn('other')).toBe(false);
  await mock.close();
});
