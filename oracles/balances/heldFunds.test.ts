import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { holdsNothing, restReturned } from './heldFunds.ts';

const balances = (text: string, atMs = 0): SampleExchange => ({
  operation: 'GET /v1/user/wallet/balances',
  answer: text,
  atMs,
});
const euros = (figure: string) => `[{"currency":"USD","balance":7},{"currency":"EUR","balance":${figure}}]`;

const held = { rounds: [{ before: 'p0-1', refused: 'p0-2', after: 'p0-3' }], currency: 'EUR', least: '10', most: '11' };

test('a refused pay-out moved the balance if it fell by its amount each time', async () => {
  const ruled = async (before: string, after: string, status = 400) =>
    holdsNothing(
      await recordOfExchanges(balances(euros(before)), { status, atMs: 50 }, balances(euros(after), 100)),
      held,
    );
  for (const after of ['100', '99', '89.9', '88.99', '110', '50']) {
    const falls = Number(after) <= 90 && Number(after) >= 89;
    expect((await ruled('100', after)).state, after).toBe(falls ? 'broken' : 'held');
  }
  expect(await ruled('100', '90', 200)).toMatchObject({ outcome: 'unverified' });
  expect(await ruled('"much"', '90')).toMatchObject({ outcome: 'not applicable' });
  const twice = { ...held, rounds: [...held.rounds, { before: 'p0-3', refused: 'p0-4', after: 'p0-5' }] };
  const tale = ['100', '90', '90'].map((figure, index) => balances(euros(figure), index * 100));
  const [first = {}, second = {}, third = {}] = tale;
  const record = await recordOfExchanges(first, { status: 400, atMs: 50 }, second, { status: 400, atMs: 150 }, third);
  expect(holdsNothing(record, twice).state).toBe('held');
});

test('a refused pay-out of no amount moved the balance if it moved by the same sum each time', async () => {
  const ruled = async (...figures: string[]) => {
    const tale = figures.flatMap((figure, index): SampleExchange[] => [
      ...(index > 0 ? [{ status: 400, atMs: 100 * index - 50 }] : []),
      balances(euros(figure), 100 * index),
    ]);
    const rounds = figures
      .slice(1)
      .map((_, nth) => ({ before: `p0-${2 * nth + 1}`, refused: `p0-${2 * nth + 2}`, after: `p0-${2 * nth + 3}` }));
    return holdsNothing(await recordOfExchanges(...tale), { rounds, currency: 'EUR' }).state;
  };
  expect(await ruled('100', '100')).toBe('held');
  expect(await ruled('100', '99')).toBe('held');
  expect(await ruled('100', '99', '99')).toBe('held');
  expect(await ruled('100', '99', '97')).toBe('held');
  expect(await ruled('100', '99', '98')).toBe('broken');
  expect(await ruled('100', '110', '120')).toBe('broken');
});

test('a pay-out that is accepted and fails later moves nothing either, though it may keep a fee', async () => {
  const ruled = async (status: string, after: string) => {
    const found = { content: [paymentLike({ status })] };
    const search: SampleExchange = { operation: 'GET /v2/user/payments/search', answer: found, atMs: 60 };
    const sent: SampleExchange = { operation: 'POST /v1/user/payments/payout', key: 'K-1', answer: 'ORD-1', atMs: 50 };
    const rounds = [{ before: 'p0-1', refused: 'p0-2', after: 'p0-4' }];
    return holdsNothing(await recordOfExchanges(balances(euros('100')), sent, search, balances(euros(after), 100)), {
      ...held,
      rounds,
    });
  };
  for (const after of ['100', '99.5']) expect((await ruled('FAILED', after)).state, after).toBe('held');
  expect((await ruled('FAILED', '90')).state).toBe('broken');
  for (const status of ['PENDING', 'SUCCESS'])
    expect(await ruled(status, '100'), status).toMatchObject({ outcome: 'unverified' });
});

test('the unprocessed amount returns to the balance with its share of the fee', async () => {
  const page = (...ids: string[]): SampleExchange => ({
    operation: 'GET /v2/user/payments/search',
    answer: { content: ids.map((id) => ({ id, status: 'NEW' })) },
  });
  const frame = { payment: 'PMT-1', early: 'p0-3', late: 'p0-4', prior: 'p0-5' };
  const sums = { requested: '10', rest: '6', most: '6.5' };
  const args = { before: 'p0-1', after: 'p0-2', currency: 'EUR', ...sums, ...frame };
  const ruledFrom = async (prior: string, after: string, ...moved: string[]) =>
    restReturned(
      await recordOfExchanges(
        ...[balances(euros('90')), balances(euros(after), 100), page(), page('PMT-1', ...moved)],
        balances(euros(prior)),
      ),
      args,
    );
  const ruled = (after: string, ...moved: string[]) => ruledFrom('100', after, ...moved);
  expect(await ruled('84', 'PMT-2')).toMatchObject({ outcome: 'unverified' });
  expect(await ruledFrom('90', '80')).toMatchObject({ outcome: 'not applicable' });
  expect(await ruledFrom('95', '85')).toMatchObject({ outcome: 'unverified' });
  expect((await ruledFrom('95', '96')).state).toBe('held');
  for (const [after, state] of [
    ['96', 'held'],
    ['96.5', 'held'],
    ['95.99', 'broken'],
    ['96.51', 'broken'],
    ['90', 'broken'],
    ['84', 'broken'],
    ['"96"', 'held'],
    ['"much"', 'undecided'],
  ])
    expect((await ruled(after ?? '')).state, after).toBe(state);
});
