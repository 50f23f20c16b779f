import { expect, test } from '@playwright/test';
import { barePayin, barePayout, orderBody } from '../../tests/support/emulator/sampleBodies.ts';
import { openTestEmulator, type TestEmulator, type TestResponse } from '../../tests/support/emulator/testEmulator.ts';
import { rulesNamed } from '../faults/catalogue.ts';

const ORDERS = {
  '/v1/user/payments/payin': barePayin({ amount: 500, currency: 'UAH', method: 'CC_VISAMC' }),
  '/v1/user/payments/payout': barePayout({
    amount: 500,
    currency: 'UAH',
    method: 'CC_VISAMC',
    cardNumber: '5555555555554444',
  }),
  '/v1/user/exchange': orderBody({ symbolPair: 'USDTEUR', side: 'BUY', amount: 10 }),
} as const;

const statuses = (answers: readonly TestResponse[]): number[] => answers.map(({ status }) => status).sort();

const made = async ({ ask }: TestEmulator): Promise<number> =>
  ((await ask({ path: '/v1/user/payments' })).json as unknown[]).length;

for (const [path, order] of Object.entries(ORDERS)) {
  const body = { ...order, clientOrderId: 'once' };

  test(`${path} makes one order from ten simultaneous requests with one clientOrderId`, async () => {
    const trial = openTestEmulator();
    const answers = await Promise.all(Array.from({ length: 10 }, () => trial.ask({ path, body })));
    expect(statuses(answers)).toEqual([200, ...Array(9).fill(409)]);
    expect(await made(trial)).toBe(1);
  });

  test(`${path} makes two orders under the race mutant until the first use is known`, async () => {
    const trial = openTestEmulator({ rules: rulesNamed('client-order-ids-race') });
    const answers = await Promise.all([trial.ask({ path, body }), trial.ask({ path, body })]);
    expect(statuses(answers)).toEqual([200, 200]);
    trial.pass(250);
    expect((await trial.ask({ path, body })).status).toBe(409);
    expect(await made(trial)).toBe(2);
  });

  test(`${path} makes nothing more if the service repeats its first answer`, async () => {
    const trial = openTestEmulator({ rules: rulesNamed('second-use-repeats-the-answer') });
    const first = await trial.ask({ path, body });
    expect(await trial.ask({ path, body })).toMatchObject({ status: 200, text: first.text });
    expect(await made(trial)).toBe(1);
  });
}

test('each operation accepts the same clientOrderId once', async () => {
  const { ask } = openTestEmulator();
  for (const [path, order] of Object.entries(ORDERS)) {
    expect((await ask({ path, body: { ...order, clientOrderId: 'shared' } })).status).toBe(200);
  }
});
