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

test('estimates that are rounded each to the scale of its asset, or to six digits, agree', async () => {
  const digits = { BITCOIN_BTC: 0.000971271, ETHEREUM_ETH: 0.0266043, TRON_USDT: 60.8614 };
  for (const all of [estimates, digits])
    expect(await ruled(all, all)).toMatchObject({ state: 'learned', value: 'by price, rate and fee' });
});

test('an estimate that follows from the price in another way is learned, and is no fault', async () => {
  const odd = { ...estimates, TRON_USDT: 60.87 };
  expect(await ruled(estimates, odd)).toMatchObject({ state: 'learned', value: 'in several or other ways' });
});
