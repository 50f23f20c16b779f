import { expect, test } from '@playwright/test';
import { bareBundle, bareCheckout, bareRequest } from '../../tests/support/emulator/sampleBodies.ts';
import {
  CONTROL_TOKEN,
  openTestEmulator,
  type TestEmulator,
  type TestResponse,
} from '../../tests/support/emulator/testEmulator.ts';
import { rulesNamed } from '../faults/catalogue.ts';

const at = ({ setup }: TestEmulator, what: string, project = 0): string =>
  `/v1/user/crypto-acquiring/${setup.accounts[0]?.projects[project]?.id}/${what}`;

interface Held {
  readonly id: string;
  readonly asset: string;
  readonly address: string;
}

interface Made {
  readonly id: string;
  readonly addresses: readonly Held[];
  readonly deactivatedAddresses: readonly Held[];
  readonly deactivatedAddressesByAsset: Readonly<Record<string, Held>>;
  readonly assetsMeta: Readonly<Record<string, unknown>>;
}

const bundle = async (trial: TestEmulator, body: unknown): Promise<Made> =>
  (await trial.ask({ path: at(trial, 'static/bundles'), body })).json as Made;

const checkout = (trial: TestEmulator, body: unknown, project = 0): Promise<TestResponse> =>
  trial.ask({ path: at(trial, 'checkouts', project), body });

test('a checkout returns what it was sent and expires at the exact instant', async () => {
  const sent = {
    fixedAmount: { amount: 0.1234567, currency: 'USDC' },
    name: '<b>Tea & cake</b>',
    returnUrl: 'https://shop.example/back?a=1#top',
    clientOrderId: 'tea 1',
    expiresAt: '2026-01-02T03:04:05.123456789+02:00',
  };
  const trial = openTestEmulator();
  const { json } = await checkout(trial, bareCheckout('FIXED_PRICE', sent));
  expect(json).toMatchObject({ ...sent, expiresAt: '2026-01-02T01:04:05.123456789Z', request: null });
  expect((json as { acquiringUrl: string }).acquiringUrl).toMatch(/^http/);
});

test('the options of a checkout come from the settings and never from the body', async () => {
  const price = { fixedAmount: { amount: 2, currency: 'USD' } };
  const body = { ...bareCheckout('SUGGESTED_FIXED_PRICE', price), suggestedAmounts: [1] };
  const trial = openTestEmulator();
  expect((await checkout(trial, body, 1)).json).toMatchObject({ fixedAmount: null, suggestedAmounts: [10, 25, 50] });
  expect((await checkout(trial, { ...body, type: 'NO_PRICE' }, 1)).json).toMatchObject({
    fixedAmount: null,
    suggestedAmounts: null,
    estimatedPayAmounts: {},
  });
});

test("deposit options convert limits exactly, but not into the asset's own currency", async () => {
  const trial = openTestEmulator();
  expect((await trial.ask({ path: at(trial, 'deposit-options') })).json).toMatchObject({
    limits: { SOLANA_USDC: { minLimit: 1, maxLimit: 999_999, convertRate: null, convertPair: null } },
    amountInOptions: {
      SOLANA_USDC: {
        USDC: { minLimit: 1, convertRate: null, convertPair: null },
        USD: { minLimit: 1.0067, maxLimit: 1_006_698.9933, convertRate: 1.0067, convertPair: 'USDCUSD' },
      },
    },
    merchantPercentPlatformFees: { TRON_USDT: 5 },
    payerPercentPlatformFees: {},
  });
  expect((await trial.ask({ path: at(trial, 'deposit-options', 1) })).json).toMatchObject({
    merchantPercentPlatformFees: { TRON_USDT: 0 },
    payerPercentPlatformFees: { TRON_USDT: 1 },
    suggestedAmounts: [10, 25, 50],
  });
});

test('every currency of the deposit options prices a request, also at the limits', async () => {
  const trial = openTestEmulator();
  const { amountInOptions } = (await trial.ask({ path: at(trial, 'deposit-options') })).json as {
    amountInOptions: Record<string, Record<string, { minLimit: number; maxLimit: number }>>;
  };
  for (const [cryptoCurrency, options] of Object.entries(amountInOptions)) {
    for (const [amountIn, { minLimit, maxLimit }] of Object.entries(options)) {
      for (const amount of [minLimit, maxLimit]) {
        const body = bareRequest(cryptoCurrency, { amount, amountIn });
        expect((await trial.ask({ path: at(trial, 'requests'), body })).status, JSON.stringify(body)).toBe(200);
      }
    }
  }
});

test('one EVM address serves two blockchains and no other family', async () => {
  const { addresses, assetsMeta } = await bundle(openTestEmulator(), bareBundle('u', { allEnabledAssets: true }));
  const of = (asset: string): string | undefined => addresses.find((held) => held.asset === asset)?.address;
  expect(of('POLYGON_USDC')).toBe(of('ETHEREUM_USDT'));
  expect(new Set(addresses.map(({ address }) => address)).size).toBe(3);
  expect(Object.keys(assetsMeta).sort()).toEqual(addresses.map(({ asset }) => asset).sort());
});

test('references that differ only in case have separate bundles', async () => {
  const trial = openTestEmulator();
  const [lower, upper] = [
    await bundle(trial, bareBundle('ada', { allEnabledAssets: true })),
    await bundle(trial, bareBundle('ADA', { allEnabledAssets: true })),
  ];
  const addresses = [...lower.addresses, ...upper.addresses].map(({ address }) => address);
  expect(new Set(addresses).size).toBe(6);
});

const first = (trial: TestEmulator): Promise<Made[]> =>
  Promise.all(['TRON_USDT', 'TRON_USDT'].map((asset) => bundle(trial, bareBundle('u', { assets: [asset] }))));

test('ten simultaneous first calls make one bundle with one address', async () => {
  const trial = openTestEmulator();
  const made = (await Promise.all(Array.from({ length: 5 }, () => first(trial)))).flat();
  expect(new Set(made.map((each) => JSON.stringify(each))).size).toBe(1);
});

test('the race mutants make two bundles or two addresses from simultaneous first calls', async () => {
  const [one, other] = await first(openTestEmulator({ rules: rulesNamed('bundles-race') }));
  expect(one?.id).not.toBe(other?.id);
  const [before, after] = await first(openTestEmulator({ rules: rulesNamed('addresses-race') }));
  expect(before?.id).toBe(after?.id);
  expect(before?.addresses[0]?.address).not.toBe(after?.addresses[0]?.address);
});

test('deactivated addresses appear both in the list and in the map', async () => {
  const trial = openTestEmulator({ control: true });
  const made = await bundle(trial, bareBundle('u', { assets: ['TRON_USDT'] }));
  const [address] = made.addresses;
  const path = `/~control/addresses/${address?.address}/disable`;
  await trial.ask({ path, body: {}, headers: { 'x-control-token': CONTROL_TOKEN } });
  const grown = await bundle(trial, bareBundle('u', { assets: ['TRON_USDT'] }));
  expect(grown.deactivatedAddresses.map(({ id }) => id)).toEqual([address?.id]);
  expect(Object.values(grown.deactivatedAddressesByAsset)).toEqual(grown.deactivatedAddresses);
});

test('a rate names its assets as requested, and unknown assets are refused', async () => {
  const { ask } = openTestEmulator();
  const rate = (pair: string): Promise<TestResponse> => ask({ path: `/v1/user/crypto-acquiring/rates/${pair}` });
  expect((await rate('USDT/USD')).json).toEqual({ baseAsset: 'USDT', quoteAsset: 'USD', rate: 1.0054 });
  expect((await rate('TRON_USDT/USD')).json).toMatchObject({ baseAsset: 'TRON_USDT', rate: 1.0054 });
  for (const pair of ['DOGE/USD', 'USDT/DOGE', 'usdt/USD']) expect((await rate(pair)).status).toBe(404);
});
