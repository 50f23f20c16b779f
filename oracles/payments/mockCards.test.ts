import { expect, test } from '@playwright/test';
import {
  exchangeLine,
  paymentLike,
  recordOf,
  runLine,
  type SampleExchange,
} from '../../tests/support/records/records.ts';
import type { Line } from '../../traffic/journal/journalTypes.ts';
import { endAsTheirCard, endsNoOtherCard } from './mockCards.ts';

const payout = (nth: number, card: string): SampleExchange => ({
  operation: 'POST /v1/user/payments/payout',
  key: `K-${nth}`,
  body: JSON.stringify({ cardNumber: `<card ${card}>` }),
  answer: `ORD-${nth}`,
});

const read = (nth: number, status: string, atMs: number): SampleExchange => ({
  operation: 'GET /v1/user/payments/{id}',
  answer: paymentLike({ id: `PMT-${nth}`, clientOrderId: `K-${nth}`, orderType: 'PAYOUT', status }),
  atMs,
});

const settled: Line = {
  kind: 'lever',
  requirement: 'OUT-09',
  what: 'payments/PMT-2/settle',
  args: {},
  ok: true,
  atNs: '0',
};

const judged = async (tale: readonly SampleExchange[], more: readonly Line[] = []) => {
  const record = await recordOf([runLine, ...tale.map((one, at) => exchangeLine(`p0-${at + 1}`, one)), ...more]);
  return endAsTheirCard(record, { card: 'success', status: 'SUCCESS' });
};

const first = [payout(1, 'success'), read(1, 'SUCCESS', 2000)];

test('pay-outs to a mock card that end as it says pass, and other cards do not count', async () => {
  expect(await judged([...first, payout(2, 'other 1'), read(2, 'PENDING', 2000)])).toEqual({
    state: 'held',
    exchanges: ['p0-1', 'p0-2'],
  });
});

test('a pay-out to a mock card that ends otherwise or never ends fails, whichever it is', async () => {
  for (const status of ['FAILED', 'PENDING', 'CANCELLED'])
    expect(await judged([...first, payout(2, 'success'), read(2, status, 2000)])).toMatchObject({
      state: 'broken',
      faults: [{ code: 'notReached', payment: 'PMT-2', wanted: 'SUCCESS', seen: status, exchanges: ['p0-3', 'p0-4'] }],
    });
});

test('what a control action is asked after the end of a pay-out takes nothing from its end', async () => {
  const late: Line = { ...settled, atNs: String(5_000_000_000n) };
  const failed = [payout(2, 'success'), read(2, 'FAILED', 2000), read(2, 'SUCCESS', 6000)];
  expect(await judged([...first, ...failed], [late])).toMatchObject({
    state: 'broken',
    faults: [{ payment: 'PMT-2' }],
  });
});

test('a pay-out with a defect may fail for it after it was accepted', async () => {
  const lacking = { ...payout(2, 'success'), purpose: 'defect' as const };
  expect(await judged([...first, lacking, read(2, 'FAILED', 2000)])).toMatchObject({
    state: 'held',
    exchanges: ['p0-1', 'p0-2'],
  });
});

test('a pay-out that was read too early or never, or that a control action moved, decides nothing', async () => {
  expect(await judged([...first, payout(2, 'success'), read(2, 'PENDING', 500)])).toMatchObject({ state: 'held' });
  expect(await judged([...first, payout(2, 'success')])).toMatchObject({ state: 'held' });
  const moved = await judged([...first, payout(2, 'success'), read(2, 'FAILED', 2000)], [settled]);
  expect(moved).toMatchObject({ state: 'held', exchanges: ['p0-1', 'p0-2'] });
});

test('SBX-05 no pay-out to another card ends within its window, in a sandbox, unless a control action moved it', async () => {
  const paid = (card: string, atMs: number, status = 'SUCCESS') =>
    [runLine, exchangeLine('p0-1', payout(2, card)), exchangeLine('p0-2', read(2, status, atMs))] as const;
  const state = async (...lines: readonly Line[]) => endsNoOtherCard(await recordOf([...lines])).state;
  expect(await state(...paid('other 1', 2000))).toBe('broken');
  expect(await state(...paid('sample 1', 2000, 'FAILED'))).toBe('broken');
  expect(await state(...paid('success', 2000))).toBe('held');
  expect(await state(...paid('other 1', 20_000))).toBe('held');
  expect(await state(...paid('other 1', 2000), settled)).toBe('held');
});
