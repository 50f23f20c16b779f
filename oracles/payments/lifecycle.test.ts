import { expect, test } from '@playwright/test';
import { assert, asyncProperty, constantFrom, shuffledSubarray, subarray } from 'fast-check';
import {
  exchangeLine,
  paymentLike,
  recordOf,
  recordOfExchanges,
  runLine,
  type SampleExchange,
} from '../../tests/support/records/records.ts';
import type { Line } from '../../traffic/journal/journalTypes.ts';
import { backToNewFault, isFinalStatus, leftFinalFault, paymentHistories, reaches, staysPending } from './lifecycle.ts';

const finals = ['SUCCESS', 'PARTIAL_SUCCESS', 'FAILED', 'EXPIRED', 'CANCELLED'];
const moving = ['NEW', 'PENDING', 'FROZEN'];

type Fields = Readonly<Record<string, unknown>>;

const own: SampleExchange = { operation: 'POST /v1/user/payments/payout', key: 'K-1', answer: 'ORD-1' };

const search = (status: string, atMs: number, fields: Fields = {}): SampleExchange => ({
  operation: 'GET /v2/user/payments/search',
  path: '/v2/user/payments/search?clientOrderId=K-1',
  answer: { content: [paymentLike({ status, ...fields })] },
  atMs,
});
const get = (status: string, atMs: number, fields: Fields = {}): SampleExchange => ({
  operation: 'GET /v1/user/payments/{id}',
  answer: paymentLike({ status, ...fields }),
  atMs,
});
const list = (status: string, atMs: number): SampleExchange => ({
  operation: 'GET /v1/user/payments',
  answer: [paymentLike({ status })],
  atMs,
});

test('five statuses are final', () => {
  expect([...finals, ...moving, 'COMPLETED', undefined].filter(isFinalStatus)).toEqual(finals);
});

type StatusRule = typeof leftFinalFault;

const foundBy = async (rule: StatusRule, ...tale: SampleExchange[]) =>
  paymentHistories(await recordOfExchanges(...tale)).flatMap((one) => rule(one) ?? []);

test('a payment that leaves any final status fails, with both reads', async () => {
  for (const from of finals)
    for (const to of [...finals, ...moving].filter((status) => status !== from)) {
      const faults = await foundBy(leftFinalFault, search(from, 0), search(to, 10_100));
      expect(faults).toMatchObject([{ code: 'leftFinal', from, to, older: false, exchanges: ['p0-1', 'p0-2'] }]);
    }
});

test('a payment that moves and then stays passes, however many transitions were seen', async () => {
  const path = subarray(['NEW', 'PENDING', 'FROZEN', 'PENDING']);
  await assert(
    asyncProperty(path, constantFrom(...finals), async (before, end) => {
      const tale = [...before, end, end].map((status, index) => search(status, index * 10_100));
      expect(await foundBy(leftFinalFault, ...tale)).toEqual([]);
    }),
  );
});

test('a transition is seen across any number of reads in between', async () => {
  const faults = await foundBy(leftFinalFault, search('SUCCESS', 0), search('SUCCESS', 100), search('PENDING', 10_200));
  expect(faults).toMatchObject([{ exchanges: ['p0-1', 'p0-3'] }]);
});

test('the order of journal lines does not matter, the time of the reads does', async () => {
  const tale = [search('NEW', 0), search('PENDING', 11_000), search('SUCCESS', 22_000), search('SUCCESS', 33_000)];
  await assert(
    asyncProperty(shuffledSubarray(tale, { minLength: 4 }), async (lines) => {
      expect(await foundBy(leftFinalFault, ...lines)).toEqual([]);
      expect(await foundBy(backToNewFault, ...lines)).toEqual([]);
    }),
  );
});

test('reads that overlap in time prove no order', async () => {
  expect(await foundBy(leftFinalFault, { ...get('SUCCESS', 0), tookMs: 200 }, get('PENDING', 100))).toEqual([]);
  expect(await foundBy(leftFinalFault, { ...get('SUCCESS', 0), tookMs: 99 }, get('PENDING', 100))).toHaveLength(1);
});

test('a list that lags behind a search shows no transition', async () => {
  expect(await foundBy(leftFinalFault, search('SUCCESS', 0), list('PENDING', 100), get('SUCCESS', 200))).toEqual([]);
});

test('a search or a list may be behind for as long as a payment may take to become visible, a get may not', async () => {
  for (const of of [search, list]) {
    const tale = [of('SUCCESS', 0), of('PENDING', 9_900), of('SUCCESS', 10_100)];
    expect(await foundBy(leftFinalFault, ...tale)).toEqual([]);
    expect(await foundBy(leftFinalFault, ...tale, of('PENDING', 21_000))).toHaveLength(1);
    expect(await foundBy(backToNewFault, of('PENDING', 0), of('NEW', 9_900))).toEqual([]);
  }
  expect(await foundBy(leftFinalFault, get('SUCCESS', 0), get('PENDING', 100))).toHaveLength(1);
});

test('a get that shows the end again soon may have been behind, which decides nothing', async () => {
  const tale = [get('SUCCESS', 0), get('PENDING', 100), get('SUCCESS', 300)];
  expect(await foundBy(leftFinalFault, ...tale)).toMatchObject([{ code: 'unconfirmed' }]);
  expect(await foundBy(leftFinalFault, ...tale, get('PENDING', 400))).toMatchObject([{ code: 'leftFinal' }]);
  const late = [get('SUCCESS', 0), get('PENDING', 10_100), get('SUCCESS', 10_300)];
  expect(await foundBy(leftFinalFault, ...late)).toMatchObject([{ code: 'leftFinal' }]);
});

test('two payments are not compared', async () => {
  const other = { id: 'PMT-00000000-0000-4000-8000-000000000002' };
  expect(await foundBy(leftFinalFault, search('SUCCESS', 0), search('PENDING', 11_000, other))).toEqual([]);
});

test('a missing status is not a transition', async () => {
  expect(await foundBy(leftFinalFault, search('SUCCESS', 0), search('', 11_000, { status: null }))).toEqual([]);
});

const before = { createdAt: '2025-12-31T23:59:59Z' };

test('a record older than the run is reported as such, one of our own is not', async () => {
  const tale = [search('SUCCESS', 100, before), search('PENDING', 11_000, before)];
  expect(await foundBy(leftFinalFault, ...tale)).toMatchObject([{ older: true }]);
  expect(await foundBy(leftFinalFault, own, ...tale)).toMatchObject([{ older: false }]);
  const untimed = { createdAt: 'yesterday' };
  expect(
    await foundBy(leftFinalFault, search('SUCCESS', 0, untimed), search('PENDING', 11_000, untimed)),
  ).toMatchObject([{ older: false }]);
});

test('returning to NEW fails, staying NEW does not', async () => {
  for (const from of [...finals, 'PENDING', 'FROZEN'])
    expect(await foundBy(backToNewFault, search(from, 0), search('NEW', 11_000))).toMatchObject([
      { code: 'backToNew', from },
    ]);
  expect(await foundBy(backToNewFault, search('NEW', 0), search('NEW', 100), search('PENDING', 200))).toEqual([]);
});

const args = { created: 'p0-1', status: 'FAILED' };

test('an order reaches a status if any read shows it, even if it moves on', async () => {
  const tale = [own, search('PENDING', 100), search('FAILED', 200)];
  expect(reaches(await recordOfExchanges(...tale), args)).toEqual({ state: 'held', exchanges: ['p0-1', 'p0-3'] });
  expect(reaches(await recordOfExchanges(...tale, list('PENDING', 300)), args).state).toBe('held');
});

test('an order with another end fails, one that nobody saw does not', async () => {
  const elsewhere = reaches(await recordOfExchanges(own, search('SUCCESS', 100)), args);
  expect(elsewhere).toMatchObject({
    state: 'broken',
    faults: [{ code: 'notReached', wanted: 'FAILED', seen: 'SUCCESS' }],
  });
  const unseen = reaches(await recordOfExchanges(own, search('FAILED', 100, { clientOrderId: 'K-2' })), args);
  expect(unseen).toMatchObject({ state: 'undecided', outcome: 'unverified' });
});

test('a payment that lapsed before the control API could settle it decides nothing, one that lapsed after it fails', async () => {
  const lapsed = async (status: string, settled: boolean[]) => {
    const tale = [own, search(status, 100, { id: 'PMT-1' })].map((one, at) => exchangeLine(`p0-${at + 1}`, one));
    const tries = settled.map(
      (ok): Line => ({ kind: 'lever', requirement: 'SBX-07', what: 'payments/PMT-1/settle', args: {}, ok, atNs: '0' }),
    );
    return reaches(await recordOf([runLine, ...tale, ...tries]), { created: 'p0-1', status: 'SUCCESS' }).state;
  };
  expect(await lapsed('EXPIRED', [false])).toBe('undecided');
  expect(await lapsed('CANCELLED', [false])).toBe('undecided');
  expect(await lapsed('FAILED', [false])).toBe('broken');
  expect(await lapsed('EXPIRED', [true])).toBe('broken');
  expect(await lapsed('EXPIRED', [])).toBe('broken');
});

const pending = { created: 'p0-1', windowMs: 5_000 };
const late = 6_000;

const stays: Readonly<Record<string, readonly [state: string, ...tale: SampleExchange[]]>> = {
  'is PENDING in a read after its window': ['held', search('PENDING', 100), get('PENDING', late)],
  'was NEW at first': ['held', search('NEW', 100), get('PENDING', late)],
  'ends after a read that outlived its window': ['held', get('PENDING', late), get('EXPIRED', 60_000)],
  'ends in its window': ['broken', search('PENDING', 100), search('SUCCESS', 200), get('SUCCESS', late)],
  'ended for a search, though a get shows it PENDING again': ['broken', search('FAILED', 200), get('PENDING', late)],
  'has ended when its window is over': ['broken', search('PENDING', 100), get('FAILED', late)],
  'is still NEW after its window': ['broken', search('NEW', 100), get('NEW', late)],
  'was not read after its window': ['undecided', search('PENDING', 100), get('PENDING', 4_000)],
  'was read after its window by search only': ['undecided', search('PENDING', 100), search('PENDING', late)],
  'nobody saw': ['undecided'],
};

for (const [name, [state, ...tale]] of Object.entries(stays)) {
  test(`an order that must stay PENDING is ${state} if it ${name}`, async () => {
    expect(staysPending(await recordOfExchanges(own, ...tale), pending).state).toBe(state);
  });
}
