import { expect, test } from '@playwright/test';
import { decimal } from '../../../schemas/json/exact.ts';
import { amountIn, assetMade, nearAssets } from './nearAssets.ts';

test('the nearest asset has the currency, the next the blockchain, and none of another kind of address is tried', () => {
  const known = ['ETHEREUM_USDT', 'TRON_USDT', 'POLYGON_USDT', 'ETHEREUM_USDC', 'POLYGON_USDC', 'POLYGON_USDC'];
  expect(nearAssets('ETHEREUM_USDC', known)).toEqual(['POLYGON_USDC', 'ETHEREUM_USDT', 'POLYGON_USDT']);
  expect(nearAssets('TRON_USDT', known)).toEqual([]);
  expect(nearAssets('SOLANA_USDT', ['SOLANA_USDC', 'TRON_USDC'])).toEqual(['SOLANA_USDC']);
});

test('an amount has no more decimals than the currency in which it is paid, if they are known', () => {
  const places = new Map([['USDT', 2]]);
  expect(amountIn('TRON_USDT', decimal('0.12345678'), places)).toBe('0.12');
  expect(amountIn('TRON_USDC', decimal('0.12345678'), places)).toBe('0.12345678');
  expect(amountIn('TRON_USDT', decimal('3'), places)).toBe('3');
  expect(amountIn('TRON_USDT', decimal('0.001'), places)).toBe('0.001');
});

test('a shared request has the asset that it shows, whoever made it', () => {
  expect(assetMade({ blockchain: 'ETHEREUM', currency: 'USDC' }, 'ETHEREUM_USDT')).toBe('ETHEREUM_USDC');
  expect(assetMade({ currency: 'USDC' }, 'ETHEREUM_USDT')).toBe('ETHEREUM_USDT');
  expect(assetMade(undefined, 'ETHEREUM_USDT')).toBe('ETHEREUM_USDT');
});
