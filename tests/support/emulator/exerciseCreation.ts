import { bareRequest } from '../../../generators/payloads/acquiringRequest.ts';
import { bareBundle } from '../../../generators/payloads/bundle.ts';
import { bareCheckout } from '../../../generators/payloads/checkout.ts';
import { withoutFields } from '../../../generators/payloads/withoutFields.ts';
import { CONTROL_TOKEN, type TestEmulator, type TestRequest, type TestResponse } from './testEmulator.ts';

const ACQUIRING = '/v1/user/crypto-acquiring';

const PRICE = { fixedAmount: { amount: 100.5, currency: 'EUR' } };
const FIXED = bareCheckout('FIXED_PRICE', PRICE);
const NAMED = {
  name: 'Green tea',
  returnUrl: 'https://shop.example/back',
  clientOrderId: 'order-of-tea-1',
  expiresAt: '2027-01-01T02:03:04.567Z',
};

const CHECKOUTS: readonly unknown[] = [
  { ...FIXED, ...NAMED },
  { ...FIXED, fixedAmount: { amount: 25, currency: 'USDT' } },
  { ...FIXED, fixedAmount: { amount: 25, currency: 'DOGE' } },
  { ...FIXED, expiresAt: '2001-01-01T00:00:00Z' },
  bareCheckout('FIXED_PRICE', { name: 'No price' }),
  bareCheckout('NO_PRICE', { ...NAMED, fixedAmount: { amount: 5, currency: 'USD' } }),
  { ...bareCheckout('SUGGESTED_FIXED_PRICE', { ...NAMED, ...PRICE }), suggestedAmounts: [1, { amount: 2 }] },
  withoutFields(bareCheckout('NO_PRICE', { name: 'No type' }), 'type'),
];

const REQUESTS: readonly unknown[] = [
  ...['ETHEREUM_USDT', 'TRON_USDT', 'SOLANA_USDC', 'SOLANA_USDT', 'DOGE_DOGE'].map((asset) => bareRequest(asset)),
  ...[100, 0.9, 2_000_000].map((amount) => bareRequest('TRON_USDT', { amount, amountIn: 'USD' })),
  bareRequest('ETHEREUM_USDT', { amount: 50, amountIn: 'USDT', clientOrderId: 'tea-2' }),
  bareRequest('TRON_USDT', { amount: 50 }),
  bareRequest('TRON_USDT', { amountIn: 'USD' }),
];

const BUNDLES: readonly unknown[] = [
  bareBundle('Ada', { assets: ['ETHEREUM_USDT'] }),
  bareBundle('Ada', { assets: ['TRON_USDT', 'ETHEREUM_USDT'] }),
  bareBundle('Ada', { allEnabledAssets: true }),
  bareBundle('Ada', { assets: ['TRON_USDT'] }),
  bareBundle('ada', { assets: ['TRON_USDT'] }),
  bareBundle('Adam', { allEnabledAssets: true }),
  bareBundle('x'.repeat(257), { assets: ['TRON_USDT'] }),
  bareBundle('Eve', { assets: ['SOLANA_USDT'] }),
  bareBundle('Eve', { assets: ['DOGE_DOGE'] }),
];

const RATES = ['USDC/EUR', 'TRON_USDT/USD', 'USDT/USDC', 'DOGE/USD'];

/** Creates the objects of crypto acquiring, with valid and invalid bodies, in two projects and in unknown ones. Returns all answers. */
export async function exerciseCreation(trial: TestEmulator, base: string): Promise<TestResponse[]> {
  const ids = trial.setup.accounts[0]?.projects.slice(0, 2).map(({ id }) => id) ?? [];
  const asked: TestRequest[] = [
    ...ids.flatMap((project) => [
      { path: at(project, 'deposit-options') },
      ...CHECKOUTS.map((body) => ({ path: at(project, 'checkouts'), body })),
      ...REQUESTS.map((body) => ({ path: at(project, 'requests'), body })),
    ]),
    ...BUNDLES.map((body) => ({ path: at(ids[0] ?? '', 'static/bundles'), body })),
    ...['CAP-00000000-0000-4000-8000-000000000000', 'nowhere'].flatMap((project) => [
      { path: at(project, 'deposit-options') },
      { path: at(project, 'checkouts'), body: FIXED },
    ]),
    ...RATES.map((pair) => ({ path: `${ACQUIRING}/rates/${pair}` })),
  ];
  const seen: TestResponse[] = [];
  for (const each of asked) {
    trial.pass(20);
    seen.push(await trial.ask({ ...each, path: base + each.path }));
  }
  return [...seen, ...(await replacement(trial, base, at(ids[0] ?? '', 'static/bundles')))];
}

/** Disables an address of a bundle and requests the bundle again. */
async function replacement(trial: TestEmulator, base: string, path: string): Promise<TestResponse[]> {
  const body = bareBundle('Bob', { assets: ['TRON_USDT', 'SOLANA_USDC'] });
  const made = await trial.ask({ path: base + path, body });
  const { addressesByAsset } = (made.json ?? {}) as { addressesByAsset?: Record<string, { address?: string }> };
  const address = addressesByAsset?.['TRON_USDT']?.address ?? 'none';
  const headers = { 'x-control-token': CONTROL_TOKEN };
  const disabled = await trial.ask({ path: `${base}/~control/addresses/${address}/disable`, body: {}, headers });
  return [made, disabled, await trial.ask({ path: base + path, body })];
}

const at = (project: string, what: string): string => `${ACQUIRING}/${project}/${what}`;
