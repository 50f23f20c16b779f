import { expect, test } from '@playwright/test';
import { creationOf, readOf, requestLike } from '../../../tests/support/records/acquiringRecords.ts';
import { recordOfExchanges, type SampleExchange } from '../../../tests/support/records/records.ts';
import { linkedOutcomes } from './linkedOutcomes.ts';

type Fields = Readonly<Record<string, unknown>>;

const created = creationOf('checkout');

/** Separate reads of a checkout and of its request, `atS` seconds after the run's start. */
const pair = (atS: number, checkout: Fields, request: Fields): SampleExchange[] => [
  readOf('checkout', { request: requestLike(), ...checkout }, atS * 1_000),
  readOf('request', request, atS * 1_000 + 100),
];

const conflict = (reason: string | null) => ({ status: 'CONFLICT', reason });
const codes = async (...tale: SampleExchange[]) =>
  linkedOutcomes(await recordOfExchanges(created, ...tale)).map(({ fault }) => fault?.code);

test('LIF-14 a pair with matching ends passes at any time', async () => {
  const alike: [Fields, Fields][] = [
    [{ status: 'SUCCESS' }, { status: 'SUCCESS' }],
    [{ status: 'EXPIRED' }, { status: 'EXPIRED' }],
    [conflict('UNDERPAID'), conflict('UNDERPAID')],
    [conflict('WRONG_CURRENCY'), conflict('OTHER')],
    [conflict('WRONG_CURRENCY'), conflict('UNDERPAID')],
    [conflict('OTHER'), conflict('OTHER')],
    [conflict(null), conflict('UNDERPAID')],
  ];
  for (const [checkout, request] of alike) {
    expect(await codes(...pair(2, checkout, request))).toEqual([undefined]);
    expect(await codes(...pair(2, checkout, {}), ...pair(20, checkout, request))).toEqual([undefined]);
  }
});

test('LIF-14 a pair that disagrees fails after half a minute and not before', async () => {
  const apart: [Fields, Fields][] = [
    [{ status: 'SUCCESS' }, {}],
    [{ status: 'PAYMENT_DETECTED' }, { status: 'SUCCESS' }],
    [conflict('UNDERPAID'), conflict('OTHER')],
    [conflict('UNDERPAID'), { status: 'SUCCESS' }],
  ];
  for (const [checkout, request] of apart) {
    expect(await codes(...pair(2, checkout, request), ...pair(31, checkout, request))).toEqual([]);
    expect(await codes(...pair(2, checkout, request), ...pair(33, checkout, request))).toEqual(['apart']);
  }
});

test('LIF-14 one of a pair may wait a minute longer when the other has expired', async () => {
  const waits = [{ status: 'EXPIRED' }, {}] as const;
  expect(await codes(...pair(2, ...waits), ...pair(80, ...waits))).toEqual([]);
  expect(await codes(...pair(2, ...waits), ...pair(100, ...waits))).toEqual(['apart']);
});

test('LIF-14 a checkout stays expired although its request tolerated a payment after its end', async () => {
  const paidAt = (createdAt: string): [Fields, Fields] => [
    { status: 'EXPIRED', expiresAt: '2026-01-01T00:00:10Z' },
    { status: 'SUCCESS', payment: { createdAt } },
  ];
  const [late, inTime] = [paidAt('2026-01-01T00:00:12Z'), paidAt('2026-01-01T00:00:08Z')];
  expect(await codes(...pair(2, ...late), ...pair(120, ...late))).toEqual([]);
  expect(await codes(...pair(2, ...inTime), ...pair(120, ...inTime))).toEqual(['apart']);
});

test('LIF-14 a pair that agrees too late fails', async () => {
  const success = { status: 'SUCCESS' };
  const late = [...pair(2, {}, success), ...pair(40, {}, success), ...pair(90, success, success)];
  expect(await codes(...late)).toEqual(['apart']);
});

test('LIF-14 a second read of only one of them proves nothing', async () => {
  const ended = pair(2, { status: 'SUCCESS' }, {});
  const late = readOf('checkout', { status: 'SUCCESS', request: requestLike() }, 60_000);
  expect(await codes(...ended, late)).toEqual([]);
});

test('LIF-14 unsettled records and a checkout without a request are not a pair', async () => {
  expect(await codes(...pair(2, { status: 'REQUEST_CREATED' }, {}))).toEqual([]);
  expect(await codes(readOf('checkout', { status: 'EXPIRED' }, 5_000))).toEqual([]);
});

test('LIF-14 a request without reads of its own is judged within its checkout', async () => {
  const nested = (request: Fields, atMs: number) =>
    readOf('checkout', { status: 'SUCCESS', request: requestLike(request) }, atMs);
  expect(await codes(nested({ status: 'SUCCESS' }, 2_000))).toEqual([undefined]);
  expect(await codes(nested({}, 2_000), nested({}, 40_000))).toEqual(['apart']);
});
