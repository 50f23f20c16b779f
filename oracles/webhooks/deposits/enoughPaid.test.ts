import { expect, test } from '@playwright/test';
import { paymentLike, type SampleExchange } from '../../../tests/support/records/records.ts';
import { recordOfWebhooks, type SampleDelivery } from '../../../tests/support/records/webhookRecords.ts';
import type { Line } from '../../../traffic/journal/journalTypes.ts';
import { enoughNeverFails, tooLittleNeverSucceeds } from './enoughPaid.ts';

const entry = { id: 'UBADR-1', asset: 'TRON_USDT', address: 'TAddress1', active: true, values: { minLimit: 2 } };

const bundle = (more: object = {}): SampleExchange => ({
  operation: 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles',
  answer: { referenceId: 'r1', id: 'CASB-1', addresses: [entry], ...more },
});

const transfer = (amount: string, address = 'TAddress1'): Line => ({
  kind: 'lever',
  requirement: 'SAB-14',
  what: 'chain/transfers',
  args: { asset: 'TRON_USDT', address, amount },
  ok: true,
  atNs: '2000000000',
});

const paid = { currency: 'USDT', blockchain: 'TRON', method: 'CRYPTOCOIN', clientOrderId: null, status: 'FAILED' };

/** Returns the state after some transfers, with payments that a list shows, and with the webhooks of other payments. */
async function stateOf(
  transfers: readonly Line[],
  payments: readonly object[],
  {
    shown = bundle(),
    announced = [],
    oracle = enoughNeverFails,
  }: { shown?: SampleExchange; announced?: readonly string[]; oracle?: typeof enoughNeverFails } = {},
): Promise<string> {
  const list: SampleExchange = {
    operation: 'GET /v1/user/payments',
    answer: payments.map((payment, index) => paymentLike({ ...paid, id: `PMT-${index + 1}`, ...payment })),
    atMs: 9_000,
  };
  const deliveries = announced.map((id): SampleDelivery => {
    return { kind: 'staticAddressPayment', body: { id, status: 'FAILED', address: 'TAddress1' }, atMs: 3_000 };
  });
  return oracle(await recordOfWebhooks({ exchanges: [shown, list], lines: transfers, deliveries })).state;
}

/** An ample payment, which shows that payments to static addresses are listed. */
const ample = { amount: 90.13, status: 'SUCCESS' };
const amply = transfer('90.13');

test('SAB-14 a payment of the minimum or more does not fail', async () => {
  expect(await stateOf([transfer('2'), amply], [{ amount: 2 }, ample])).toBe('broken');
  expect(await stateOf([transfer('2.5'), amply], [{ amount: 2.5 }, ample])).toBe('broken');
  expect(await stateOf([transfer('2')], [{ amount: 2 }], { announced: ['PMT-1'] })).toBe('broken');
  expect(await stateOf([transfer('2'), amply], [{ amount: 2, status: 'SUCCESS' }, ample])).toBe('held');
});

test("SAB-14 another user's payment of the same amount may fail", async () => {
  expect(await stateOf([transfer('2'), amply], [{ amount: 2 }, { amount: 2, status: 'SUCCESS' }, ample])).toBe('held');
  expect(await stateOf([transfer('2'), amply], [{ amount: 2 }, ample], { announced: ['PMT-9'] })).toBe('held');
  // A target may list no payments to static addresses at all.
  expect(await stateOf([transfer('2')], [{ amount: 2 }])).toBe('held');
});

test('SAB-14 less than the minimum, another destination and an inactive address may be why a payment fails', async () => {
  const state = (amount: number, more: { to?: string; payment?: object; shown?: SampleExchange } = {}) =>
    stateOf(
      [transfer(String(amount)), ...(more.to === undefined ? [] : [transfer(String(amount), more.to)]), amply],
      [{ amount, ...more.payment }, ample],
      more.shown && { shown: more.shown },
    );
  expect(await state(1.99)).toBe('held');
  expect(await state(2, { to: 'T-of-a-request' })).toBe('held');
  expect(await state(2, { payment: { clientOrderId: 'K-1' } })).toBe('held');
  expect(await state(2, { payment: { blockchain: 'ETHEREUM' } })).toBe('held');
  expect(await state(2, { shown: bundle({ addresses: [{ ...entry, active: false }] }) })).toBe('held');
  expect(await state(2, { shown: bundle({ deactivatedAddresses: [entry] }) })).toBe('held');
});

test('SAB-14 a payment below the minimum does not succeed, whatever was paid before', async () => {
  const small = { amount: 1.9, status: 'SUCCESS' };
  const state = (
    transfers: readonly Line[],
    payments: readonly object[],
    { shown, announced }: { shown?: SampleExchange; announced?: readonly string[] } = {},
  ) =>
    stateOf(transfers, payments, {
      oracle: tooLittleNeverSucceeds,
      ...(shown && { shown }),
      ...(announced && { announced }),
    });
  const failed = { amount: 1.1 };
  expect(await state([amply, transfer('1.9'), transfer('1.1')], [ample, small, failed])).toBe('broken');
  expect(await state([amply, transfer('1.9')], [ample, small], { announced: ['PMT-2'] })).toBe('broken');
  expect(await state([transfer('1.9')], [{ amount: 1.9 }])).toBe('held');
  // Somebody else's payment, one to another address, and one to an address that is closed.
  expect(await state([transfer('1.9')], [{ amount: 1.9 }, small])).toBe('held');
  expect(await state([transfer('1.9')], [small], { announced: ['PMT-9'] })).toBe('held');
  expect(await state([transfer('1.9'), transfer('1.9', 'T-of-a-request')], [small, failed])).toBe('held');
  const closed = bundle({ addresses: [{ ...entry, active: false }] });
  expect(await state([transfer('1.9')], [small, failed], { shown: closed })).toBe('held');
});
