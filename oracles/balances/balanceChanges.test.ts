import { expect, test } from '@playwright/test';
import { recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { movesNoMore } from './balanceChanges.ts';

const balances = (euros: unknown, atMs: number): SampleExchange => ({
  operation: 'GET /v1/user/wallet/balances',
  answer: [
    { currency: 'USD', balance: 7 },
    { currency: 'EUR', balance: euros },
  ],
  atMs,
});

const order = (amount: number, atMs: number, status = 200): SampleExchange => ({
  operation: 'POST /v1/user/exchange',
  key: 'K',
  body: `{"amount":${amount}}`,
  status,
  answer: 'ORD-1',
  atMs,
});

interface Tale {
  /** The balance at first, after the first order, and after each round. */
  figures: readonly unknown[];
  amount?: number;
  status?: number;
  uses?: number;
  allowed?: 0 | 1;
}

async function ruled({ figures, amount = 10, status = 409, uses = 1, allowed = 0 }: Tale) {
  const tale = figures.map((figure, index) => balances(figure, index * 100));
  const made = order(10, 50);
  const again = Array.from({ length: uses }, () => order(amount, 150, status));
  const read = (nth: number) => `p0-${nth}`;
  const args = {
    first: { before: read(1), uses: [read(figures.length + 1)], after: read(2) },
    rounds: figures.slice(2).map((_, index) => ({
      before: read(index + 2),
      uses: again.map((_use, nth) => read(figures.length + 2 + nth)),
      after: read(index + 3),
    })),
    assets: ['EUR', 'USD'],
    fees: { percent: '10', fixed: '0', scale: 2 },
    allowed,
    what: 'an order',
  };
  return movesNoMore(await recordOfExchanges(...tale, made, ...again), args);
}

const held: Readonly<Record<string, Tale>> = {
  'nothing moves': { figures: [100, 89, 89] },
  'others move as much once': { figures: [100, 89, 78, 78] },
  'others move something else twice': { figures: [100, 89, 79, 69] },
  'others move as much as the least amount': { figures: [100, 89, 78, 67], amount: 11 },
  'others move the other way': { figures: [100, 89, 100, 111] },
  'one of four at once moves its own': { figures: [100, 89, 78, 67], uses: 4, allowed: 1, status: 200 },
  'others move more than four at once could': { figures: [100, 89, 34, 0], uses: 4, allowed: 1, status: 200 },
};

for (const [name, tale] of Object.entries(held))
  test(`no order counts as made too often if ${name}`, async () => {
    expect(await ruled(tale)).toMatchObject({ state: 'held' });
  });

const broken: Readonly<Record<string, Tale>> = {
  'a second use moves as much as the first': { figures: [100, 89, 78, 67] },
  'a second use of a larger amount moves more': { figures: [100, 89, 76.9, 64.8], amount: 11 },
  'a second use moves as much and no fee, as the first': { figures: [100, 90, 80, 70] },
  'a second use moves as much up as the first': { figures: [100, 111, 122, 133] },
  'two of four at once move': { figures: [100, 89, 67, 45], uses: 4, allowed: 1 },
  'two of four at once move, then all': { figures: [200, 189, 167, 123], uses: 4, allowed: 1, status: 200 },
};

for (const [name, tale] of Object.entries(broken))
  test(`an order counts as made too often if ${name}`, async () => {
    expect(await ruled(tale)).toMatchObject({ state: 'broken', faults: [{ code: 'usedTwice' }] });
  });

test('balances that do not show what an order moves prove nothing', async () => {
  for (const figures of [
    [100, 100, 100],
    ['much', 'much', 'much'],
    [100, 89, 'much'],
    [100, 88, 76, 64],
  ])
    expect(await ruled({ figures })).toMatchObject({ outcome: 'not applicable' });
  expect(await ruled({ figures: [100, 89, 89], status: 429 })).toMatchObject({ faults: [{ code: 'throttled' }] });
});
