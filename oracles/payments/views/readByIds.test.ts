import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../../tests/support/records/records.ts';
import { unreadable } from './readByIds.ts';

const list = (atMs: number): SampleExchange => ({
  operation: 'GET /v1/user/payments',
  answer: [paymentLike({ id: 'PMT-1' })],
  atMs,
});

const readOf = (id: string, more: Partial<SampleExchange> = {}): SampleExchange => ({
  operation: 'GET /v1/user/payments/{id}',
  path: `/v1/user/payments/${id}`,
  status: 404,
  answer: { message: 'unknown' },
  atMs: 60_000,
  ...more,
});

test('a payment that lists show before and after is not unknown to a read of it', async () => {
  const faults = async (...seen: SampleExchange[]) =>
    unreadable(await recordOfExchanges(...seen)).map(({ exchanges }) => exchanges);
  expect(await faults(list(0), readOf('PMT-1'), list(90_000))).toEqual([['p0-1', 'p0-2', 'p0-3']]);
  expect(await faults(list(0), readOf('PMT-1'))).toEqual([]);
  expect(await faults(readOf('PMT-1'), list(90_000))).toEqual([]);
  expect(await faults(list(59_900), readOf('PMT-1'), list(90_000))).toEqual([]);
  expect(await faults(list(0), readOf('PMT-2'), list(90_000))).toEqual([]);
  expect(await faults(list(0), readOf('PMT-1', { status: 401 }), list(90_000))).toEqual([]);
});
