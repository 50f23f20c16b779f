import { expect, test } from '@playwright/test';
import { inOrder } from './ownBundles.ts';

test('assets of two EVM blockchains come first, then one of another kind', () => {
  expect(inOrder(['TRON_USDT', 'SOLANA_USDC', 'ETHEREUM_USDC', 'ETHEREUM_USDT', 'BSC_USDT'])).toEqual([
    'BSC_USDT',
    'ETHEREUM_USDC',
    'SOLANA_USDC',
    'ETHEREUM_USDT',
    'TRON_USDT',
  ]);
});

test('with one EVM blockchain its two assets come first, and with none any asset does', () => {
  expect(inOrder(['TRON_USDT', 'ETHEREUM_USDT', 'ETHEREUM_USDC'])).toEqual([
    'ETHEREUM_USDC',
    'ETHEREUM_USDT',
    'TRON_USDT',
  ]);
  expect(inOrder(['TRON_USDT', 'ETHEREUM_USDT'])).toEqual(['ETHEREUM_USDT', 'TRON_USDT']);
  expect(inOrder(['TRON_USDT', 'SOLANA_USDC'])).toEqual(['SOLANA_USDC', 'TRON_USDT']);
  expect(inOrder([])).toEqual([]);
});

test('each EVM asset comes first in turn, and one of another EVM blockchain after it', () => {
  const assets = ['TRON_USDT', 'ETHEREUM_USDC', 'ETHEREUM_USDT', 'POLYGON_USDC'];
  const firsts = [0, 1, 2, 3].map((turn) => inOrder(assets, turn).slice(0, 2).join(' '));
  expect(firsts).toEqual([
    'ETHEREUM_USDC POLYGON_USDC',
    'ETHEREUM_USDT POLYGON_USDC',
    'POLYGON_USDC ETHEREUM_USDC',
    'ETHEREUM_USDC POLYGON_USDC',
  ]);
});
