import { expect, test } from '@playwright/test';
import {
  exchangeLine,
  paymentLike,
  recordOf,
  runLine,
  type SampleExchange,
} from '../../../tests/support/records/records.ts';
import type { Line } from '../../../traffic/journal/journalTypes.ts';
import { oneOrderAfterDays, ordersToRepeat } from './lateUse.ts';

const payin = (id: string, more: Partial<SampleExchange> = {}): SampleExchange => ({
  operation: 'POST /v1/user/payments/payin',
  path: '/v1/user/payments/payin',
  key: 'K-1',
  answer: paymentLike({ id, orderId: `ORD-${id}`, clientOrderId: 'K-1' }),
  ...more,
});

const nsAt = (ms: number) => String(BigInt(ms) * 1_000_000n);

/** The record of a pay-in, of a clock that is moved by some hours, and of a second use of its clientOrderId by the final reads. */
function used(hours: number, second: Partial<SampleExchange>) {
  const moved = { kind: 'lever', requirement: 'sweep', what: 'clock', ok: true, askedNs: nsAt(1000), atNs: nsAt(1001) };
  return recordOf([
    runLine,
    exchangeLine('p0-1', payin('1')),
    { ...moved, args: { advanceMs: hours * 3_600_000 } } as Line,
    exchangeLine('sweep-1', { ...payin('2', second), requirement: 'sweep', atMs: 2000 }),
  ]);
}

test('LIM-01a an id that makes a second order after a day is used twice', async () => {
  expect(oneOrderAfterDays(await used(25, {}))).toMatchObject({ state: 'broken', faults: [{ code: 'usedTwice' }] });
  const refused = { status: 409, answer: {} };
  expect(oneOrderAfterDays(await used(25, refused)).state).not.toBe('broken');
});

test('LIM-01a a second use within a day says nothing of later ones', async () => {
  expect(oneOrderAfterDays(await used(2, {}))).toMatchObject({ faults: [{ code: 'notApplicable' }] });
});

test('LIM-01a nothing is sent again unless an assertion wants it', async () => {
  expect(ordersToRepeat(await recordOf([runLine, exchangeLine('p0-1', payin('1'))]))).toEqual([]);
});

test('LIM-01a an order of each kind is sent again, the first whose id was used once', async () => {
  const order = (id: string, operation: string, key: string) =>
    exchangeLine(id, { operation, path: operation.slice(5), key, body: '{}', answer: 'ORD-1' } as SampleExchange);
  const record = await recordOf([
    runLine,
    { kind: 'claim', requirement: 'LIM-01a', oracle: 'oneOrderAfterDays', args: {} },
    order('p0-1', 'POST /v1/user/exchange', 'K-1'),
    order('p0-2', 'POST /v1/user/exchange', 'K-1'),
    order('p0-3', 'POST /v1/user/payments/payout', 'K-2'),
    order('p0-4', 'POST /v1/user/exchange', 'K-3'),
    order('p0-5', 'POST /v1/user/exchange', 'K-4'),
  ]);
  expect(ordersToRepeat(record).map(({ id }) => id)).toEqual(['p0-3', 'p0-4']);
});
