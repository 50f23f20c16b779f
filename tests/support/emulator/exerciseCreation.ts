import { CONTROL_TOKEN, type TestEmulator, type TestRequest, type TestResponse } from './testEmulator.ts';

const ACQUIRING = '/v1/user/crypto-acquiring';

const FIXED = { type: 'FIXED_PRICE', fixedAmount: { amount: 100.5, currency: 'EUR' } };
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
  { type: 'FIXED_PRICE', name: 'No price' },
  { ...NAMED, type: 'NO_PRICE', fixedAmount: { amount: 5, currency: 'USD' } },
  { ...NAMED, type: 'SUGGESTED_FIXED_PRICE', suggestedAmounts: [1, { amount: 2 }], fixedAmount: FIXED.fixedAmount },
  { name: 'No type' },
];

const REQUESTS: readonly unknown[] = [
  ...['ETHEREUM_USDT', 'TRON_USDT', 'SOLANA_USDC', 'SOLANA_USDT', 'DOGE_DOGE'].map((cryptoCurrency) => ({
    cryptoCurrency,
  })),
  ...[100, 0.9, 2_000_000].map((amount) => ({ amount, amountIn: 'USD', cryptoCurrency: 'TRON_USDT' })),
  { amount: 50, amountIn: 'USDT', cryptoCurrency: 'ETHEREUM_USDT', clientOrderId: 'tea-2' },
  { amount: 50, cryptoCurrency: 'TRON_USDT' },
  { amountIn: 'USD', cryptoCurrency: 'TRON_USDT' },
];

const BUNDLES: readonly unknown[] = [
  { referenceId: 'Ada', assets: ['ETHEREUM_USDT'] },
  { referenceId: 'Ada', assets: ['TRON_USDT', 'ETHEREUM_USDT'] },
  { referenceId: 'Ada', allEnabledAssets: true },
  { referenceId: 'Ada', assets: ['TRON_USDT'] },
  { referenceId: 'ada', assets: ['TRON_USDT'] },
  { referenceId: 'Adam', allEnabledAssets: true },
  { referenceId: 'x'.repeat(257), assets: ['TRON_USDT'] },
  { referenceId: 'Eve', assets: ['SOLANA_USDT'] },
  { referenceId: 'Eve', assets: ['DOGE_DOGE'] },
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
  const body = { referenceId: 'Bob', assets: ['TRON_USDT', 'SOLANA_USDC'] };
  const made = await trial.ask({ path: base + path, body });
  const { addressesByAsset } = (made.json ?? {}) as { addressesByAsset?: Record<string, { address?: string }> };
  const address = addressesByAsset?.['TRON_USDT']?.address ?? 'none';
  const headers = { 'x-control-token': CONTROL_TOKEN };
  const disabled = await trial.ask({ path: `${base}/~control/addresses/${address}/disable`, body: {}, headers });
  return [made, disabled, await trial.ask({ path: base + path, body })];
}

const at = (project: string, what: string): string => `${ACQUIRING}/${project}/${what}`;
