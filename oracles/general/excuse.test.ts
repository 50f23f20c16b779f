import { expect, test } from '@playwright/test';
import {
  exchangeLine,
  paymentLike,
  recordOf,
  runLine,
  type SampleExchange,
} from '../../tests/support/records/records.ts';
import type { Line } from '../../traffic/journal/journalTypes.ts';
import { excuseFor } from './excuse.ts';

const payin = 'POST /v1/user/payments/payin';
const limited = { ...runLine, target: { ...runLine.target, quota: { post: 2, get: 3, windowMs: 1_000 } } };

async function excuseOf(run: Line, ...tale: SampleExchange[]) {
  const record = await recordOf([run, ...tale.map((one, index) => exchangeLine(`p0-${index + 1}`, one))]);
  return excuseFor(record, record.exchange('p0-1'));
}

const throttled: SampleExchange = { operation: payin, status: 429, atMs: 2_000 };

test('a 429 of a target without a quota counts as our own load', async () => {
  expect(await excuseOf(runLine, throttled)).toMatchObject({
    code: 'throttled',
    because: expect.stringContaining('no quota'),
  });
});

test('a 429 after as many requests as the window allows is our own load', async () => {
  const before = [1_100, 1_500].map((atMs): SampleExchange => ({ operation: payin, atMs }));
  expect(await excuseOf(limited, throttled, ...before)).toMatchObject({
    code: 'throttled',
    because: expect.stringContaining('allows 2'),
  });
});

test('requests of the other class or window, or throttled ones, are not our own load', async () => {
  const others: SampleExchange[] = [
    { atMs: 1_900 },
    { operation: payin, atMs: 900 },
    { operation: payin, status: 429, atMs: 1_500 },
    { operation: payin, atMs: 1_800 },
  ];
  const fault = await excuseOf(limited, throttled, ...others);
  expect(fault).toMatchObject({ code: 'throttledEarly', seen: '429 after 1 requests in a window that allows 2' });
});

test('another run on the account is known by its tag', async () => {
  const foreign = paymentLike({ clientOrderId: '20260101-000000-abcdef-p0-3', createdAt: '2026-01-01T00:00:01Z' });
  const list: SampleExchange = { operation: 'GET /v1/user/payments', answer: [foreign], atMs: 3_000 };
  expect(await excuseOf(limited, throttled, list)).toMatchObject({
    because: expect.stringContaining('20260101-000000-abcdef'),
  });
});

test('an answered request needs no excuse, an unanswered one gets one', async () => {
  expect(await excuseOf(limited, { status: 400 })).toBeUndefined();
  expect(await excuseOf(limited, { failure: 'timeout' })).toMatchObject({ code: 'transport' });
  expect(await excuseOf(limited, { status: 408 })).toMatchObject({ code: 'transport' });
});

test('a rate-limit account is throttled on purpose and puts no load on main', async () => {
  const own = {
    ...limited,
    target: { ...limited.target, limited: [{ label: 'own', quota: { post: 1, windowMs: 1_000 } }] },
  };
  expect(await excuseOf(own, { ...throttled, account: 'own' })).toMatchObject({
    code: 'throttled',
    because: expect.stringContaining('on purpose'),
  });
  const others = [1_900, 1_950].map((atMs): SampleExchange => ({ operation: payin, account: 'own', atMs }));
  expect(await excuseOf(own, throttled, ...others)).toMatchObject({ code: 'throttledEarly' });
});

test('an account that takes part and of which no write was accepted may be one that may not create orders', async () => {
  const run = { ...runLine, target: { ...runLine.target, participants: [{ label: 'second', projects: [] }] } };
  const refused: SampleExchange = { operation: payin, status: 403, account: 'second' };
  const taken: SampleExchange = { operation: payin, account: 'second', atMs: 100 };
  expect(await excuseOf(run, refused)).toMatchObject({ code: 'noEvidence' });
  expect(await excuseOf(run, refused, taken)).toBe(undefined);
  expect(await excuseOf(run, { operation: payin, status: 403 })).toBe(undefined);
});
