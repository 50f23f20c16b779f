import { expect, test } from '@playwright/test';
import { pricedCheckout, pricedRequest, sampleCreation } from '../../../tests/support/records/priceRecords.ts';
import { recordOfExchanges } from '../../../tests/support/records/records.ts';
import { requestsAgree } from './everyRequest.ts';

/** The result for a request inside a checkout of 100 USD. */
const ruled = async (fields: Readonly<Record<string, unknown>>) => {
  const price = { amount: 100, currency: 'USD' };
  const request = pricedRequest({ checkoutId: 'CCO-00000000-0000-4000-8000-000000000001', ...fields });
  const checkout = pricedCheckout({ fixedAmount: price, request });
  const sent = { type: 'FIXED_PRICE', fixedAmount: price };
  return requestsAgree(await recordOfExchanges(sampleCreation('checkouts', sent, checkout))).state;
};

test('the amount of a request is the price of its checkout if both are in one currency', async () => {
  expect(await ruled({})).toBe('held');
  expect(await ruled({ requestAmount: 101 })).toBe('broken');
  expect(await ruled({ requestAmount: 99.46291, requestAmountIn: 'USDT' })).toBe('held');
  expect(await ruled({ checkoutId: 'CCO-00000000-0000-4000-8000-000000000002' })).toBe('broken');
});
