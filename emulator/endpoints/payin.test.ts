import { expect, test } from '@playwright/test';
import { barePayin } from '../../tests/support/emulator/sampleBodies.ts';
import {
  CONTROL_TOKEN,
  openTestEmulator,
  type TestEmulator,
  type TestResponse,
} from '../../tests/support/emulator/testEmulator.ts';

const BODY = barePayin({ amount: 100, currency: 'UAH', method: 'CC_VISAMC', comment: 'x', clientOrderId: 'c-1' });
const IDR = barePayin({ amount: 50_000, currency: 'IDR', method: 'VA_QR', channelCode: 'BCA' });
const USDT = barePayin({ amount: 100.5, currency: 'USDT', method: 'CRYPTOCOIN', blockchain: 'TRON' });

const ask = (trial: TestEmulator, body: unknown): Promise<TestResponse> =>
  trial.ask({ path: '/v1/user/payments/payin', body });

const settle = (trial: TestEmulator, id: string, body: unknown): Promise<TestResponse> =>
  trial.ask({ path: `/~control/payments/${id}/settle`, body, headers: { 'x-control-token': CONTROL_TOKEN } });

const get = async (trial: TestEmulator, id: string): Promise<unknown> =>
  (await trial.ask({ path: `/v1/user/payments/${id}` })).json;

for (const body of [BODY, USDT, IDR]) {
  test(`a new ${body.method} pay-in is NEW, has a payment page and reads the same everywhere`, async () => {
    const trial = openTestEmulator();
    const made = (await ask(trial, body)).json as { id: string; payUrl: string };
    expect(made).toMatchObject({ status: 'NEW', externalId: null, balanceAfterPayment: null, amount: body.amount });
    expect(made.payUrl).toMatch(/^http:\/\/[^/]+\/pay\/ORD-/);
    expect(await get(trial, made.id)).toEqual(made);
    expect((await trial.ask({ path: '/v1/user/payments' })).json).toEqual([made]);
    expect((await trial.ask({ path: '/v2/user/payments/search' })).json).toMatchObject({ content: [made] });
    const page = await trial.ask({ path: new URL(made.payUrl).pathname, headers: {} });
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('Status: NEW') });
  });
}

test('createdAt has 9 fraction digits on some payments and 6 on others', async () => {
  const trial = openTestEmulator();
  for (let made = 0; made < 4; made += 1) await ask(trial, USDT);
  const list = (await trial.ask({ path: '/v1/user/payments' })).json as { createdAt: string }[];
  const lengths = new Set(list.map(({ createdAt }) => createdAt.replace(/^.*\.(\d+)Z$/, '$1').length));
  expect([...lengths].sort()).toEqual([6, 9]);
});

test('an unpaid pay-in expires after an hour and not before', async () => {
  const trial = openTestEmulator();
  const { id } = (await ask(trial, BODY)).json as { id: string };
  trial.pass(3_599_999);
  expect(await get(trial, id)).toMatchObject({ status: 'NEW' });
  trial.pass(1);
  expect(await get(trial, id)).toMatchObject({ status: 'EXPIRED', reason: null });
});

test('a paid pay-in credits the amount less the fee and never changes again', async () => {
  const trial = openTestEmulator({ control: true });
  const { id } = (await ask(trial, BODY)).json as { id: string };
  expect((await settle(trial, id, { status: 'FROZEN' })).status).toBe(200);
  expect((await settle(trial, id, { status: 'SUCCESS' })).json).toMatchObject({ balanceAfterPayment: 50_000_097 });
  expect((await settle(trial, id, { status: 'FAILED', reason: 'late' })).status).toBe(409);
  trial.pass(3_600_000);
  expect(await get(trial, id)).toMatchObject({ status: 'SUCCESS' });
});

test('a partial pay-out takes the processed amount and returns the rest', async () => {
  const trial = openTestEmulator({ control: true });
  const card = barePayin({ amount: 1000, currency: 'UAH', method: 'CC_VISAMC', cardNumber: '5555555555554444' });
  await trial.ask({ path: '/v1/user/payments/payout', body: card });
  const [{ id }] = (await trial.ask({ path: '/v1/user/payments' })).json as [{ id: string }];
  expect((await settle(trial, id, { status: 'PARTIAL_SUCCESS', processedAmount: 1000 })).status).toBe(400);
  const moved = await settle(trial, id, { status: 'PARTIAL_SUCCESS', processedAmount: 400.25 });
  expect(moved.json).toMatchObject({ amount: -400.25, balanceAfterPayment: 50_000_000 - 20 - 400.25 });
});

for (const [name, body] of [
  ['USDT without blockchain', { ...USDT, blockchain: undefined }],
  ['USDC without blockchain', { ...USDT, currency: 'USDC', blockchain: null }],
  ['EUR without lastName', { ...BODY, currency: 'EUR', firstName: 'Ada' }],
  ['USD without firstName', { ...BODY, currency: 'USD', lastName: 'L', firstName: '' }],
  ['an unknown channelCode', { ...IDR, channelCode: 'NOPE' }],
  ['no amount', { ...BODY, amount: undefined }],
  ['a number for a comment', { ...BODY, comment: 7 }],
  ['a method that pays out only', { ...BODY, paymentMethodId: 'PMD-00000000-0000-4000-8000-000000000000' }],
] as const) {
  test(`refuses ${name}`, async () => {
    const trial = openTestEmulator();
    expect((await ask(trial, body)).status).toBe(400);
    expect((await trial.ask({ path: '/v1/user/payments' })).json).toEqual([]);
  });
}
