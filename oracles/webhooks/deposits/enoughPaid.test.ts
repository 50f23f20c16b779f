import { expect, test } from '@playwright/test';
import {
  exchangeLine,
  paymentLike,
  recordOf,
  runLine,
  type SampleExchange,
} from '../../../tests/support/records/records.ts';
import type { Line } from '../../../traffic/journal/journalTypes.ts';
import { enoughNeverFails } from './enoughPaid.ts';

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

/** Returns the state after some transfers, with a payment that a list shows. */
async function stateOf(transfers: readonly Line[], payment: object, shown = bundle()): Promise<string> {
  const list: SampleExchange = {
    operation: 'GET /v1/user/payments',
    answer: [paymentLike({ ...paid, ...payment })],
    atMs: 9_000,
  };
  const record = await recordOf([runLine, exchangeLine('p0-1', shown), ...transfers, exchangeLine('p0-2', list)]);
  return enoughNeverFails(record).state;
}

test('SAB-14 a payment of the minimum or more does not fail', async () => {
  expect(await stateOf([transfer('2')], { amount: 2 })).toBe('broken');
  expect(await stateOf([transfer('2.5')], { amount: 2.5 })).toBe('broken');
  expect(await stateOf([transfer('2')], { amount: 2, status: 'SUCCESS' })).toBe('held');
});

test('SAB-14 less than the minimum, another destination and an inactive address may be why a payment fails', async () => {
  expect(await stateOf([transfer('1.99')], { amount: 1.99 })).toBe('held');
  expect(await stateOf([transfer('2'), transfer('2', 'T-of-a-request')], { amount: 2 })).toBe('held');
  expect(await stateOf([transfer('2')], { amount: 2, clientOrderId: 'K-1' })).toBe('held');
  expect(await stateOf([transfer('2')], { amount: 2, blockchain: 'ETHEREUM' })).toBe('held');
  expect(await stateOf([transfer('2')], { amount: 2 }, bundle({ addresses: [{ ...entry, active: false }] }))).toBe(
    'held',
  );
  expect(await stateOf([transfer('2')], { amount: 2 }, bundle({ deactivatedAddresses: [entry] }))).toBe('held');
});
