import { expect, test } from '@playwright/test';
import { pricedCheckout, sampleCreation, sampleDepositOptions } from '../../../tests/support/records/priceRecords.ts';
import { recordOfExchanges } from '../../../tests/support/records/records.ts';
import { estimatesAgree } from './offeredAssets.ts';

const options = sampleDepositOptions({
  amountInOptions: {
    BITCOIN_BTC: { USD: { convertRate: 63_000, convertPair: 'BTCUSD' } },
    ETHEREUM_ETH: { USD: { convertRate: 2300, convertPair: 'ETHUSD' } },
    TRON_USDT: { USD: { convertRate: 1.0054, convertPair: 'USDTUSD' } },
  },
});

const made = (amount: number, estimatedPayAmounts: object) =>
  sampleCreation('checkouts', { fixedAmount: { amount, currency: 'USD' } }, pricedCheckout({ estimatedPayAmounts }));

const ruled = async (...estimates: readonly object[]) =>
  estimatesAgree(await recordOfExchanges(options, ...estimates.map((one) => made(61.19, one))));

/** 61.19 USD, rounded up to the decimals that each asset has on its chain. */
const shown = { BITCOIN_BTC: 0.00097127, ETHEREUM_ETH: '0.026604347826086957', TRON_USDT: 60.861349 };
const estimates = { ...shown, ETHEREUM_ETH: Number(shown.ETHEREUM_ETH) };

test('estimates that are rounded each to the scale of its asset agree', async () => {
  expect((await ruled(estimates, estimates)).state).toBe('held');
});

test('an estimate that follows from the price in another way than most is a fault', async () => {
  const odd = { ...estimates, TRON_USDT: 60.87 };
  expect(await ruled(estimates, estimates, odd)).toMatchObject({ state: 'broken', faults: [{ seen: '60.87' }] });
});
