import { expect, test } from '@playwright/test';
import { creationOf, readOf, requestLike } from '../../../tests/support/records/acquiringRecords.ts';
import {
  exchangeLine,
  recordOf,
  recordOfExchanges,
  runLine,
  type SampleExchange,
} from '../../../tests/support/records/records.ts';
import type { Line } from '../../../traffic/journal/journalTypes.ts';
import { expiresOnTime, lapses, paymentWindowsIn, unpaidEndsIn } from './expiry.ts';

const expired = { status: 'EXPIRED' };
const minute = 60_000;

/** Builds a checkout created at second one that expires at second four and is read as EXPIRED at this time. */
const checkoutAt = (atMs: number, fields: Readonly<Record<string, unknown>> = {}): SampleExchange[] => [
  creationOf('checkout', fields),
  readOf('checkout', { ...expired, ...fields }, atMs),
];

const onTime = async (...tale: SampleExchange[]) => expiresOnTime(await recordOfExchanges(...tale), {});

test('LIF-20 an unpaid checkout is EXPIRED a while after its end, or after that of its request', async () => {
  const end = async (atMs: number, fields: Readonly<Record<string, unknown>>) =>
    unpaidEndsIn(await recordOfExchanges(creationOf('checkout'), readOf('checkout', fields, atMs))).map(
      ({ fault }) => fault?.code,
    );
  const chosen = { status: 'REQUEST_CREATED', request: requestLike() };
  expect(await end(4_100, expired)).toEqual([undefined]);
  expect(await end(30_000, {})).toEqual([]);
  expect(await end(2 * minute, {})).toEqual(['notReached']);
  expect(await end(2 * minute, chosen)).toEqual([]);
  expect(await end(12 * minute, chosen)).toEqual(['notReached']);
  expect(await end(12 * minute, { ...chosen, request: requestLike({ paymentId: 'PMT-1' }) })).toEqual([]);
  // Paid from the sandbox balance, and the nested request leaves out its nullable fields.
  expect(await end(12 * minute, { ...chosen, status: 'SUCCESS' })).toEqual([]);
});

test('LIF-08 a checkout may be EXPIRED from its expiresAt on, and not before', async () => {
  expect(await onTime(...checkoutAt(4_000))).toMatchObject({ state: 'held' });
  expect(await onTime(...checkoutAt(3_900))).toMatchObject({
    faults: [{ code: 'expiredEarly', record: 'CCO-1', at: '2026-01-01T00:00:04.000Z', exchanges: ['p0-1', 'p0-2'] }],
  });
});

test('LIF-08 the time between request and answer is uncertain', async () => {
  const [created, read] = checkoutAt(3_900) as [SampleExchange, SampleExchange];
  // The target's clock may have been read at the end of the read, or at the start of the creation.
  expect(await onTime(created, { ...read, tookMs: 150 })).toMatchObject({ state: 'held' });
  expect(await onTime({ ...created, atMs: 850, tookMs: 160 }, read)).toMatchObject({ state: 'held' });
});

test('LIF-08 the clock of the target may be years away from ours', async () => {
  const far = { createdAt: '1999-01-01T00:00:00Z', expiresAt: '1999-01-01T00:00:03Z' };
  expect(await onTime(...checkoutAt(5_100, far))).toMatchObject({ state: 'held' });
  // Whole seconds may be cut or rounded.
  expect(await onTime(...checkoutAt(3_500, far))).toMatchObject({ state: 'held' });
  expect(await onTime(...checkoutAt(1_500, far))).toMatchObject({ state: 'broken' });
});

test('LIF-08 the time that an answer states may be right', async () => {
  const said = (date: string): SampleExchange[] => {
    const [created, read] = checkoutAt(2_000) as [SampleExchange, SampleExchange];
    return [created, { ...read, headers: [['date', date]] }];
  };
  expect(await onTime(...said('Thu, 01 Jan 2026 00:00:03 GMT'))).toMatchObject({ state: 'held' });
  expect(await onTime(...said('Thu, 01 Jan 2026 00:00:01 GMT'))).toMatchObject({ state: 'broken' });
});

test('LIF-08 a changed expiresAt counts as shown', async () => {
  const tale = [creationOf('checkout'), readOf('checkout', { ...expired, expiresAt: '2026-01-01T00:00:02Z' }, 3_000)];
  expect(await onTime(...tale)).toMatchObject({ state: 'held' });
});

test('LIF-08 a checkout without a seen expiry or an expiresAt decides nothing', async () => {
  expect(await onTime(creationOf('checkout'))).toMatchObject({ outcome: 'unverified' });
  expect(await onTime(...checkoutAt(1_500, { expiresAt: null }))).toMatchObject({ outcome: 'unverified' });
});

const clockLine = (atMs: number, advanceMs: number, ok = true): Line => ({
  kind: 'lever',
  requirement: 'sweep',
  what: 'clock',
  args: { advanceMs },
  ok,
  askedNs: String(BigInt(atMs) * 1_000_000n),
  atNs: String(BigInt(atMs + 5) * 1_000_000n),
});

/** Builds a record in which the target's clock was moved. */
async function moved(tale: readonly SampleExchange[], ...actions: readonly Line[]) {
  const lines = [runLine, ...tale.map((sample, index) => exchangeLine(`p0-${index + 1}`, sample)), ...actions];
  return recordOf([...lines, { kind: 'swept', atNs: '0', lines: lines.length }]);
}

test('LIF-08 a moved clock is believed, and an expiry that it causes is no evidence', async () => {
  const [created, read] = checkoutAt(5_000) as [SampleExchange, SampleExchange];
  const before = readOf('checkout', {}, 2_000);
  for (const ok of [true, false]) {
    const jump = clockLine(1_500, 60_000, ok);
    expect(expiresOnTime(await moved(checkoutAt(2_000), jump), {})).toMatchObject({ outcome: 'unverified' });
    // A jump before the last read of the open checkout requires nothing.
    expect(expiresOnTime(await moved([created, before, read], jump), {}).state).toBe('held');
  }
  expect(expiresOnTime(await moved(checkoutAt(2_000), clockLine(3_000, 60_000)), {}).state).toBe('broken');
});

const unpaid = creationOf('request');
const seen = (fields: object, atMs: number) => readOf('request', { ...fields }, atMs);
const rule = async (...tale: SampleExchange[]) => lapses(await recordOfExchanges(unpaid, ...tale), { created: 'p0-1' });

test('LIF-12 a request that is EXPIRED after its window passes, however late the read', async () => {
  expect(await rule(seen(expired, 10 * minute + 1_500))).toMatchObject({ state: 'held' });
  expect(await rule(seen({}, 2_000), seen(expired, 90 * minute))).toMatchObject({ state: 'held' });
});

test('LIF-12 a request may still wait for one minute after its window', async () => {
  expect(await rule(seen({}, 11 * minute), seen(expired, 12 * minute))).toMatchObject({ state: 'held' });
  expect(await rule(seen({}, 11 * minute + 1_100))).toMatchObject({
    faults: [{ code: 'notReached', payment: 'CAPD-1', wanted: 'EXPIRED', seen: 'WAITING_PAYMENT' }],
  });
});

test('LIF-12 it is not EXPIRED while its window is open', async () => {
  expect(await rule(seen(expired, 9 * minute))).toMatchObject({ faults: [{ code: 'expiredEarly' }] });
  const rewritten = { ...expired, paymentWindowEndsAt: '2026-01-01T00:05:01.000Z' };
  expect(await rule(seen(rewritten, 9 * minute))).toMatchObject({ faults: [{ code: 'expiredEarly' }] });
});

test('LIF-12 another end of an unpaid request fails, unless somebody paid', async () => {
  expect(await rule(seen({ status: 'SUCCESS' }, 2_000))).toMatchObject({ faults: [{ code: 'notReached' }] });
  expect(await rule(seen({ status: 'SUCCESS', txHash: 't1' }, 2_000))).toMatchObject({ outcome: 'unverified' });
});

test('LIF-12 a request read only within its window decides nothing', async () => {
  expect(await rule(seen({}, 2_000))).toMatchObject({ outcome: 'unverified' });
  const live = await recordOfExchanges(unpaid, seen({}, 2_000));
  live.live = true;
  expect(lapses(live, { created: 'p0-1' })).toMatchObject({ state: 'held' });
});

test('LIF-12 a clock that was surely moved ends the window, a doubtful move does not', async () => {
  const tale = [unpaid, seen({}, 3_000)];
  const rest = async (ok: boolean) => lapses(await moved(tale, clockLine(2_000, 60 * minute, ok)), { created: 'p0-1' });
  expect(await rest(true)).toMatchObject({ state: 'broken' });
  expect(await rest(false)).toMatchObject({ outcome: 'unverified' });
});

test('LIF-12 the windows of waiting requests are known, with one more minute to lapse', async () => {
  const windows = async (...tale: SampleExchange[]) =>
    paymentWindowsIn(await recordOfExchanges(...tale)).map(({ first, ends, lapses: over }) => [
      first.id,
      ...[ends, over].map((ns) => Math.round(Number(ns) / 1e9)),
    ]);
  expect(await windows(unpaid)).toEqual([['p0-1', 600, 660]]);
  expect(await windows(unpaid, seen({}, 2_000))).toEqual([['p0-1', 600, 660]]);
  expect(await windows(unpaid, seen(expired, 2_000))).toEqual([]);
  expect(await windows(creationOf('request', { paymentWindowEndsAt: null, expiresAt: null }))).toEqual([]);
});
