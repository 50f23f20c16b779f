import { expect, test } from '@playwright/test';
import { pricedCheckout, sampleCreation, sampleDepositOptions } from '../../../tests/support/records/priceRecords.ts';
import { recordOfExchanges, type SampleExchange } from '../../../tests/support/records/records.ts';
import { estimatesBy } from './estimatedAmounts.ts';

const operation = 'GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}';

const rate = (value: number): SampleExchange => ({
  operation,
  answer: { baseAsset: 'USDT', quoteAsset: 'USD', rate: value },
});

const fees = { payerFixedPlatformFees: { TRON_USDT: 0.1 }, payerPercentPlatformFees: { TRON_USDT: 5 } };

interface Tale {
  estimates: unknown;
  rates?: readonly [number, number];
  options?: object;
}

async function learnedOf({ estimates, rates: [first, last] = [1.0054, 1.0054], options = {} }: Tale) {
  const sent = { fixedAmount: { amount: 100, currency: 'USD' } };
  const made = sampleCreation('checkouts', sent, pricedCheckout({ estimatedPayAmounts: estimates }));
  const record = await recordOfExchanges(rate(first), made, rate(last), sampleDepositOptions(options));
  return estimatesBy(record, { exchange: 'p0-2', key: 'fiat', before: ['p0-1'], after: ['p0-3'], options: 'p0-4' });
}

test('an estimate is described by its formula and not by its digits', async () => {
  const plain = { state: 'learned', key: 'fiat', value: 'amount / rate' };
  expect(await learnedOf({ estimates: { ETHEREUM_USDT: 99.46291, TRON_USDT: 99.4629 } })).toMatchObject(plain);
  expect(await learnedOf({ estimates: { TRON_USDT: 104.53606 }, options: fees })).toMatchObject({
    value: 'amount / rate, payer fee added',
  });
  expect(await learnedOf({ estimates: { TRON_USDT: 100.54 } })).toMatchObject({ value: 'amount x rate' });
  expect(await learnedOf({ estimates: { TRON_USDT: 98.12345 } })).toMatchObject({ value: 'no relation found' });
});

test('if a rate moved, an estimate is learned only if it fits either rate', async () => {
  const rates = [1.0054, 1.0067] as const;
  expect(await learnedOf({ estimates: { TRON_USDT: 99.46291 }, rates })).toMatchObject({ value: 'amount / rate' });
  expect(await learnedOf({ estimates: { TRON_USDT: 99.4 }, rates })).toMatchObject({ value: 'amount / rate' });
  expect(await learnedOf({ estimates: { TRON_USDT: 98.12345 }, rates })).toMatchObject({ outcome: 'unverified' });
});

test('estimates without a rate are no evidence, and absent estimates are learned', async () => {
  expect(await learnedOf({ estimates: { SOLANA_USDC: 99.4 } })).toMatchObject({ outcome: 'unverified' });
  for (const estimates of [null, {}, { TRON_USDT: 'about 99' }])
    expect(await learnedOf({ estimates })).toMatchObject({ value: 'not shown as numbers' });
});
