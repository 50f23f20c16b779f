import { expect, test } from '@playwright/test';
import { pricedRequest, sampleCreation } from '../../../tests/support/records/priceRecords.ts';
import { recordOfExchanges, type SampleExchange } from '../../../tests/support/records/records.ts';
import { requestsIn } from '../../answers/acquiringRecords.ts';
import {
  endsAfterItsStart,
  hasAddressOfItsChain,
  isNotUpdated,
  isOfAsset,
  isOfKnownChain,
  requestsStart,
  showsItsEnd,
} from './requestFields.ts';
import { hasItsPrice, hasNoPrice, isSentPriced, isSentUnpriced } from './requestPrice.ts';

type Fields = Readonly<Record<string, unknown>>;

const price = { amount: 100, amountIn: 'USD', cryptoCurrency: 'ETHEREUM_USDT', clientOrderId: 'R-1' };

const creation = (fields: Fields = {}, sent: Fields = price): SampleExchange =>
  sampleCreation('requests', sent, pricedRequest(fields));

async function sightingOf(fields: Fields, sent?: Fields) {
  const [sighting] = requestsIn(await recordOfExchanges(creation(fields, sent)));
  if (!sighting) throw new Error('no request was told');
  return sighting;
}

const starts: Readonly<Record<string, readonly [Fields, boolean]>> = {
  'a sound one': [{}, true],
  'one without what is null': [{ payment: undefined, txHash: undefined, checkoutId: undefined }, true],
  'one of no named project': [{ cryptoAcquiringProjectId: null, clientOrderId: null }, true],
  'one with a field more': [{ network: 'sepolia' }, true],
  'one in another status': [{ status: 'PENDING_PAYMENT' }, false],
  'one without a status': [{ status: null }, false],
  'one without an address': [{ address: null }, false],
  'one with an empty address': [{ address: '' }, false],
  'one of a checkout': [{ checkoutId: 'CCO-1' }, false],
  'one with a payment': [{ payment: {} }, false],
  'one with the id of a payment': [{ paymentId: 'PMT-1' }, false],
  'one with a transaction': [{ txHash: '0x1' }, false],
  'one of another project': [{ cryptoAcquiringProjectId: 'CAP-2' }, false],
  'one with another clientOrderId': [{ clientOrderId: 'R-2' }, false],
};

for (const [which, [fields, isValid]] of Object.entries(starts))
  test(`of new requests ${which} ${isValid ? 'starts as it must' : 'does not'}`, async () => {
    expect(requestsStart(await recordOfExchanges(creation(), creation(fields))).state).toBe(
      isValid ? 'held' : 'broken',
    );
  });

test('without a request nothing is judged', async () => {
  expect(requestsStart(await recordOfExchanges())).toMatchObject({ outcome: 'unverified' });
});

test('a request has the price that was sent, to the last digit', async () => {
  expect(hasItsPrice(await sightingOf({}))).toEqual([]);
  for (const fields of [
    { requestAmount: 100.01 },
    { requestAmount: null },
    { requestAmountIn: 'EUR' },
    { requestAmountIn: null },
  ])
    expect(hasItsPrice(await sightingOf(fields))).toHaveLength(1);
});

test('a request sent without a price has none and has limits', async () => {
  const unpriced = { requestAmount: null, requestAmountIn: null, minLimit: 1, maxLimit: 999999 };
  expect(hasNoPrice(await sightingOf(unpriced))).toEqual([]);
  expect(hasNoPrice(await sightingOf({ ...unpriced, requestAmount: 0 }))).toEqual([]);
  expect(hasNoPrice(await sightingOf({ ...unpriced, maxLimit: 0 }))).toEqual([]);
  const turned = { minLimit: 999999, maxLimit: 1 };
  for (const fields of [{ minLimit: null }, { maxLimit: undefined }, { requestAmount: 1 }, turned])
    expect(hasNoPrice(await sightingOf({ ...unpriced, ...fields }))).toHaveLength(1);
});

test('only the body decides whether a price was sent', async () => {
  const bodies = [
    price,
    { cryptoCurrency: 'A_B' },
    { amount: 100 },
    { amountIn: 'USD' },
    { amount: null, amountIn: null },
  ];
  const sorted = await Promise.all(bodies.map((sent) => sightingOf({}, sent)));
  expect(sorted.map(isSentPriced)).toEqual([true, false, false, false, false]);
  expect(sorted.map(isSentUnpriced)).toEqual([false, true, false, false, true]);
});

test('a request has its asset under any name of its blockchain', async () => {
  const ruled = async (fields: Fields, asset: string) =>
    isOfAsset(await recordOfExchanges(creation(fields)), { exchange: 'p0-1', asset }).state;
  expect(await ruled({}, 'ETHEREUM_USDT')).toBe('held');
  expect(await ruled({ blockchain: 'BNB_CHAIN', currency: 'USDT' }, 'BNB_CHAIN_USDT')).toBe('held');
  expect(await ruled({}, 'TRON_USDT')).toBe('broken');
  expect(await ruled({ blockchain: null }, 'ETHEREUM_USDT')).toBe('broken');
  const refused = await recordOfExchanges({ ...creation(), status: 400, answer: {} });
  expect(isOfAsset(refused, { exchange: 'p0-1', asset: 'ETHEREUM_USDT' }).state).toBe('broken');
});

test('a request ends after its start, and absent times are not judged', async () => {
  expect(endsAfterItsStart(await sightingOf({}))).toEqual([]);
  expect(
    endsAfterItsStart(await sightingOf({ expiresAt: null, paymentWindowEndsAt: '2026-01-01T00:00:01.000001Z' })),
  ).toEqual([]);
  expect(endsAfterItsStart(await sightingOf({ expiresAt: '2026-01-01T00:00:01Z' }))).toHaveLength(1);
  expect(endsAfterItsStart(await sightingOf({ paymentWindowEndsAt: '2025-12-31T23:59:59Z' }))).toHaveLength(1);
});

test('a request without times shows no end', async () => {
  expect(showsItsEnd(await sightingOf({ expiresAt: null }))).toBe(true);
  expect(showsItsEnd(await sightingOf({ expiresAt: null, paymentWindowEndsAt: null }))).toBe(false);
  expect(showsItsEnd(await sightingOf({ createdAt: null }))).toBe(false);
});

test('a request updated at its creation is reported', async () => {
  expect(isNotUpdated(await sightingOf({}))).toBeUndefined();
  expect(isNotUpdated(await sightingOf({ lastUpdatedAt: undefined }))).toBeUndefined();
  expect(isNotUpdated(await sightingOf({ lastUpdatedAt: '2026-01-01T00:00:01Z' }))).toMatchObject({
    code: 'updatedAtCreation',
  });
});

test('an address is judged on a known blockchain', async () => {
  expect(hasAddressOfItsChain(await sightingOf({}))).toBeUndefined();
  const wrongChecksum = await sightingOf({ address: '0xdac17F958D2ee523a2206206994597C13D831ec7' });
  expect(hasAddressOfItsChain(wrongChecksum)).toMatchObject({
    code: 'schema',
    where: expect.stringContaining('/address'),
  });
  expect(hasAddressOfItsChain(await sightingOf({ blockchain: 'TRON' }))).toMatchObject({
    wanted: 'a well-formed address of TRON',
  });
  const unknown = await sightingOf({ blockchain: 'LIGHTNING', address: 'lnbc1' });
  expect(hasAddressOfItsChain(unknown)).toBeUndefined();
  expect(isOfKnownChain(unknown)).toBe(false);
  expect(isOfKnownChain(wrongChecksum)).toBe(true);
});
