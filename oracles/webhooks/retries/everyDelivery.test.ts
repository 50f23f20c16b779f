import { expect, test } from '@playwright/test';
import { paymentLike } from '../../../tests/support/records/records.ts';
import { recordOfWebhooks, type SampleDelivery } from '../../../tests/support/records/webhookRecords.ts';
import type { Line } from '../../../traffic/journal/journalTypes.ts';
import { playedMs } from '../received/deadlines.ts';
import { crowdedRetries, lostDeliveries } from './everyDelivery.ts';

const minuteMs = 60_000;

/** Returns attempts at the announcement of a payment, a growing time apart; all fail but the last one of a delivered announcement. */
const attempts = (
  id: string,
  count: number,
  { isDelivered = false, fromMs = 0, status = 'SUCCESS' } = {},
): SampleDelivery[] =>
  Array.from({ length: count }, (_, nth) => ({
    body: paymentLike({ id, status }),
    answer: { status: isDelivered && nth === count - 1 ? 200 : 500 },
    atMs: fromMs + nth * nth * minuteMs,
  }));

/** A delivery by which the target tells that all retries are over. */
const muchLater: SampleDelivery = {
  body: paymentLike({ id: 'PMT-9', status: 'SUCCESS' }),
  answer: { status: 200 },
  atMs: 2 * playedMs,
};

const lost = async (deliveries: readonly SampleDelivery[], lines: readonly Line[] = []) =>
  lostDeliveries(await recordOfWebhooks({ deliveries: [...deliveries, muchLater], lines })).length;

test('WHK-05 an announcement is lost if it failed and another one was sent again after a failure', async () => {
  expect(await lost([...attempts('PMT-1', 3, { isDelivered: true }), ...attempts('PMT-2', 1)])).toBe(1);
  expect(
    await lost([...attempts('PMT-1', 3, { isDelivered: true }), ...attempts('PMT-2', 2, { isDelivered: true })]),
  ).toBe(0);
  expect(await lost([...attempts('PMT-2', 1)])).toBe(0);
});

test('WHK-05 an attempt while the receiver did not listen may have been the last one', async () => {
  const deaf: Line = { kind: 'deaf', requirement: 'WHK-07', planned: true, fromNs: '1', untilNs: '2' };
  expect(await lost([...attempts('PMT-1', 3, { isDelivered: true }), ...attempts('PMT-2', 1)], [deaf])).toBe(0);
});

test('WHK-05 an attempt that was under way when the run moved the clock may have been the first or the last one', async () => {
  const clock = { kind: 'lever', requirement: 'sweep', what: 'clock', args: { advanceMs: 45_000 } } as const;
  const moved: Line = { ...clock, ok: true, askedNs: '1', atNs: '2' };
  // A webhook of a later state comes between the retries of an earlier one, so that retries of this kind can be counted.
  const later = attempts('PMT-1', 1, { isDelivered: true, fromMs: 2 * minuteMs });
  const told = [...attempts('PMT-1', 4, { isDelivered: true, status: 'PENDING' }), ...later];
  expect(await lost([...told, ...attempts('PMT-2', 3)])).toBe(1);
  expect(await lost([...told, ...attempts('PMT-2', 3)], [moved])).toBe(0);
  expect(await lost([...told, ...attempts('PMT-2', 2)], [moved])).toBe(1);
});

test('WHK-05 a record from before the run may have been announced to a receiver of an earlier one', async () => {
  const of = async (createdAt: string) => {
    const reused = attempts('PMT-2', 1).map((one) => ({ ...one, body: { ...(one.body as object), createdAt } }));
    const deliveries = [...attempts('PMT-1', 3, { isDelivered: true }), ...reused, muchLater];
    const exchanges = [{ headers: [['date', 'Thu, 01 Jan 2026 00:00:01 GMT']] as const }];
    return lostDeliveries(await recordOfWebhooks({ exchanges, deliveries })).length;
  };
  expect(await of('2026-01-01T00:00:01.5Z')).toBe(1);
  expect(await of('2025-12-31T23:59:00Z')).toBe(0);
});

test('WHK-05 retries that are overdue after a leap of the clock come at once, and each counts', async () => {
  const told = attempts('PMT-1', 5, { isDelivered: true });
  const burst = (count: number) =>
    attempts('PMT-2', count).map((one, nth): SampleDelivery => ({ ...one, atMs: 1_000 + nth }));
  expect(await lost([...told, ...burst(8)])).toBe(0);
  expect(await lost([...told, ...burst(1)])).toBe(1);
});

test('WHK-06b attempts that fail within seconds of each other are no retries minutes apart; copies of an accepted one are', async () => {
  const within = (answers: readonly number[]) =>
    answers.map(
      (status, nth): SampleDelivery => ({
        body: paymentLike({ id: 'PMT-1', status: 'SUCCESS' }),
        answer: { status },
        atMs: nth * 5_000,
      }),
    );
  const crowds = async (...answers: number[]) =>
    crowdedRetries(await recordOfWebhooks({ deliveries: within(answers) })).length;
  expect(await crowds(500, 500, 500)).toBe(1);
  expect(await crowds(500, 500, 200)).toBe(1);
  expect(await crowds(500, 200, 200)).toBe(0);
  expect(await crowds(200, 200, 200, 200)).toBe(0);
});
