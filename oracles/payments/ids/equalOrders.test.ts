import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../../tests/support/records/records.ts';
import { moveEach } from '../../balances/equalOrders.ts';
import { areOwnOrders } from './equalOrders.ts';

const payin = (nth: number, parts: SampleExchange = {}): SampleExchange => ({
  operation: 'POST /v1/user/payments/payin',
  path: '/v1/user/payments/payin',
  answer: paymentLike({ clientOrderId: null, id: `PMT-${nth}`, orderId: `ORD-${nth}` }),
  ...parts,
});

const own = async (...uses: readonly SampleExchange[]) =>
  areOwnOrders(await recordOfExchanges(...uses), { pairs: [{ uses: ['p0-1', 'p0-2'] }], what: 'a pay-in' });

test('LIM-08 two ids are two orders, one id is a repetition, and a refusal decides nothing', async () => {
  expect(await own(payin(1), payin(2))).toMatchObject({ state: 'held' });
  expect(await own(payin(1), payin(1))).toMatchObject({ state: 'broken', faults: [{ code: 'sharedId' }] });
  const refusals = [409, 422, 429].map((status) => ({ status, answer: {} }));
  for (const refusal of refusals) expect(await own(payin(1), payin(2, refusal))).toMatchObject({ state: 'undecided' });
  expect(await own(payin(1), payin(2, { failure: 'reset' }))).toMatchObject({ state: 'undecided' });
});

test('LIM-08 an order without clientOrderId that is refused at all is a fault', async () => {
  expect(await own(payin(1, { status: 400, answer: {} }), payin(2))).toMatchObject({
    state: 'broken',
    faults: [{ code: 'notAccepted' }],
  });
});

const balances = (euros: number, atMs: number): SampleExchange => ({
  operation: 'GET /v1/user/wallet/balances',
  answer: [{ currency: 'EUR', balance: euros }],
  atMs,
});

const order = (nth: number, atMs: number): SampleExchange => ({
  operation: 'POST /v1/user/exchange',
  path: '/v1/user/exchange',
  body: '{"amount":10}',
  answer: `ORD-${nth}`,
  atMs,
});

/** Judges pairs of orders of 10 between these balances. */
async function moved(...figures: readonly number[]) {
  const reads = figures.map((figure, at) => balances(figure, at * 1_000));
  const pairs = figures.slice(1).map((_, at) => ({
    before: `p0-${at + 1}`,
    uses: [1, 2].map((nth) => `p0-${figures.length + 2 * at + nth}`),
    after: `p0-${at + 2}`,
  }));
  const orders = pairs.flatMap((_, at) => [order(2 * at, at * 1_000 + 100), order(2 * at + 1, at * 1_000 + 200)]);
  const fees = { percent: '0', fixed: '0', scale: 30 };
  return moveEach(await recordOfExchanges(...reads, ...orders), { pairs, assets: ['EUR'], fees, what: 'an order' });
}

test('LIM-08 both orders move the balance', async () => {
  expect(await moved(100, 80)).toMatchObject({ state: 'held' });
  expect(await moved(100, 120)).toMatchObject({ state: 'held' });
  expect(await moved(100, 90, 80)).toMatchObject({ state: 'broken', faults: [{ code: 'notConserved' }] });
});

test('LIM-08 what others may have moved convicts nobody', async () => {
  expect(await moved(100, 90)).toMatchObject({ state: 'undecided' });
  expect(await moved(100, 90, 70)).toMatchObject({ state: 'held' });
  expect(await moved(100, 93, 86)).toMatchObject({ state: 'undecided' });
});
