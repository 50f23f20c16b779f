import { expect, test } from '@playwright/test';
import { creationOf, readOf, requestLike } from '../../../tests/support/records/acquiringRecords.ts';
import { recordOfExchanges, type SampleExchange } from '../../../tests/support/records/records.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { checkoutsIn, requestsIn } from '../../answers/acquiringRecords.ts';
import {
  conflictsIn,
  hasListedReason,
  hasNoReason,
  hasNoRequest,
  hasOneRequest,
  hasRequest,
  linkedCheckoutsIn,
  movesForward,
  newCheckouts,
  nonConflicting,
  paidCheckouts,
  startsIn,
} from './statusRules.ts';

type Fields = Readonly<Record<string, unknown>>;

const created = creationOf('checkout');
const linked = (id = 'CAPD-1') => ({ request: requestLike({ id }) });

/** Reads of one checkout, a tenth of a second apart. */
const reads = (...shown: readonly Fields[]): SampleExchange[] =>
  shown.map((fields, index) => readOf('checkout', fields, 2_000 + 100 * index));

const codes = async <T>(
  of: (record: RunRecord) => readonly T[],
  rule: (item: T) => object | readonly object[] | undefined,
  ...tale: SampleExchange[]
) => of(await recordOfExchanges(...tale)).flatMap((item) => rule(item) ?? []);

test('LIF-04a, LIF-09 a creation starts in its one status, except for a repeated answer', async () => {
  const from = async (of: typeof checkoutsIn, status: string, ...tale: SampleExchange[]) => {
    const record = await recordOfExchanges(...tale);
    return of(record).flatMap((one) => startsIn(record, status)(one) ?? []);
  };
  expect(await from(checkoutsIn, 'NEW', created)).toEqual([]);
  expect(await from(requestsIn, 'WAITING_PAYMENT', creationOf('request'))).toEqual([]);
  const begun = creationOf('checkout', { status: 'REQUEST_CREATED' });
  expect(await from(checkoutsIn, 'NEW', begun)).toMatchObject([{ code: 'notAtCreation', seen: 'REQUEST_CREATED' }]);
  expect(await from(checkoutsIn, 'NEW', creationOf('checkout', { status: null }))).toHaveLength(1);
  expect(await from(checkoutsIn, 'NEW', created, { ...begun, atMs: 2_000 })).toEqual([]);
});

test('LIF-04b a NEW checkout with a request fails', async () => {
  expect(await codes(newCheckouts, hasNoRequest, created, ...reads({}, { request: undefined }))).toEqual([]);
  expect(await codes(newCheckouts, hasNoRequest, created, ...reads(linked()))).toMatchObject([{ code: 'differs' }]);
});

test('LIF-05a, LIF-10a a CONFLICT without a listed reason fails', async () => {
  const conflict = (reason: unknown) => reads({ status: 'CONFLICT', reason });
  for (const reason of ['UNDERPAID', 'WRONG_CURRENCY', 'OTHER'])
    expect(await codes(conflictsIn.checkout, hasListedReason('checkout'), ...conflict(reason))).toEqual([]);
  for (const reason of [null, '', 'LATE', 'underpaid'])
    expect(await codes(conflictsIn.checkout, hasListedReason('checkout'), ...conflict(reason))).toHaveLength(1);
  const ofRequest = (reason: string) => [readOf('request', { status: 'CONFLICT', reason }, 2_000)];
  for (const reason of ['UNDERPAID', 'OTHER'])
    expect(await codes(conflictsIn.request, hasListedReason('request'), ...ofRequest(reason))).toEqual([]);
  expect(await codes(conflictsIn.request, hasListedReason('request'), ...ofRequest('WRONG_CURRENCY'))).toHaveLength(1);
  const nested = (reason: unknown) => reads({ request: requestLike({ status: 'CONFLICT', reason }) });
  expect(await codes(conflictsIn.request, hasListedReason('request'), ...nested(null))).toEqual([]);
  expect(await codes(conflictsIn.request, hasListedReason('request'), ...nested('LATE'))).toHaveLength(1);
});

test('LIF-05b a reason in another state fails', async () => {
  expect(
    await codes(nonConflicting.checkout, hasNoReason, created, ...reads({ status: 'SUCCESS', reason: null })),
  ).toEqual([]);
  expect(
    await codes(nonConflicting.checkout, hasNoReason, ...reads({ status: 'SUCCESS', reason: 'OTHER' })),
  ).toHaveLength(1);
  expect(await codes(nonConflicting.checkout, hasNoReason, ...reads({ status: 'CONFLICT', reason: 'OTHER' }))).toEqual(
    [],
  );
});

test('LIF-05b a request has a reason in CONFLICT only', async () => {
  const seen = (fields: Fields) => codes(nonConflicting.request, hasNoReason, readOf('request', fields, 2_000));
  expect(await seen({ status: 'EXPIRED', reason: null })).toEqual([]);
  expect(await seen({ status: 'CONFLICT', reason: 'OTHER' })).toEqual([]);
  for (const status of ['WAITING_PAYMENT', 'SUCCESS', 'EXPIRED'])
    expect(await seen({ status, reason: 'UNDERPAID' }), status).toHaveLength(1);
});

test('LIF-06a a checkout has exactly one request while REQUEST_CREATED', async () => {
  const chosen = { status: 'REQUEST_CREATED', ...linked() };
  const judged = async (...tale: SampleExchange[]) => {
    const record = await recordOfExchanges(created, ...tale);
    return linkedCheckoutsIn(record).flatMap(hasOneRequest(record));
  };
  expect(await judged(...reads(chosen, { status: 'PAYMENT_DETECTED' }, { ...chosen, status: 'SUCCESS' }))).toEqual([]);
  const bare = { status: 'REQUEST_CREATED' };
  expect(await judged(...reads(bare, bare, chosen))).toEqual([]);
  expect(await judged(...reads(bare), readOf('checkout', bare, 20_000))).toMatchObject([
    { code: 'differs', exchanges: ['p0-3'] },
  ]);
  expect(await judged(...reads(chosen), readOf('checkout', bare, 20_000))).toMatchObject([{ code: 'differs' }]);
  expect(await judged(...reads(chosen, { ...chosen, ...linked('CAPD-2') }))).toMatchObject([
    { wanted: 'CAPD-1', seen: 'CAPD-2', exchanges: ['p0-2', 'p0-3'] },
  ]);
  expect(linkedCheckoutsIn(await recordOfExchanges(created, ...reads({ status: 'EXPIRED' })))).toEqual([]);
});

test('LIF-06b a paid checkout has a request', async () => {
  for (const status of ['PAYMENT_DETECTED', 'CONFLICT', 'SUCCESS']) {
    expect(await codes(paidCheckouts, hasRequest, ...reads({ status, ...linked() }))).toEqual([]);
    expect(await codes(paidCheckouts, hasRequest, ...reads({ status }))).toHaveLength(1);
  }
  expect(await codes(paidCheckouts, hasRequest, created, ...reads({ status: 'EXPIRED' }))).toEqual([]);
});

const moves = async (...statuses: readonly string[]) =>
  movesForward(await recordOfExchanges(created, ...reads(...statuses.map((status) => ({ status })))), {});

test('LIF-07 a checkout that moves forward and stays passes, even if reads missed states', async () => {
  const ways = [
    ['SUCCESS', 'SUCCESS'],
    ['REQUEST_CREATED', 'PAYMENT_DETECTED', 'CONFLICT', 'CONFLICT'],
    ['EXPIRED', 'EXPIRED'],
  ];
  for (const way of ways) expect(await moves(...way)).toMatchObject({ state: 'held' });
});

test('LIF-07 a checkout that moves back or leaves its end fails', async () => {
  const ways = [
    ['REQUEST_CREATED', 'NEW'],
    ['PAYMENT_DETECTED', 'REQUEST_CREATED'],
    ['EXPIRED', 'EXPIRED', 'SUCCESS'],
    ['SUCCESS', 'CONFLICT'],
  ];
  for (const way of ways) expect(await moves(...way)).toMatchObject({ faults: [{ code: 'backwards' }] });
});

test('LIF-07 a checkout without a read after its end decides nothing', async () => {
  expect(await moves('REQUEST_CREATED', 'SUCCESS')).toMatchObject({ outcome: 'unverified' });
  expect(await moves()).toMatchObject({ outcome: 'unverified' });
});

test('LIF-07 reads that overlap in time prove no order', async () => {
  const [first, second] = reads({ status: 'SUCCESS' }, { status: 'REQUEST_CREATED' }) as [
    SampleExchange,
    SampleExchange,
  ];
  const record = await recordOfExchanges(created, { ...first, tookMs: 500 }, second, ...reads());
  expect(movesForward(record, {})).toMatchObject({ outcome: 'unverified' });
});
