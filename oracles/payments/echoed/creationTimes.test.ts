import { expect, test } from '@playwright/test';
import {
  exchangeLine,
  paymentLike,
  recordOf,
  runLine,
  type SampleExchange,
} from '../../../tests/support/records/records.ts';
import type { RunLine } from '../../../traffic/journal/journalTypes.ts';
import { createdWhenSent } from './creationTimes.ts';

const startMs = Date.parse('2026-01-01T00:00:00Z');

const sandbox: RunLine = { ...runLine, target: { ...runLine.target, kind: 'sandbox' } };

/** Orders that were made a second apart, each with createdAt this much later than their moment, in seconds, and the Date of its answer by a clock of its own. */
async function faultsOf(lags: readonly number[], { line = sandbox, aheadOf = (nth: number): number => nth * 0 } = {}) {
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
        ['date', new Date(date + aheadOf(nth) * 1000).toUTCString()],
      ],
      atMs: nth * 1000,
    };
  });
  return createdWhenSent(await recordOf([line, ...orders.map((one, nth) => exchangeLine(`p0-${nth + 1}`, one))]));
}

test('createdAt is the time of creation, by the clock of most payments', async () => {
  expect(await faultsOf([0, 0.5, 0.9, 0, -0.5])).toEqual([]);
  expect(await faultsOf([40, 40, 40.5, 39.8, 40])).toEqual([]);
  expect(await faultsOf([0, 0, -3600, 0, 0, 0])).toMatchObject([{ code: 'notAtCreation' }]);
  expect(await faultsOf([0, 0, 7200, 0, 0, 0])).toHaveLength(1);
});

test('a clock that shows another zone is wrong for every payment', async () => {
  expect(await faultsOf([3600, 3600, 3600, 3600, 3600])).toHaveLength(5);
  expect(await faultsOf([-3600])).toHaveLength(1);
});

test('clocks that are a little apart are no fault, though few payments show it', async () => {
  expect(await faultsOf([-5, -5, -5])).toEqual([]);
});

test('two gateways may have two Dates', async () => {
  expect(await faultsOf([0, 0, 0, 0, 0, 0], { aheadOf: (nth) => (nth % 2) * 4 })).toEqual([]);
});

test('the Date need not follow a clock that an earlier run moved', async () => {
  const day = 86_400;
  expect(await faultsOf([3 * day, 3 * day, 3 * day], { line: runLine })).toEqual([]);
  expect(await faultsOf([3 * day, 3 * day, 3 * day - 3600], { line: runLine })).toHaveLength(1);
});
