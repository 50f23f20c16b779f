import { expect, test } from '@playwright/test';
import { exchangeOf, type SampleExchange } from '../../../tests/support/records/records.ts';
import type { Plan } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';
import { harmlessWritesOf } from './harmlessWrite.ts';

interface TargetSetup {
  projects?: readonly { id: string }[];
  assets: readonly unknown[] | undefined;
  bundle?: SampleExchange;
  onlyReads?: boolean;
  seed?: number;
}

/** The harmless writes of a target whose deposit options list these assets and that answers its bundle in this way. */
function neutral({ projects = [{ id: 'CAP-1' }], assets, bundle = {}, onlyReads = false, seed = 1 }: TargetSetup) {
  const controls: Plan[] = [];
  const api = {
    onlyReads,
    control: async (plan: Plan) => {
      controls.push(plan);
      const isRead = plan.operation.startsWith('GET ');
      return exchangeOf(isRead ? { answer: { cryptoCurrencies: assets } } : bundle);
    },
  } as unknown as Api;
  return { ...harmlessWritesOf({ run: { seed }, target: { projects } } as unknown as Worker, api), controls };
}

const showing = (...assets: string[]): SampleExchange => ({
  answer: { addresses: assets.map((asset) => ({ asset })) },
});
const all = ['TRON_USDT', 'ETHEREUM_USDT', 'ETHEREUM_USDC', 'SOLANA_USDC'];
const assetsIn = (plan: Plan | undefined) => plan?.body?.['assets'];

test('the harmless write requests one asset or all, by the seed, the same for every order of the list', async () => {
  const requested = async (seed: number, assets: readonly string[]) =>
    assetsIn(await neutral({ assets, seed }).write());
  const seeds = Array.from({ length: 20 }, (_, seed) => seed);
  const drawn = await Promise.all(seeds.map((seed) => requested(seed, all)));
  expect(await Promise.all(seeds.map((seed) => requested(seed, all.toReversed())))).toEqual(drawn);
  const texts = new Set(drawn.map((some) => JSON.stringify(some)));
  expect(texts.size).toBeGreaterThan(3);
  for (const text of texts) expect([1, all.length]).toContain((JSON.parse(text) as string[]).length);
});

test('the additional asset is new and cannot share an address with the first', async () => {
  const untouched = (assets: readonly string[], ...shown: string[]) =>
    neutral({ assets, bundle: showing(...shown) }).untouched();
  const write = await untouched(all, 'ETHEREUM_USDC');
  expect([assetsIn(write?.valid), assetsIn(write?.more), write?.asset]).toEqual([
    ['ETHEREUM_USDC'],
    ['ETHEREUM_USDC', 'SOLANA_USDC'],
    'SOLANA_USDC',
  ]);
  expect((await untouched(all, 'ETHEREUM_USDC', 'SOLANA_USDC'))?.asset).toBe('TRON_USDT');
  expect(await untouched(all, 'ETHEREUM_USDC', 'SOLANA_USDC', 'TRON_USDT')).toBeUndefined();
  expect(await untouched(['BASE_USDC', 'POLYGON_USDC'], 'BASE_USDC')).toBeUndefined();
  expect(await untouched(['SOLANA_USDC', 'SOLANA_USDT'], 'SOLANA_USDC')).toBeUndefined();
  expect(await untouched(all, ...all)).toBeUndefined();
  expect(await untouched(['TRON_USDT'], 'TRON_USDT')).toBeUndefined();
  expect(await untouched(all)).toBeUndefined();
});

test('there is no harmless write without a project, an asset, permission to write, or an accepted request', async () => {
  const bare: readonly TargetSetup[] = [
    { projects: [], assets: all },
    { assets: undefined },
    { assets: [] },
    { assets: [1, null] },
    { assets: all, onlyReads: true },
    { assets: all, bundle: { status: 404 } },
  ];
  for (const setup of bare) {
    const { write, untouched, controls } = neutral(setup);
    expect(await write()).toBeUndefined();
    expect(await untouched()).toBeUndefined();
    const posts = controls.filter(({ operation }) => operation.startsWith('POST ')).length;
    expect(posts).toBe(setup.bundle ? 2 : 0);
  }
});
