import { expect, test } from '@playwright/test';
import { orderBody, withoutFields } from '../../tests/support/emulator/sampleBodies.ts';
import { openTestEmulator, type TestEmulator } from '../../tests/support/emulator/testEmulator.ts';
import { money } from '../domain/money.ts';
import { rulesNamed } from '../faults/catalogue.ts';

const held = async ({ ask }: TestEmulator, wanted: string): Promise<number | undefined> => {
  const list = (await ask({ path: '/v1/user/wallet/balances' })).json as { currency: string; balance: number }[];
  return list.find(({ currency }) => currency === wanted)?.balance;
};

test('lists and single answers agree, and every pair has a limit and a rate', async () => {
  const { ask } = openTestEmulator();
  const limits = (await ask({ path: '/v1/user/exchange/limits' })).json as { symbolPair: string }[];
  const rates = (await ask({ path: '/v1/user/exchange/rates' })).json as { pair: string; bid: number; ask: number }[];
  expect(limits.map(({ symbolPair }) => symbolPair)).toEqual(rates.map(({ pair }) => pair));
  for (const limit of limits)
    expect((await ask({ path: `/v1/user/exchange/limits/${limit.symbolPair}` })).json).toEqual(limit);
  for (const rate of rates) {
    expect((await ask({ path: `/v1/user/exchange/rates/${rate.pair}` })).json).toEqual(rate);
    expect(rate.bid).toBeLessThanOrEqual(rate.ask);
  }
});

test('buying costs the ask, selling brings the bid, and the order appears as a payment', async () => {
  const trial = openTestEmulator();
  const order = (side: string) => orderBody({ symbolPair: 'USDTEUR', side, amount: 10.1 });
  const bought = await trial.ask({ path: '/v1/user/exchange', body: order('BUY') });
  expect(bought.text).toMatch(/^ORD-/);
  expect([await held(trial, 'USDT'), await held(trial, 'EUR')]).toEqual([5_000_010.1, 5_000_000 - 9.32]);
  await trial.ask({ path: '/v1/user/exchange', body: order('SELL') });
  expect([await held(trial, 'USDT'), await held(trial, 'EUR')]).toEqual([5_000_000, 5_000_000 - 9.32 + 9.29]);
  const page = (await trial.ask({ path: `/v2/user/payments/search?orderId=${bought.text}` })).json;
  expect(page).toMatchObject({ content: [{ orderType: 'EXCHANGE', status: 'SUCCESS', amount: 10.1, method: null }] });
});

for (const body of [
  orderBody({ symbolPair: 'EURUSDT', side: 'BUY', amount: 1 }),
  orderBody({ symbolPair: 'BTCUSDT', side: 'HOLD', amount: 1 }),
  orderBody({ symbolPair: 'BTCUSDT', side: 'BUY', amount: 6 }),
  orderBody({ symbolPair: 'BTCUSDT', side: 'BUY', amount: 0.00001 }),
  orderBody({ symbolPair: 'BTCUSDT', side: 'SELL', amount: 4 }),
  withoutFields(orderBody({ symbolPair: 'BTCUSDT', side: 'SELL', amount: 1 }), 'amount'),
]) {
  test(`refuses ${JSON.stringify(body)} and moves nothing`, async () => {
    const trial = openTestEmulator();
    expect((await trial.ask({ path: '/v1/user/exchange', body })).status).toBe(400);
    expect((await trial.ask({ path: '/v1/user/payments' })).json).toEqual([]);
    expect(await held(trial, 'BTC')).toBe(3);
  });
}

test('unknown pairs and assets are not found', async () => {
  const { ask } = openTestEmulator();
  for (const path of ['exchange/limits/NOPE', 'exchange/rates/NOPE', 'crypto-acquiring/rates/NOPE/USD']) {
    expect((await ask({ path: `/v1/user/${path}` })).status).toBe(404);
  }
});

for (const [name, sold, bought] of [
  ['sound', '45.98', '46.12'],
  ['exchange-rounds-half-up', '45.99', '46.12'],
  ['exchange-cuts-off', '45.98', '46.11'],
  ['rates-round-half-up', '45.99', '46.12'],
  ['rates-round-down', '45.98', '46.11'],
] as const) {
  test(`the value of 50 USDT at half a cent: ${name}`, async () => {
    const trial = openTestEmulator({ rules: rulesNamed(name) });
    await trial.ask({
      path: '/v1/user/exchange',
      body: orderBody({ symbolPair: 'USDTEUR', side: 'SELL', amount: 50 }),
    });
    expect(await held(trial, 'EUR')).toBe(Number(money('5000000').plus(sold)));
    await trial.ask({ path: '/v1/user/exchange', body: orderBody({ symbolPair: 'USDTEUR', side: 'BUY', amount: 50 }) });
    expect(await held(trial, 'EUR')).toBe(Number(money('5000000').plus(sold).minus(bought)));
  });
}

test('two simultaneous exchanges overdraw only under the race mutant', async () => {
  const body = orderBody({ symbolPair: 'ETHUSDT', side: 'SELL', amount: 50 });
  for (const [name, statuses, left] of [
    ['sound', [200, 400], 10],
    ['exchanges-race', [200, 200], -40],
  ] as const) {
    const trial = openTestEmulator({ rules: rulesNamed(name) });
    const answers = await Promise.all([1, 2].map(() => trial.ask({ path: '/v1/user/exchange', body })));
    expect(answers.map(({ status }) => status).sort()).toEqual(statuses);
    expect(await held(trial, 'ETH')).toBe(left);
    trial.pass(250);
    expect((await trial.ask({ path: '/v1/user/exchange', body })).status).toBe(400);
  }
});

test('a live market moves, and an order trades at the current price', async () => {
  const { ask } = openTestEmulator({ rules: rulesNamed('live-market') });
  const read = async () =>
    (await ask({ path: '/v1/user/exchange/rates/USDTIDR' })).json as { bid: number; ask: number };
  const [first, second] = [await read(), await read()];
  expect(second.bid).toBeGreaterThan(first.bid);
  expect(second.bid).toBeLessThan(first.ask);
});

test('a refused order holds funds only under the mutant that holds them first', async () => {
  for (const [name, left] of [
    ['sound', 5_000_000],
    ['exchange-refused-but-held', 0],
  ] as const) {
    const trial = openTestEmulator({ rules: rulesNamed(name) });
    const body = orderBody({ symbolPair: 'USDTEUR', side: 'SELL', amount: 5_000_000 });
    expect((await trial.ask({ path: '/v1/user/exchange', body })).status).toBe(400);
    expect(await held(trial, 'USDT')).toBe(left);
  }
});
