import { expect, test } from '@playwright/test';
import { nearAssets } from './nearAssets.ts';

test('the nearest asset has the currency, the next the blockchain, and none of another kind of address is tried', () => {
  const known = ['ETHEREUM_USDT', 'TRON_USDT', 'POLYGON_USDT', 'ETHEREUM_USDC', 'POLYGON_USDC', 'POLYGON_USDC'];
  expect(nearAssets('ETHEREUM_USDC', known)).toEqual(['POLYGON_USDC', 'ETHEREUM_USDT', 'POLYGON_USDT']);
  expect(nearAssets('TRON_USDT', known)).toEqual([]);
  expect(nearAssets('SOLANA_USDT', ['SOLANA_USDC', 'TRON_USDC'])).toEqual(['SOLANA_USDC']);
});
