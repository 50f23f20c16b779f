import { expect, test } from '@playwright/test';
import { openTrial, type Trial } from './trial.ts';

const held = async ({ ask }: Trial, wanted: string): Promise<number | undefined> => {
  const list = (await ask({ path: '/v1/user/wallet/balances' })).json as { currency: string; balance: number }[];
  return list.find(({ currency }) => currency === wanted)?.balance;
};

test('lists and single answers agree, and every pair has a limit and a rate', async () => {
  const { ask } = openTrial();
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
  const trial = openTrial();
  const order = { symbolPair: 'USDTEUR', amount: 10.1 };
  const bought = await trial.ask({ path: '/v1/user/exchange', body: { ...order, side: 'BUY' } });
  expect(bought.text).toMatch(/^ORD-/);
  expect([await held(trial, 'USDT'), await held(trial, 'EUR')]).toEqual([5_000_010.1, 5_000_000 - 9.32]);
  await trial.ask({ path: '/v1/user/exchange', body: { ...order, side: 'SELL' } });
  expect([await held(trial, 'USDT'), await held(trial, 'EUR')]).toEqual([5_000_000, 5_000_000 - 9.32 + 9.29]);
  const page = (await trial.ask({ path: `/v2/user/payments/search?orderId=${bought.text}` })).json;
  expect(page).toMatchObject({ content: [{ orderType: 'EXCHANGE', status: 'SUCCESS', amount: 10.1, method: null }] });
});

for (const body of [
  { symbolPair: 'EURUSDT', side: 'BUY', amount: 1 },
  { symbolPair: 'BTCUSDT', side: 'HOLD', amount: 1 },
  { symbolPair: 'BTCUSDT', side: 'BUY', amount: 6 },
  { symbolPair: 'BTCUSDT', side: 'BUY', amount: 0.00001 },
  { symbolPair: 'BTCUSDT', side: 'SELL', amount: 4 },
  { symbolPair: 'BTCUSDT', side: 'SELL' },
]) {
  test(`refuses ${JSON.stringify(body)}, and nothing moves`, async () => {
    const trial = openTrial();
    expect((await trial.ask({ path: '/v1/user/exchange', body })).status).toBe(400);
    expect((await trial.ask({ path: '/v1/user/payments' })).json).toEqual([]);
    expect(await held(trial, 'BTC')).toBe(3);
  });
}

test('unknown pairs and assets are not found', async () => {
  const { ask } = openTrial();
  for (const path of ['exchange/limits/NOPE', 'exchange/rates/NOPE', 'crypto-acquiring/rates/NOPE/USD']) {
    expect((await ask({ path: `/v1/user/${path}` })).status).toBe(404);
  }
});
