import { expect, test } from '@playwright/test';
import {
  pricedCheckout,
  pricedRequest,
  recordOfProject,
  sampleCreation,
  sampleDepositOptions,
} from '../../../tests/support/records/priceRecords.ts';
import type { SampleExchange } from '../../../tests/support/records/records.ts';
import { feesByPayer } from './feePayer.ts';

type Fields = Readonly<Record<string, unknown>>;

const request = (fields: Fields = {}): SampleExchange => sampleCreation('requests', {}, pricedRequest(fields));

const nested = (fields: Fields, type = 'FIXED_PRICE'): SampleExchange =>
  sampleCreation('checkouts', {}, pricedCheckout({ type, request: pricedRequest(fields) }));

const merchantFees = {
  merchantFixedPlatformFees: { ETHEREUM_USDT: 0.1 },
  merchantPercentPlatformFees: { ETHEREUM_USDT: 5 },
};
const payerFees = { payerFixedPlatformFees: { ETHEREUM_USDT: 0.1 }, payerPercentPlatformFees: { ETHEREUM_USDT: 5 } };

const noMerchantFee = { merchantPlatformFee: 0, merchantFixedPlatformFee: null, merchantPercentPlatformFee: null };
const paidByPayer = {
  ...noMerchantFee,
  payerPlatformFee: 5.07315,
  payerFixedPlatformFee: 0.1,
  payerPercentPlatformFee: 5,
};

/** Judges a request that shows no merchant fee, though the merchant pays one that the deposit options list. */
const ofMerchant = async (fields: Fields) =>
  feesByPayer(
    await recordOfProject(
      { feePaidBy: 'merchant' },
      request({ ...noMerchantFee, ...fields }),
      sampleDepositOptions(merchantFees),
    ),
  );

test('the fees are the merchant fees if the merchant pays', async () => {
  const resultOf = async (...tale: SampleExchange[]) =>
    feesByPayer(await recordOfProject({ feePaidBy: 'merchant' }, ...tale));
  expect(await resultOf(request(), sampleDepositOptions(merchantFees))).toMatchObject({ state: 'held' });
  expect(
    await resultOf(request({ merchantPlatformFee: null, requestAmount: null }), sampleDepositOptions(merchantFees)),
  ).toMatchObject({ state: 'held' });
  expect(await resultOf(request(paidByPayer))).toMatchObject({
    state: 'broken',
    faults: [{ code: 'differs', what: expect.stringContaining('payerPlatformFee'), seen: '5.07315' }],
  });
  expect(await resultOf(request(noMerchantFee), sampleDepositOptions(merchantFees))).toMatchObject({
    faults: [{ what: expect.stringContaining('merchantPlatformFee'), seen: '0' }],
  });
  expect(await resultOf(request(noMerchantFee))).toMatchObject({ state: 'held' });
  const parts = request({ merchantPlatformFee: null });
  expect(await resultOf(parts, sampleDepositOptions(merchantFees))).toMatchObject({ state: 'held' });
});

test('fees may be null until the payment is made', async () => {
  const none = { payerPlatformFee: null, merchantPlatformFee: null };
  expect((await ofMerchant(none)).state).toBe('held');
  expect((await ofMerchant({ ...none, status: 'SUCCESS', paidAmount: 99.46291 })).state).toBe('broken');
  expect((await ofMerchant({ ...none, payerPlatformFee: 0 })).state).toBe('broken');
});

test('parts beside a zero total only show what would be charged', async () => {
  const parts = { payerPlatformFee: 0, payerFixedPlatformFee: 0.1, payerPercentPlatformFee: 5 };
  const resultOf = async (fields: Fields) =>
    feesByPayer(await recordOfProject({ feePaidBy: 'merchant' }, request(fields)));
  expect(await resultOf(parts)).toMatchObject({ state: 'held' });
  expect((await resultOf({ ...parts, payerPlatformFee: null })).state).toBe('broken');
});

test('a request without a payment in its own currency has no fee', async () => {
  for (const status of ['PENDING_PAYMENT', 'CONFLICT', 'EXPIRED'])
    expect((await ofMerchant({ status, paidAmount: 0 })).state, status).toBe('held');
  expect((await ofMerchant({ status: 'CONFLICT', paidAmount: 1 })).state).toBe('broken');
  expect((await ofMerchant({ status: 'WAITING_PAYMENT', paidAmount: 0 })).state).toBe('broken');
});

test('a FIXED_PRICE checkout has end-user fees if the end user pays', async () => {
  const resultOf = async (...tale: SampleExchange[]) =>
    feesByPayer(await recordOfProject({ feePaidBy: 'payer' }, ...tale));
  expect(await resultOf(nested(paidByPayer), sampleDepositOptions(payerFees))).toMatchObject({ state: 'held' });
  expect((await resultOf(nested({}), sampleDepositOptions(payerFees))).state).toBe('broken');
  expect((await resultOf(nested(noMerchantFee), sampleDepositOptions(payerFees))).state).toBe('broken');
});

test('fees for the end user apply only to requests of FIXED_PRICE checkouts', async () => {
  const resultOf = async (one: SampleExchange) => feesByPayer(await recordOfProject({ feePaidBy: 'payer' }, one));
  for (const one of [request(), nested({}, 'NO_PRICE')]) expect((await resultOf(one)).state).toBe('held');
  for (const one of [request(paidByPayer), nested(paidByPayer, 'NO_PRICE')])
    expect((await resultOf(one)).state).toBe('broken');
  const ofSomeCheckout = request({ checkoutId: 'CCO-1', ...paidByPayer });
  expect(await resultOf(ofSomeCheckout)).toMatchObject({ outcome: 'unverified' });
});

test('the deposit options decide if the target file does not say who pays', async () => {
  const resultOf = async (options: object) =>
    feesByPayer(await recordOfProject({}, request(paidByPayer), sampleDepositOptions(options)));
  expect((await resultOf(merchantFees)).state).toBe('broken');
  expect(await resultOf(payerFees)).toMatchObject({ outcome: 'unverified' });
  expect(await resultOf({ ...merchantFees, ...payerFees })).toMatchObject({ outcome: 'unverified' });
  expect(await resultOf({ ...merchantFees, payerFixedPlatformFees: {} })).toMatchObject({ state: 'broken' });
});
