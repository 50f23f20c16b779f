import { expect, test } from '@playwright/test';
import type { Api } from '../../worker/api.ts';
import { rateQuery } from './rateQueries.ts';

const pairs = ['USD', 'EUR'].map((quote) => ({ base: 'USDT', quote, asset: 'ETHEREUM_SEPOLIA_USDT' }));

/** Returns the rate that is requested from a target that has these rates. */
async function chosen(...known: readonly string[]): Promise<string | undefined> {
  const control: unknown = async ({ path }: Parameters<Api['control']>[0]) => {
    const name = `${path['baseAsset']}/${path['quoteAsset']}`;
    return { class: known.includes(name) ? 'accepted' : 'refused' };
  };
  const plan = await rateQuery({ control } as Api, pairs);
  return plan && `${plan.path['baseAsset']}/${plan.path['quoteAsset']}`;
}

test('the rate query uses a base name that the target accepts and a pair that it has', async () => {
  expect(await chosen('USDT/USD', 'ETHEREUM_SEPOLIA_USDT/USD')).toBe('USDT/USD');
  expect(await chosen('USDT/EUR')).toBe('USDT/EUR');
  expect(await chosen('ETHEREUM_SEPOLIA_USDT/EUR')).toBe('ETHEREUM_SEPOLIA_USDT/EUR');
});

test('without any rate the first pair is requested, and without pairs nothing is', async () => {
  expect(await chosen()).toBe('USDT/USD');
  expect(await rateQuery({} as Api, [])).toBeUndefined();
});
