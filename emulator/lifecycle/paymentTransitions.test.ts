import { expect, test } from '@playwright/test';
import { barePayin } from '../../tests/support/emulator/sampleBodies.ts';
import {
  CONTROL_TOKEN,
  openTestEmulator,
  type TestEmulator,
  type TestResponse,
} from '../../tests/support/emulator/testEmulator.ts';

const PAYIN = barePayin({ amount: 100, currency: 'UAH', method: 'CC_VISAMC' });
const PAYOUT = { ...PAYIN, amount: 1000, cardNumber: '5555555555554444' };

const settle = (trial: TestEmulator, id: string, body: unknown): Promise<TestResponse> =>
  trial.ask({ path: `/~control/payments/${id}/settle`, body, headers: { 'x-control-token': CONTROL_TOKEN } });

async function made(trial: TestEmulator, kind: 'payin' | 'payout'): Promise<string> {
  await trial.ask({ path: `/v1/user/payments/${kind}`, body: kind === 'payin' ? PAYIN : PAYOUT });
  const [first] = (await trial.ask({ path: '/v1/user/payments' })).json as { id: string }[];
  return first?.id ?? '';
}

const get = async (trial: TestEmulator, id: string): Promise<Record<string, unknown>> =>
  (await trial.ask({ path: `/v1/user/payments/${id}` })).json as Record<string, unknown>;

for (const kind of ['payin', 'payout'] as const) {
  for (const status of ['SUCCESS', 'PARTIAL_SUCCESS', 'FAILED', 'EXPIRED', 'CANCELLED'] as const) {
    test(`a ${kind} is settled as ${status} and stays in that status`, async () => {
      const trial = openTestEmulator({ control: true });
      const id = await made(trial, kind);
      const body = { status, ...(status === 'PARTIAL_SUCCESS' && { processedAmount: 40 }) };
      expect((await settle(trial, id, body)).json).toMatchObject({ status });
      for (const next of ['NEW', 'PENDING', 'FROZEN', 'SUCCESS', 'FAILED']) {
        expect((await settle(trial, id, { status: next })).status).toBe(409);
      }
      trial.pass(24 * 3_600_000);
      expect(await get(trial, id)).toMatchObject({ status });
    });
  }
}

test('a frozen payment can return, and a frozen pay-in does not expire', async () => {
  const trial = openTestEmulator({ control: true });
  const id = await made(trial, 'payin');
  expect((await settle(trial, id, { status: 'FROZEN' })).status).toBe(200);
  trial.pass(24 * 3_600_000);
  expect(await get(trial, id)).toMatchObject({ status: 'FROZEN' });
  expect((await settle(trial, id, { status: 'PENDING' })).status).toBe(200);
  expect((await settle(trial, id, { status: 'SUCCESS' })).status).toBe(200);
});

test('the details of a partial payment show the remainder, those of a named receiver the name', async () => {
  const trial = openTestEmulator({ control: true });
  const id = await made(trial, 'payout');
  await settle(trial, id, { status: 'PARTIAL_SUCCESS', processedAmount: 400.5 });
  expect(await get(trial, id)).toMatchObject({ amount: -400.5, unprocessedAmount: 599.5 });
  const named = { ...PAYOUT, currency: 'EUR', firstName: 'Ada', lastName: 'Lovelace', phoneNumber: '+49151' };
  await trial.ask({ path: '/v1/user/payments/payout', body: named });
  const [first] = (await trial.ask({ path: '/v1/user/payments' })).json as { id: string }[];
  expect(await get(trial, first?.id ?? '')).toMatchObject({ receiverName: 'Ada Lovelace' });
});

test('the books show where the money of a partial pay-out went', async () => {
  const trial = openTestEmulator({ control: true });
  const id = await made(trial, 'payout');
  const books = async (): Promise<Record<string, Record<string, number>>> => {
    const { json } = await trial.ask({ path: '/~control/world', headers: { 'x-control-token': CONTROL_TOKEN } });
    return (json as { books: Record<string, Record<string, number>> }).books;
  };
  const before = await books();
  expect(before['held']).toMatchObject({ UAH: 1020 });
  await settle(trial, id, { status: 'PARTIAL_SUCCESS', processedAmount: 400 });
  const after = await books();
  expect(after).toMatchObject({ held: { UAH: 0 }, fees: { UAH: 20 } });
  expect((after['outside']?.['UAH'] ?? 0) - (before['outside']?.['UAH'] ?? 0)).toBe(400);
});
