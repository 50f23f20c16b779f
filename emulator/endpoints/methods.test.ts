import { expect, test } from '@playwright/test';
import { beyondScale, type ListedMethod, minimalBody, pathFor } from '../../tests/support/emulator/sampleOrders.ts';
import { openTestEmulator, type TestEmulator } from '../../tests/support/emulator/testEmulator.ts';

const methodsOf = async ({ ask }: TestEmulator): Promise<ListedMethod[]> =>
  (await ask({ path: '/v1/user/methods' })).json as ListedMethod[];

const recorded = async ({ ask }: TestEmulator): Promise<number> =>
  ((await ask({ path: '/v1/user/payments' })).json as unknown[]).length;

test('every combination of operation, currency, method and blockchain is listed once', async () => {
  const methods = await methodsOf(openTestEmulator());
  const keys = methods.map(({ orderType, currency, methodKey, blockchain }) =>
    [orderType, currency, methodKey, blockchain].join(),
  );
  expect(methods.length).toBeGreaterThan(20);
  expect(new Set(keys).size).toBe(keys.length);
});

test('bank choices are a string that holds JSON, other methods have none', async () => {
  const { ask } = openTestEmulator();
  const methods = (await ask({ path: '/v1/user/methods' })).json as { extra: string | null; methodKey: string }[];
  for (const { extra, methodKey } of methods) {
    if (methodKey !== 'VA_QR') expect(extra).toBeNull();
    else expect(JSON.parse(extra ?? '')).toMatchObject({ description: expect.any(String), values: expect.any(Array) });
  }
});

test('each method accepts its minimum by id with exactly its required fields', async () => {
  const trial = openTestEmulator();
  for (const method of await methodsOf(trial)) {
    const answer = await trial.ask({ path: pathFor(method), body: minimalBody(method) });
    expect(answer.status, `${method.orderType} ${method.currency}: ${answer.text}`).toBe(200);
  }
});

test('each method refuses a body without one of its required fields', async () => {
  const trial = openTestEmulator();
  for (const method of await methodsOf(trial)) {
    for (const field of method.properties.required) {
      const { [field]: _, ...body } = minimalBody(method);
      expect((await trial.ask({ path: pathFor(method), body })).status, `${method.currency} without ${field}`).toBe(
        400,
      );
    }
  }
  expect(await recorded(trial)).toBe(0);
});

test('each method refuses an amount outside its limits or beyond its scale', async () => {
  const trial = openTestEmulator();
  for (const method of await methodsOf(trial)) {
    const amounts = [
      String(method.minLimit / 2),
      beyondScale(method),
      ...(method.maxLimit > 0 ? [`${method.maxLimit + 1}`] : []),
    ];
    for (const amount of amounts) {
      const body = JSON.stringify(minimalBody(method)).replace(/"amount":[^,}]+/, `"amount":${amount}`);
      expect((await trial.ask({ path: pathFor(method), body })).status, `${method.currency} ${amount}`).toBe(400);
    }
  }
  expect(await recorded(trial)).toBe(0);
});

test('a method refuses the other operation and fields of other methods', async () => {
  const trial = openTestEmulator();
  const methods = await methodsOf(trial);
  const payout = methods.find(({ orderType, currency }) => orderType === 'PAYOUT' && currency === 'UAH');
  const payin = methods.find(({ orderType, currency }) => orderType === 'PAYIN' && currency === 'UAH');
  expect(payout && payin).toBeTruthy();
  if (!payout || !payin) return;
  expect(
    (await trial.ask({ path: pathFor(payout), body: { ...minimalBody(payout), paymentMethodId: payin.id } })).status,
  ).toBe(400);
  expect((await trial.ask({ path: pathFor(payout), body: { ...minimalBody(payout), currency: 'EUR' } })).status).toBe(
    400,
  );
  expect(
    (await trial.ask({ path: pathFor(payout), body: { ...minimalBody(payout), paymentMethodId: 'PMD-1' } })).status,
  ).toBe(400);
});
