import { expect, test } from '@playwright/test';
import { recordOfExchanges } from '../../../tests/support/records/records.ts';
import { metasAgree } from './assetMetas.ts';
import { assetMetasIn } from './bundleAddresses.ts';

const [usdt, usdc] = ['0xdAC17F958D2ee523a2206206994597C13D831ec7', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'];

/** Returns what is wrong with the entries of assetsMeta in some bundles: by asset, its contract and its standard. */
async function wrong(...bundles: readonly Readonly<Record<string, readonly (string | null)[]>>[]): Promise<string[]> {
  const answers = bundles.map((metas) => ({
    operation: 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles' as const,
    answer: {
      assetsMeta: Object.fromEntries(
        Object.entries(metas).map(([asset, [contractAddress, tokenStandard]]) => [
          asset,
          { contractAddress, tokenStandard },
        ]),
      ),
    },
  }));
  const faults = metasAgree(assetMetasIn(await recordOfExchanges(...answers)));
  return faults.map((fault) => (fault.code === 'differs' ? fault.what.replace(/^.*assetsMeta\//, '') : fault.code));
}

test('SAB-06 an asset has one contract and one standard in every bundle', async () => {
  const metas = { ETHEREUM_USDT: [usdt, 'ERC-20'], ETHEREUM_USDC: [usdc, 'ERC-20'] };
  expect(await wrong(metas, metas)).toEqual([]);
  expect(await wrong(metas, { ETHEREUM_USDT: [usdt.toLowerCase(), null] })).toEqual([]);
  expect(await wrong(metas, { ETHEREUM_USDT: [`${usdt.slice(0, -1)}8`, 'ERC-20'] })).toEqual([
    'ETHEREUM_USDT/contractAddress',
  ]);
  expect(await wrong(metas, { ETHEREUM_USDC: [usdc, 'BEP-20'] })).toEqual(['ETHEREUM_USDC/tokenStandard']);
});

test('SAB-06 two currencies of a blockchain have two contracts, if they have any', async () => {
  expect(await wrong({ ETHEREUM_USDT: [usdt], ETHEREUM_USDC: [usdt] })).toEqual(['ETHEREUM_USDC/contractAddress']);
  expect(await wrong({ ETHEREUM_USDT: [usdt], POLYGON_USDC: [usdt] })).toEqual([]);
  expect(await wrong({ POLYGON_MATIC: [usdt], POLYGON_POL: [usdt], SOLANA_SOL: [usdt], SOLANA_WSOL: [usdt] })).toEqual(
    [],
  );
  const zero = `0x${'0'.repeat(40)}`;
  for (const none of [null, '', 'native', zero])
    expect(await wrong({ ETHEREUM_ETH: [none], ETHEREUM_WETH: [none] }), String(none)).toEqual([]);
});
