import { expect, test } from '@playwright/test';
import { recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { crossedOnce } from './crossedOnce.ts';

const balances = (balance: number): SampleExchange => ({
  operation: 'GET /v1/user/wallet/balances',
  answer: [{ currency: 'USDT', balance }],
});

const sent = (status: number): SampleExchange => ({ operation: 'POST /v1/user/payments/payout', key: 'K-1', status });

const judged = async (figures: readonly number[], status = 400, isReused = true) => {
  const tale = figures.slice(1).flatMap((has, nth) => [balances(figures[nth] ?? 0), sent(status), balances(has)]);
  const rounds = figures.slice(1).map((_, nth) => ({
    before: `p0-${3 * nth + 1}`,
    sent: `p0-${3 * nth + 2}`,
    after: `p0-${3 * nth + 3}`,
  }));
  return crossedOnce(await recordOfExchanges(...tale), { rounds, from: 'USDT', isReused, what: 'a cross payout' });
};

test('a balance that stays, grows or falls once passes, since others may use the account', async () => {
  for (const figures of [
    [5, 5],
    [5, 7],
    [5, 4, 4],
    [5, 4, 6],
  ])
    expect((await judged(figures)).state).toBe('held');
});

test('a balance that falls in two rounds fails, whether the id is refused or answered like the first time', async () => {
  for (const status of [200, 409])
    expect(await judged([5, 4, 3], status)).toMatchObject({
      state: 'broken',
      faults: [{ code: 'happened', seen: 'the USDT balance fell by 1, then 1' }],
    });
});

test('an id that is too long and accepted, or a balance that is not shown, decides nothing', async () => {
  expect(await judged([5, 4, 3], 200, false)).toMatchObject({ state: 'undecided', outcome: 'not applicable' });
  const unread = await recordOfExchanges(sent(400));
  const rounds = [{ before: 'p0-1', sent: 'p0-1', after: 'p0-1' }];
  const args = { rounds, from: 'USDT', isReused: true, what: 'a cross payout' };
  expect(crossedOnce(unread, args)).toMatchObject({ state: 'undecided' });
});
