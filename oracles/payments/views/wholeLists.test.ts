import { expect, test } from '@playwright/test';
import {
  exchangeLine,
  paymentLike,
  recordOf,
  recordOfExchanges,
  runLine,
  type SampleExchange,
} from '../../../tests/support/records/records.ts';
import { listsOnce, unwalked } from './wholeLists.ts';

test('a list of payments has each of them once', async () => {
  const faults = async (...ids: string[]) =>
    listsOnce(
      await recordOfExchanges({ operation: 'GET /v1/user/payments', answer: ids.map((id) => paymentLike({ id })) }),
    );
  expect(await faults('PMT-1', 'PMT-2')).toEqual([]);
  expect(await faults('PMT-1', 'PMT-2', 'PMT-1')).toMatchObject([{ code: 'doubled', payment: 'PMT-1' }]);
});

const payin: SampleExchange = {
  operation: 'POST /v1/user/payments/payin',
  key: 'K-1',
  answer: paymentLike({ id: 'PMT-1', orderId: 'ORD-1' }),
};
const payout: SampleExchange = { operation: 'POST /v1/user/payments/payout', key: 'K-2', answer: 'ORD-2', atMs: 100 };
const [first, second] = [
  paymentLike({ id: 'PMT-1', orderId: 'ORD-1' }),
  paymentLike({ id: 'PMT-2', orderId: 'ORD-2', clientOrderId: 'K-2' }),
];

/** Returns what the pages at the end of a run, of two payments each, leave out of a pay-in and a pay-out. */
async function leftOutOf(pages: readonly unknown[][], { atMs = 9_000, from = 0, alone = false } = {}) {
  const walk = pages.map(
    (content, at): SampleExchange => ({
      operation: 'GET /v2/user/payments/search',
      path: `/v2/user/payments/search?sort=createdAt,desc&size=2${alone ? '' : `&page=${at + from}`}`,
      answer: { content, size: 2 },
      atMs: atMs + at * 100,
    }),
  );
  const lines = [payin, payout, ...walk].map((one, nth) => ({
    ...exchangeLine(`p0-${nth + 1}`, one),
    ...(nth > 1 && { purpose: 'sweep' as const }),
  }));
  return unwalked(await recordOf([runLine, ...lines])).map((fault) => fault.exchanges[0]);
}

test('every payment of the run is on the pages of search, if they were read to the end and late enough', async () => {
  expect(await leftOutOf([[first, second], []])).toEqual([]);
  expect(await leftOutOf([[first]])).toEqual(['p0-2']);
  expect(await leftOutOf([[{ ...second, clientOrderId: null }]])).toEqual(['p0-1']);
  expect(await leftOutOf([[first, first]])).toEqual([]);
  expect(await leftOutOf([[first]], { atMs: 1_000 })).toEqual([]);
  expect(await leftOutOf([[first]], { from: 1 })).toEqual([]);
  expect(await leftOutOf([[first]], { alone: true })).toEqual(['p0-2']);
  expect(await leftOutOf([[first, first]], { alone: true })).toEqual([]);
  expect(await leftOutOf([[{ ...first, orderId: null }]])).toEqual([]);
});
