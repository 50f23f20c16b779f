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

test('fees of a project whose merchant pays are the merchant fees', async () => {
  const told = async (...tale: SampleExchange[]) =>
    feesByPayer(await recordOfProject({ feePaidBy: 'merchant' }, ...tale));
  expect(await told(request(), sampleDepositOptions(merchantFees))).toMatchObject({ state: 'held' });
  expect(
    await told(request({ merchantPlatformFee: null, requestAmount: null }), sampleDepositOptions(merchantFees)),
  ).toMatchObject({ state: 'held' });
  expect(await told(request(paidByPayer))).toMatchObject({
    state: 'broken',
    faults: [{ code: 'differs', what: expect.stringContaining('payerPlatformFee'), seen: '5.07315' }],
  });
  expect(await told(request(noMerchantFee), sampleDepositOptions(merchantFees))).toMatchObject({
    faults: [{ what: expect.stringContaining('merchantPlatformFee'), seen: '0' }],
  });
  expect(await told(request(noMerchantFee))).toMatchObject({ state: 'held' });
  const parts = request({ merchantPlatformFee: null });
  expect(await told(parts, sampleDepositOptions(merchantFees))).toMatchObject({ state: 'held' });
});

test('parts beside a total of nothing only tell what would be charged', async () => {
  const parts = { payerPlatformFee: 0, payerFixedPlatformFee: 0.1, payerPercentPlatformFee: 5 };
  const told = async (fields: Fields) => feesByPayer(await recordOfProject({ feePaidBy: 'merchant' }, request(fields)));
  expect(await told(parts)).toMatchObject({ state: 'held' });
  expect((await told({ ...parts, payerPlatformFee: null })).state).toBe('broken');
});

test('of a request to which nothing came in its own currency no fee is taken', async () => {
  const told = async (fields: Fields) =>
    feesByPayer(
      await recordOfProject(
        { feePaidBy: 'merchant' },
        request({ ...noMerchantFee, ...fields }),
        sampleDepositOptions(merchantFees),
      ),
    );
  for (const status of ['PENDING_PAYMENT', 'CONFLICT', 'EXPIRED'])
    expect((await told({ status, paidAmount: 0 })).state, status).toBe('held');
  expect((await told({ status: 'CONFLICT', paidAmount: 1 })).state).toBe('broken');
  expect((await told({ status: 'WAITING_PAYMENT', paidAmount: 0 })).state).toBe('broken');
});

test('fees of a FIXED_PRICE checkout are those of the end user, where the end user pays', async () => {
  const told = async (...tale: SampleExchange[]) => feesByPayer(await recordOfProject({ feePaidBy: 'payer' }, ...tale));
  expect(await told(nested(paidByPayer), sampleDepositOptions(payerFees))).toMatchObject({ state: 'held' });
  expect((await told(nested({}), sampleDepositOptions(payerFees))).state).toBe('broken');
  expect((await told(nested(noMerchantFee), sampleDepositOptions(payerFees))).state).toBe('broken');
});

test('that the end user pays binds no request but those of FIXED_PRICE checkouts', async () => {
  const told = async (one: SampleExchange) => feesByPayer(await recordOfProject({ feePaidBy: 'payer' }, one));
  for (const one of [request(), nested({}, 'NO_PRICE')]) expect((await told(one)).state).toBe('held');
  for (const one of [request(paidByPayer), nested(paidByPayer, 'NO_PRICE')])
    expect((await told(one)).state).toBe('broken');
  const ofSomeCheckout = request({ checkoutId: 'CCO-1', ...paidByPayer });
  expect(await told(ofSomeCheckout)).toMatchObject({ outcome: 'unverified' });
});

test('where the target file does not tell who pays, the deposit options do', async () => {
  const told = async (options: object) =>
    feesByPayer(await recordOfProject({}, request(paidByPayer), sampleDepositOptions(options)));
  expect((await told(merchantFees)).state).toBe('broken');
  expect(await told(payerFees)).toMatchObject({ outcome: 'unverified' });
  expect(await told({ ...merchantFees, ...payerFees })).toMatchObject({ outcome: 'unverified' });
  expect(await told({ ...merchantFees, payerFixedPlatformFees: {} })).toMatchObject({ state: 'broken' });
});
