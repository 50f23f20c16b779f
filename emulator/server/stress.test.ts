import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { Agent } from 'undici';
import { barePayout, orderBody } from '../../tests/support/emulator/sampleBodies.ts';
import type { ListedMethod } from '../../tests/support/emulator/sampleOrders.ts';
import { type StressRequest, stressRequests } from '../../tests/support/emulator/stressRequests.ts';
import { CONTROL_TOKEN, openTestEmulator, simpleHeaders } from '../../tests/support/emulator/testEmulator.ts';
import { isObject, numberSource, readJson } from '../domain/json.ts';
import { type Money, money, ZERO } from '../domain/money.ts';
import { rulesNamed } from '../faults/catalogue.ts';
import { addressOf } from './server.ts';

const REQUESTS = 10_000;
const CONNECTIONS = 50;
const SEED = 20_260_101;
const CONTROL = { 'x-control-token': CONTROL_TOKEN };
const ENDED = ['SUCCESS', 'PARTIAL_SUCCESS', 'FAILED', 'EXPIRED', 'CANCELLED'];

interface InstanceState {
  readonly accounts: readonly {
    readonly balances: Record<string, unknown>;
    readonly payments: readonly Record<string, unknown>[];
  }[];
  readonly books: Record<string, Record<string, unknown>>;
}

const exact = (value: unknown): Money => money(numberSource(value) ?? 'NaN');

/** Sends a share of the requests one after another; returns their statuses. */
async function send(
  share: readonly StressRequest[],
  at: { origin: string; agent: Agent; known: string[] },
): Promise<number[]> {
  const statuses: number[] = [];
  for (const { path, body, pick = 0, control } of share) {
    const id = at.known[pick % Math.max(1, at.known.length)] ?? 'PMT-0';
    const { statusCode, body: answer } = await at.agent.request({
      origin: at.origin,
      path: path.replace('{pick}', id),
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...simpleHeaders(), ...(control && CONTROL), 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    });
    const found = /^\{"id":"(PMT-[0-9a-f-]+)"/.exec(await answer.text());
    if (found?.[1] && path.includes('payin')) at.known.push(found[1]);
    statuses.push(statusCode);
  }
  return statuses;
}

/** Expects that accounts and books of a currency sum to zero, that no account is negative, and that held funds equal the open pay-outs. */
function expectBalanced({ accounts, books }: InstanceState): void {
  const holders = [...accounts.map(({ balances }) => balances), ...Object.values(books)];
  for (const currency of new Set(holders.flatMap((balances) => Object.keys(balances)))) {
    const total = holders.reduce((sum, balances) => sum.plus(exact(balances[currency] ?? readJson('0'))), ZERO);
    expect(total.toFixed(), currency).toBe('0');
  }
  for (const { balances } of accounts) {
    expect(Object.keys(balances).filter((currency) => exact(balances[currency]).isNegative())).toEqual([]);
  }
  const open = new Map<string, Money>();
  for (const payment of accounts.flatMap(({ payments }) => payments)) {
    const { orderType, currency, statuses, requested, fee } = payment;
    if (orderType !== 'PAYOUT' || ENDED.includes(String((statuses as string[]).at(-1)))) continue;
    open.set(String(currency), (open.get(String(currency)) ?? ZERO).plus(exact(requested)).plus(exact(fee)));
  }
  for (const [currency, held] of Object.entries(books['held'] ?? {})) {
    expect(exact(held).toFixed(), `held ${currency}`).toBe((open.get(currency) ?? ZERO).toFixed());
  }
}

test(`${REQUESTS} requests from ${CONNECTIONS} connections crash nothing, and the books balance`, {
  tag: '@full',
}, async () => {
  test.setTimeout(120_000);
  const { app, ask } = openTestEmulator({ control: true });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ connections: CONNECTIONS });
  try {
    const methods = (await ask({ path: '/v1/user/methods' })).json as ListedMethod[];
    const all = fc.sample(stressRequests(methods), { seed: SEED, numRuns: REQUESTS });
    const at = { origin: addressOf(app), agent, known: [] };
    const shares = Array.from({ length: CONNECTIONS }, (_, place) =>
      all.filter((_strain, n) => n % CONNECTIONS === place),
    );
    const statuses = (await Promise.all(shares.map((share) => send(share, at)))).flat();
    expect(statuses).toHaveLength(REQUESTS);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(REQUESTS / 4);
    const state = readJson((await ask({ path: '/~control/world', headers: CONTROL })).text);
    expect(isObject(state)).toBe(true);
    expectBalanced(state as unknown as InstanceState);
  } finally {
    await agent.close();
    await app.close();
  }
});

test('the balance check detects a service that overdraws', async () => {
  const { ask } = openTestEmulator({ control: true, rules: rulesNamed('balance-overdrawn') });
  const cryptoAddress = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const inCoins = { currency: 'TRX', method: 'CRYPTOCOIN', blockchain: 'TRON', cryptoAddress };
  const body = barePayout({ amount: 99_999, ...inCoins });
  expect((await ask({ path: '/v1/user/payments/payout', body })).status).toBe(200);
  const state = readJson((await ask({ path: '/~control/world', headers: CONTROL })).text);
  expect(() => expectBalanced(state as unknown as InstanceState)).toThrow();
});

test('simultaneous exchanges from many connections never overdraw', async () => {
  const { app, ask } = openTestEmulator({ control: true });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ connections: CONNECTIONS });
  try {
    const orders = Array.from({ length: 300 }, (_, place) => ({
      path: '/v1/user/exchange',
      body: JSON.stringify(orderBody({ symbolPair: 'ETHUSDT', side: place % 3 === 0 ? 'BUY' : 'SELL', amount: 7 })),
    }));
    const at = { origin: addressOf(app), agent, known: [] };
    const statuses = (await Promise.all(orders.map((order) => send([order], at)))).flat();
    expect(new Set(statuses)).toEqual(new Set([200, 400]));
    const state = readJson((await ask({ path: '/~control/world', headers: CONTROL })).text);
    expectBalanced(state as unknown as InstanceState);
  } finally {
    await agent.close();
    await app.close();
  }
});
