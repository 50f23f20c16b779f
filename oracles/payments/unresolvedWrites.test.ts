import { expect, test } from '@playwright/test';
import {
  exchangeOf,
  paymentLike,
  recordOfExchanges,
  type SampleExchange,
} from '../../tests/support/records/records.ts';
import { isUnresolved, resolutionOf } from './unresolvedWrites.ts';

const payin = 'POST /v1/user/payments/payin';
const tag = 'Zq71';
const started = 'Thu, 01 Jan 2026 00:00:00 GMT';

const created = (key: string, parts: SampleExchange = {}): SampleExchange => ({
  operation: payin,
  key,
  body: JSON.stringify({ amount: 1, clientOrderId: key }),
  answer: paymentLike({ clientOrderId: key }),
  ...parts,
});
const crashed = (parts: SampleExchange = {}): SampleExchange =>
  created(`${tag}-w-2`, { status: 500, answer: {}, atMs: 100, headers: [['date', started]], ...parts });
const searched = (key: string, found: readonly unknown[], atMs: number): SampleExchange => ({
  operation: 'GET /v2/user/payments/search',
  path: `/v2/user/payments/search?clientOrderId=${key}`,
  answer: { content: found },
  atMs,
});
const listed = (payments: readonly unknown[], atMs: number): SampleExchange => ({
  operation: 'GET /v1/user/payments',
  answer: payments,
  atMs,
});

const first = `${tag}-w-1`;
const like = [created(first), searched(first, [paymentLike({ clientOrderId: first })], 50)];

/** Returns what became of the third exchange. */
async function became(...tale: SampleExchange[]) {
  const record = await recordOfExchanges(...like, ...tale);
  return resolutionOf(record, record.exchange('p0-3'));
}

test('a lost answer or a 5xx leaves a write unresolved; a refusal or a read does not', () => {
  for (const answer of [
    { status: 500 },
    { status: 503, headers: [['Retry-After', '1']] as const },
    { failure: 'reset' as const },
    { status: 302 },
  ])
    expect(isUnresolved(exchangeOf({ operation: payin, ...answer }))).toBe(true);
  for (const told of [
    { status: 400 },
    { status: 429 },
    {},

    { failure: 'reset' as const, connection: 'cut' as const },
  ])
    expect(isUnresolved(exchangeOf({ operation: payin, ...told }))).toBe(false);
  expect(isUnresolved(exchangeOf({ status: 500 }))).toBe(false);
});

test('a write that search shows was made, and one absent from a late search was not', async () => {
  const key = `${tag}-w-2`;
  expect(await became(crashed(), searched(key, [paymentLike({ clientOrderId: key })], 200))).toBe('made');
  expect(await became(crashed(), searched(key, [], 3_000))).toBe('nothing');
  expect(await became(crashed(), searched(key, [], 1_000))).toBe('unknown');
  expect(await became(crashed())).toBe('unknown');
});

test('a search that finds no order of the kind proves nothing', async () => {
  const key = `${tag}-w-2`;
  expect(await became(crashed({ operation: 'POST /v1/user/exchange' }), searched(key, [], 3_000))).toBe('unknown');
});

test('a write without an id is looked up among the newest payments, whatever form the ids of the run have', async () => {
  const own = paymentLike({ clientOrderId: first, createdAt: '2026-01-01T00:00:00.1Z' });
  const keyless = crashed({ body: '' });
  const strange = { id: 'PMT-2', orderId: 'ORD-2', clientOrderId: null };
  expect(await became(keyless, listed([own], 3_000))).toBe('nothing');
  expect(await became(keyless, listed([own], 1_000))).toBe('unknown');
  expect(await became(keyless, listed([], 3_000))).toBe('unknown');
  const lenient = paymentLike({ ...strange, clientOrderId: `${tag}-w-2`, createdAt: '2026-01-01T00:00:00.1Z' });
  expect(await became(keyless, listed([own, lenient], 3_000))).toBe('unknown');
  expect(await became(keyless, listed([own, paymentLike(strange)], 3_000))).toBe('unknown');
  expect(
    await became(keyless, listed([own, paymentLike({ ...strange, createdAt: '2025-12-31T23:00:00Z' })], 3_000)),
  ).toBe('nothing');
});
