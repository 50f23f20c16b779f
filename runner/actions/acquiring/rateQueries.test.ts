import { expect, test } from '@playwright/test';
import type { Api } from '../../worker/api.ts';
import { rateQuery } from './rateQueries.ts';

const pairs = ['USD', 'EUR'].map((quote) => ({ base: 'USDT', quote, asset: 'ETHEREUM_SEPOLIA_USDT' }));

/** A target that has these rates, and what of it is asked for. */
async function chosen(...known: readonly string[]): Promise<string | undefined> {
  const control: unknown = async ({ path }: Parameters<Api['control']>[0]) => {
    const name = `${path['baseAsset']}/${path['quoteAsset']}`;
    return { class: known.includes(name) ? 'accepted' : 'refused' };
  };
  const plan = await rateQuery({ control } as Api, pairs);
  return plan && `${plan.path['baseAsset']}/${plan.path['quoteAsset']}`;
}

test('a rate is asked for by what the target takes for its base, of a pair that it has', async () => {
  expect(await chosen('USDT/USD', 'ETHEREUM_SEPOLIA_USDT/USD')).toBe('USDT/USD');
  expect(await chosen('USDT/EUR')).toBe('USDT/EUR');
  expect(await chosen('ETHEREUM_SEPOLIA_USDT/EUR')).toBe('ETHEREUM_SEPOLIA_USDT/EUR');
});

test('where no rate is there the first pair is asked for, and where no pair is none', async () => {
  expect(await chosen()).toBe('USDT/USD');
  expect(await rateQuery({} as Api, [])).toBeUndefined();
});
