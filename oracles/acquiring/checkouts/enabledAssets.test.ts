import { expect, test } from '@playwright/test';
import { creationOf } from '../../../tests/support/records/acquiringRecords.ts';
import { sampleDepositOptions, sampleProject } from '../../../tests/support/records/priceRecords.ts';
import { exchangeLine, recordOf, runLine, type SampleExchange } from '../../../tests/support/records/records.ts';
import { namesEnabledAssets, offersIn, withoutSettings } from './enabledAssets.ts';

const settings = [
  { id: sampleProject, enabledAssets: ['TRON_USDT', 'ETHEREUM_USDT'] },
  { id: 'CAP-2', enabledAssets: ['SOLANA_USDT', 'TRON_USDT'] },
];

async function strange(sample: SampleExchange, projects: object[] = settings): Promise<string[] | string> {
  const run = { ...runLine, target: { ...runLine.target, projects: projects as typeof settings } };
  const record = await recordOf([run, exchangeLine('p0-1', sample)]);
  const faults = offersIn(record).flatMap(namesEnabledAssets);
  return withoutSettings(record)?.code ?? faults.map((fault) => ('seen' in fault ? String(fault.seen) : ''));
}

const listed = (...cryptoCurrencies: string[]) => ({ cryptoCurrencies });

test('DEP-07 an asset that only another project has enabled is strange', async () => {
  expect(await strange(sampleDepositOptions(listed('TRON_USDT')))).toEqual([]);
  expect(await strange(sampleDepositOptions(listed('TRON_USDT', 'SOLANA_USDT')))).toEqual(['SOLANA_USDT']);
  expect(await strange(sampleDepositOptions({ minLimits: { SOLANA_USDT: 1 } }))).toEqual(['SOLANA_USDT']);
  expect(await strange(creationOf('checkout', listed('SOLANA_USDT')))).toEqual(['SOLANA_USDT']);
});

const bundleOf = (sent: object, ...assets: readonly string[]): SampleExchange => ({
  operation: 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles',
  path: `/v1/user/crypto-acquiring/${sampleProject}/static/bundles`,
  body: JSON.stringify({ referenceId: 'R-1', ...sent }),
  answer: {
    referenceId: 'R-1',
    addresses: assets.map((asset) => ({ asset, address: 'A1' })),
    assetsMeta: { SOLANA_USDT: {} },
  },
});

test('DEP-07 a bundle has no asset that only another project has enabled, unless a call names it', async () => {
  const all = { allEnabledAssets: true };
  expect(await strange(bundleOf(all, 'TRON_USDT', 'ETHEREUM_USDT'))).toEqual([]);
  expect(await strange(bundleOf(all, 'TRON_USDT', 'SOLANA_USDT'))).toEqual(['SOLANA_USDT']);
  expect(await strange(bundleOf({ assets: ['TRON_USDT'] }, 'TRON_USDT', 'SOLANA_USDT'))).toEqual(['SOLANA_USDT']);
  expect(await strange(bundleOf({ assets: ['SOLANA_USDT'] }, 'SOLANA_USDT'))).toEqual([]);
});

test('DEP-07 an asset that the target file nowhere names, and a field of another form, say nothing', async () => {
  expect(await strange(sampleDepositOptions(listed('TRON_USDT', 'TON_USDT')))).toEqual([]);
  expect(await strange(creationOf('checkout', listed('USDT')))).toEqual([]);
  expect(await strange(creationOf('checkout', { cryptoCurrencies: [{ asset: 'SOLANA_USDT' }] }))).toEqual([]);
  expect(await strange(sampleDepositOptions(listed('SOLANA_USDT')), [{ id: sampleProject }])).toBe('notApplicable');
});
