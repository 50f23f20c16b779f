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

test('LIM-01a a refused request that the final reads send again is no second use', async () => {
  const record = await used(25, { status: 409, answer: {} });
  const lines = record.exchanges.map(({ line }) =>
    line.requirement === 'sweep' ? { ...line, recalls: 'p0-1' } : line,
  );
  const moved = { kind: 'lever', requirement: 'sweep', what: 'clock', ok: true, args: { advanceMs: 90_000_000 } };
  const again = await recordOf([runLine, { ...moved, askedNs: nsAt(1000), atNs: nsAt(1001) } as Line, ...lines]);
  expect(oneOrderAfterDays(again)).toMatchObject({ faults: [{ code: 'notApplicable' }] });
});

test('LIM-01a nothing is sent again unless an assertion wants it', async () => {
  expect(ordersToRepeat(await recordOf([runLine, exchangeLine('p0-1', payin('1'))]))).toEqual([]);
});

const order = (id: string, operation: string, more: Partial<SampleExchange>) =>
  exchangeLine(id, { operation, path: operation.slice(5), body: '{}', answer: 'ORD-1', ...more } as SampleExchange);

const repeated = async (...orders: Line[]) => {
  const wanted = { kind: 'claim', requirement: 'LIM-01a', oracle: 'oneOrderAfterDays', args: {} } as const;
  return ordersToRepeat(await recordOf([runLine, wanted, ...orders])).map(({ id }) => id);
};

const [exchange, payout] = ['POST /v1/user/exchange', 'POST /v1/user/payments/payout'] as const;

test('LIM-01a an order of each kind is sent again, the first whose id was used once', async () => {
  const ids = await repeated(
    order('p0-1', exchange, { key: 'K-1' }),
    order('p0-2', exchange, { key: 'K-1' }),
    order('p0-3', payout, { key: 'K-2' }),
    order('p0-4', exchange, { key: 'K-3' }),
    order('p0-5', exchange, { key: 'K-4' }),
  );
  expect(ids).toEqual(['p0-3', 'p0-4']);
});

test('LIM-01a where each id was used again, the order is one whose other uses were refused', async () => {
  const refused = { status: 409, answer: {} };
  const ids = await repeated(
    order('p0-1', exchange, { key: 'K-1' }),
    order('p0-2', payout, { key: 'K-1' }),
    order('p0-3', exchange, { key: 'K-2' }),
    order('p0-4', exchange, { key: 'K-2', ...refused }),
  );
  expect(ids).toEqual(['p0-3']);
});
