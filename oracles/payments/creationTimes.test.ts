import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { createdWhenSent } from './creationTimes.ts';

const startMs = Date.parse('2026-01-01T00:00:00Z');

/** Returns the faults of orders that were made a second apart, each with createdAt this much later than the Date of its answer, in seconds. */
async function faultsOf(...lags: number[]) {
  const orders = lags.map((lag, nth): SampleExchange => {
    const date = startMs + nth * 1000;
    const createdAt = new Date(date + lag * 1000).toISOString();
    return {
      operation: 'POST /v1/user/payments/payin',
      key: `k${nth}`,
      body: JSON.stringify({ amount: 1, clientOrderId: `k${nth}` }),
      answer: paymentLike({ id: `PMT-${nth}`, clientOrderId: `k${nth}`, createdAt }),
      headers: [
        ['content-type', 'application/json'],
        ['date', new Date(date).toUTCString()],
      ],
      atMs: nth * 1000,
    };
  });
  return createdWhenSent(await recordOfExchanges(...orders));
}

test('createdAt is the time of creation, by the clock of most answers', async () => {
  expect(await faultsOf(0, 0.5, 0.9, 0, -0.5)).toEqual([]);
  expect(await faultsOf(40, 40, 40.5, 39.8, 40)).toEqual([]);
  expect(await faultsOf(0, 0, -3600, 0, 0, 0)).toMatchObject([{ code: 'notAtCreation' }]);
  expect(await faultsOf(0, 0, 7200, 0, 0, 0)).toHaveLength(1);
});

test('a clock that shows another zone is wrong for every payment', async () => {
  expect(await faultsOf(3600, 3600, 3600, 3600, 3600)).toHaveLength(5);
  expect(await faultsOf(-5)).toHaveLength(1);
});
