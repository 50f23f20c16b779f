import { expect, test } from '@playwright/test';
import { bareBundle, bareCheckout, bareRequest } from '../../tests/support/emulator/sampleBodies.ts';
import { openTestEmulator, type TestEmulator, type TestResponse } from '../../tests/support/emulator/testEmulator.ts';
import { isAddress } from '../domain/addresses.ts';

const at = ({ setup }: TestEmulator, what: string, project = 0): string =>
  `/v1/user/crypto-acquiring/${setup.accounts[0]?.projects[project]?.id}/${what}`;

const post = (trial: TestEmulator, what: string, body: unknown): Promise<TestResponse> =>
  trial.ask({ path: at(trial, what), body });

const FIXED = bareCheckout('FIXED_PRICE', {
  fixedAmount: { amount: 100, currency: 'USD' },
  name: 'Tea',
  returnUrl: 'https://shop.example/back',
});

test('a checkout begins NEW, is read back, and expires on the clock', async () => {
  const trial = openTestEmulator();
  const made = (await post(trial, 'checkouts', { ...FIXED, expiresAt: '2026-01-01T02:00:00Z' })).json as { id: string };
  expect(made).toMatchObject({
    status: 'NEW',
    request: null,
    fixedAmount: FIXED.fixedAmount,
    name: 'Tea',
    expiresAt: '2026-01-01T02:00:00.000Z',
  });
  const path = at(trial, `checkouts/${made.id}`);
  expect((await trial.ask({ path })).json).toEqual(made);
  trial.pass(2 * 3_600_000);
  expect((await trial.ask({ path })).json).toMatchObject({ status: 'EXPIRED' });
});

test('a fixed-price request is calculated exactly', async () => {
  const trial = openTestEmulator();
  const body = bareRequest('ETHEREUM_USDT', { amount: 100, amountIn: 'USD' });
  expect((await post(trial, 'requests', body)).json).toMatchObject({
    status: 'WAITING_PAYMENT',
    requestAmountConverted: 99.46291,
    payAmount: 99.46291,
    merchantPlatformFee: 5.07315,
    payerPlatformFee: 0,
    processingAmount: 94.38976,
    convertPair: 'USDTUSD',
  });
});

test('the end user pays the fee only for a FIXED_PRICE checkout whose project says so', async () => {
  const trial = openTestEmulator();
  const made = await trial.ask({ path: at(trial, 'checkouts', 1), body: FIXED });
  expect(made.json).toMatchObject({ estimatedPayAmounts: { TRON_USDT: 100.65754, ETHEREUM_USDT: 100.65754 } });
  const body = bareRequest('TRON_USDT', { amount: 100, amountIn: 'USD' });
  const own = await trial.ask({ path: at(trial, 'requests', 1), body });
  expect(own.json).toMatchObject({
    payAmount: 99.46291,
    payerPlatformFee: 0,
    payerPercentPlatformFee: null,
    merchantPlatformFee: 1.19463,
    processingAmount: 98.26828,
  });
});

test('a request without an amount is NO_PRICE, and every address fits its blockchain', async () => {
  const trial = openTestEmulator();
  for (const cryptoCurrency of ['ETHEREUM_USDC', 'TRON_USDT', 'SOLANA_USDC']) {
    const made = (await post(trial, 'requests', bareRequest(cryptoCurrency))).json as {
      address: string;
      blockchain: string;
    };
    expect(made).toMatchObject({ payAmount: null, minLimit: 1, maxLimit: 999_999 });
    expect(isAddress(made.address, made.blockchain)).toBe(true);
  }
});

test('a request expires just after its window', async () => {
  const trial = openTestEmulator();
  const { id } = (await post(trial, 'requests', bareRequest('TRON_USDT'))).json as { id: string };
  const status = async (): Promise<unknown> =>
    ((await trial.ask({ path: at(trial, `requests/${id}`) })).json as { status: string }).status;
  trial.pass(600_000);
  expect(await status()).toBe('WAITING_PAYMENT');
  trial.pass(1);
  expect(await status()).toBe('EXPIRED');
});

test('a bundle is made once, grows, and shares its EVM address', async () => {
  const trial = openTestEmulator();
  type Made = {
    id: string;
    addresses: { id: string; asset: string; address: string }[];
    addressesByAsset: Record<string, unknown>;
  };
  const first = (await post(trial, 'static/bundles', bareBundle('u1', { assets: ['ETHEREUM_USDT'] }))).json as Made;
  const grown = (await post(trial, 'static/bundles', bareBundle('u1', { allEnabledAssets: true }))).json as Made;
  expect(grown.id).toBe(first.id);
  expect(grown.addresses).toHaveLength(5);
  expect(grown.addresses[0]).toEqual(first.addresses[0]);
  expect(grown.addresses[1]).toMatchObject({ id: first.addresses[0]?.id, address: first.addresses[0]?.address });
  expect(Object.values(grown.addressesByAsset)).toEqual(grown.addresses);
  const other = (await post(trial, 'static/bundles', bareBundle('u2', { assets: ['ETHEREUM_USDT'] }))).json as Made;
  expect(other.addresses[0]?.address).not.toBe(first.addresses[0]?.address);
});

for (const [what, body] of [
  ['checkouts', bareCheckout('FIXED_PRICE')],
  ['checkouts', bareCheckout('GIFT')],
  ['checkouts', { ...FIXED, expiresAt: '2020-01-01T00:00:00Z' }],
  ['requests', bareRequest('DOGE_DOGE')],
  ['requests', bareRequest('SOLANA_USDT')],
  ['requests', bareRequest('TRON_USDT', { amount: 5 })],
  ['requests', bareRequest('TRON_USDT', { amount: 0.5, amountIn: 'USDT' })],
  ['static/bundles', { allEnabledAssets: true }],
  ['static/bundles', bareBundle('r', { assets: ['NOPE'] })],
  ['static/bundles', { ...bareBundle('r'), assets: 'TRON_USDT' }],
] as const) {
  test(`${what} refuses ${JSON.stringify(body)}`, async () => {
    expect((await post(openTestEmulator(), what, body)).status).toBe(400);
  });
}

test("a project that is unknown, malformed or another user's is not found", async () => {
  const { ask, setup } = openTestEmulator();
  const foreign = setup.accounts[1]?.projects[0]?.id ?? '';
  for (const id of ['CAP-00000000-0000-4000-8000-000000000000', 'x', foreign]) {
    expect((await ask({ path: `/v1/user/crypto-acquiring/${id}/deposit-options` })).status).toBe(404);
  }
});

test('addresses are checked by format and checksum', () => {
  const good = [
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'ETHEREUM'],
    ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'BASE'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TRON'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'BITCOIN'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'BITCOIN'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'BITCOIN'],
    ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'SOLANA'],
  ] as const;
  for (const [address, blockchain] of good) expect(isAddress(address, blockchain), address).toBe(true);
  expect(isAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'ETHEREUM')).toBe(false);
  expect(isAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'BITCOIN')).toBe(false);
  expect(isAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'DOGE')).toBe(false);
});
