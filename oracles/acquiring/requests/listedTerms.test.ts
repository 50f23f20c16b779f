import { expect, test } from '@playwright/test';
import { pricedRequest, sampleCreation, sampleDepositOptions } from '../../../tests/support/records/priceRecords.ts';
import { recordOfExchanges, type SampleExchange } from '../../../tests/support/records/records.ts';
import { hasListedLimits, unpricedWaiting } from './listedTerms.ts';

const options = (minLimit: number, maxLimit = 5000) =>
  sampleDepositOptions({ limits: { ETHEREUM_USDT: { minLimit, maxLimit } } });

const unpriced = (minLimit: number, maxLimit = 5000) =>
  sampleCreation('requests', {}, pricedRequest({ requestAmount: null, requestAmountIn: null, minLimit, maxLimit }));

const codesOf = async (...tale: readonly SampleExchange[]) =>
  unpricedWaiting(await recordOfExchanges(...tale))
    .flatMap(hasListedLimits)
    .map(({ code }) => code);

const faultsOf = async (...tale: readonly SampleExchange[]) => (await codesOf(...tale)).length;

test('a request without a price shows the limits that the options list before and after it', async () => {
  expect(await faultsOf(options(2), unpriced(2), options(2))).toBe(0);
  expect(await faultsOf(options(2), unpriced(3), options(2))).toBe(1);
  expect(await faultsOf(options(2), unpriced(3, 9000), options(2))).toBe(2);
});

test('a request without a price shows limits where another one does', async () => {
  const bare = sampleCreation(
    'requests',
    {},
    pricedRequest({ id: 'CAPD-2', requestAmount: null, requestAmountIn: null, minLimit: null, maxLimit: null }),
  );
  expect(await faultsOf(options(2), bare, options(2))).toBe(0);
  expect(await faultsOf(options(2), unpriced(2), bare, options(2))).toBe(2);
});

test('a limit near that of the options draws advice, since the options may come from a cache', async () => {
  expect(await codesOf(options(2), unpriced(2.1), options(2))).toEqual(['oddLimit']);
  expect(await codesOf(options(2), unpriced(2.3), options(2))).toEqual(['differs']);
});

test('a limit that moves, or that was read once only, is not judged', async () => {
  expect(await faultsOf(options(2), unpriced(2.1), options(2.05))).toBe(0);
  expect(await faultsOf(options(2), unpriced(2.1))).toBe(0);
  // The other limit did not move.
  expect(await faultsOf(options(2), unpriced(2.1, 9000), options(2.05))).toBe(1);
});
