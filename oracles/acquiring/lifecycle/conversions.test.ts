import { expect, test } from '@playwright/test';
import {
  pricedRequest,
  recordOfProject,
  sampleCreation,
  sampleDepositOptions,
  sampleProject,
} from '../../../tests/support/records/priceRecords.ts';
import type { SampleExchange } from '../../../tests/support/records/records.ts';
import { convertsPayment } from './conversions.ts';

const balances = (USDT: number, EUR: number): SampleExchange => ({
  operation: 'GET /v1/user/wallet/balances',
  answer: Object.entries({ USDT, EUR }).map(([currency, balance]) => ({ currency, balance })),
});

const options = sampleDepositOptions({
  amountInOptions: { ETHEREUM_USDT: { EUR: { convertRate: 0.9, convertPair: 'USDTEUR' } } },
});

/** Returns the state after a payment of 1000 USDT that raised the balances by these sums. */
async function stateOf(usdt: number, eur: number, status = 'SUCCESS'): Promise<string> {
  const created = sampleCreation('requests', {}, pricedRequest({ status, requestAmount: null }));
  const record = await recordOfProject({}, created, options, balances(50, 70), balances(50 + usdt, 70 + eur));
  const conversions = { [sampleProject]: { ETHEREUM_USDT: 'EUR' } };
  return convertsPayment(record, { created: 'p0-1', paid: '1000', conversions, before: 'p0-3', after: 'p0-4' }).state;
}

test('REQ-12 the chosen currency rises, not that of the payment', async () => {
  expect(await stateOf(0, 890)).toBe('held');
  expect(await stateOf(-30, 1500)).toBe('held');
  expect(await stateOf(989.9, 0)).toBe('broken');
});

test('REQ-12 other movements and another outcome say nothing', async () => {
  expect(await stateOf(1500, 0)).toBe('undecided');
  expect(await stateOf(989.9, 300)).toBe('undecided');
  expect(await stateOf(0, 0)).toBe('undecided');
  expect(await stateOf(989.9, 0, 'CONFLICT')).toBe('undecided');
});
