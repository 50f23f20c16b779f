import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import {
  absenceWaitNs,
  effectFault,
  isReused,
  lastUsesOfReusedIds,
  noEffects,
  refusedCreations,
} from './creationEffect.ts';

const searchPath = 'GET /v2/user/payments/search';
const idOf = (key: string, nth = 1) => `PMT-00000000-0000-4000-8000-0000000000${key.slice(-1)}${nth}`;
const shown = (key: string, nth = 1) => paymentLike({ clientOrderId: key, id: idOf(key, nth) });

const payin = (key: string, atMs: number, parts: SampleExchange = {}): SampleExchange => ({
  operation: 'POST /v1/user/payments/payin',
  path: '/v1/user/payments/payin',
  key,
  answer: shown(key),
  atMs,
  ...parts,
});
const refusal = (key: string, atMs: number): SampleExchange => payin(key, atMs, { status: 422, answer: {} });
const search = (key: string, atMs: number, content: unknown[]): SampleExchange => ({
  operation: searchPath,
  path: `/v2/user/payments/search?clientOrderId=${key}&size=10`,
  answer: { content },
  atMs,
});
const list = (atMs: number, payments: unknown[]): SampleExchange => ({
  operation: 'GET /v1/user/payments',
  path: '/v1/user/payments',
  answer: payments,
  atMs,
});

const found = [payin('K-1', 0), search('K-1', 100, [shown('K-1')])];

async function effectIn(...tale: readonly SampleExchange[]): Promise<string | undefined> {
  const record = await recordOfExchanges(...tale);
  const [refused] = refusedCreations(record);
  if (!refused) throw new Error('the tale has no refusal');
  return effectFault(record, refused)?.code;
}

const late = 2_300;

test('a refusal had no effect if a search late enough does not find it', async () => {
  expect(await effectIn(...found, refusal('K-2', 200), search('K-2', late, []))).toBeUndefined();
});

const undecided: Readonly<Record<string, readonly SampleExchange[]>> = {
  'nobody looked': [...found, refusal('K-2', 200)],
  'the look came too soon': [...found, refusal('K-2', 200), search('K-2', 1_900, [])],
  'the look was refused': [...found, refusal('K-2', 200), { ...search('K-2', late, []), status: 500 }],
  'the look was for another order': [...found, refusal('K-2', 200), search('K-1', late, [])],
  'only a list was read, which may be short': [...found, refusal('K-2', 200), list(late, [])],
  'search never found anything': [
    payin('K-1', 0),
    search('K-1', 100, []),
    refusal('K-2', 200),
    search('K-2', late, []),
  ],
  'nothing was accepted that search could have found': [refusal('K-2', 200), search('K-2', late, [])],
  'search is three seconds behind': [
    payin('K-1', 0),
    search('K-1', 100, []),
    search('K-1', 3_100, [shown('K-1')]),
    refusal('K-2', 3_200),
    search('K-2', 6_000, []),
  ],
};

for (const [name, tale] of Object.entries(undecided)) {
  test(`absence is not concluded when ${name}`, async () => {
    expect(await effectIn(...tale)).toBe('noEvidence');
  });
}

for (const [where, look] of [
  ['a search for it', search('K-2', 300, [shown('K-2')])],
  ['a search that came too soon for absence', search('K-2', 250, [shown('K-2')])],
  ['a list', list(300, [shown('K-1'), shown('K-2')])],
] as const) {
  test(`a refusal that ${where} shows had an effect, even if later reads do not`, async () => {
    expect(await effectIn(...found, refusal('K-2', 200), look, search('K-2', late, []))).toBe('happened');
  });
}

test('a refused repetition of an accepted order had no effect if one payment remains', async () => {
  const tale = [...found, refusal('K-1', 200)];
  expect(await effectIn(...tale, search('K-1', late, [shown('K-1')]))).toBeUndefined();
  expect(await effectIn(...tale, search('K-1', 1_000, [shown('K-1')]))).toBe('noEvidence');
  expect(await effectIn(...tale, search('K-1', late, [shown('K-1'), shown('K-1', 2)]))).toBe('happened');
});

test('a refusal after an unanswered request had no effect if there is one payment', async () => {
  for (const parts of [{ failure: 'reset', connection: 'cut' }, { status: 500 }] as const) {
    const tale = [...found, payin('K-2', 100, parts), refusal('K-2', 200)];
    expect(await effectIn(...tale, search('K-2', late, [shown('K-2')]))).toBeUndefined();
    expect(await effectIn(...tale, search('K-2', late, [shown('K-2'), shown('K-2', 2)]))).toBe('happened');
  }
  const throttled = payin('K-2', 100, { status: 429 });
  expect(await effectIn(...found, throttled, refusal('K-2', 200), search('K-2', late, [shown('K-2')]))).toBe(
    'happened',
  );
});

test('a refusal had no effect if search refuses the id as well', async () => {
  const refused = { ...search('K-2', late, []), status: 400 };
  expect(await effectIn(...found, refusal('K-2', 200), refused)).toBeUndefined();
  expect(await effectIn(...found, refusal('K-2', 200), list(300, [shown('K-2')]), refused)).toBe('happened');
});

test('reused ids of payments and of exchange orders are known', async () => {
  const order: SampleExchange = { operation: 'POST /v1/user/exchange', key: 'K-3', answer: 'ORD-1', atMs: 900 };
  const other: SampleExchange = {
    ...order,
    operation: 'POST /v1/user/crypto-acquiring/{projectId}/requests',
    key: 'K-4',
  };
  const record = await recordOfExchanges(...found, refusal('K-1', 200), order, order, other, other, payin('K-5', 300));
  expect(lastUsesOfReusedIds(record).map(({ id }) => id)).toEqual(['p0-3', 'p0-5']);
  expect(record.exchanges.filter((one) => isReused(record, one)).map(({ id }) => id)).toEqual([
    'p0-1',
    'p0-3',
    'p0-4',
    'p0-5',
    'p0-6',
    'p0-7',
  ]);
});

test('a repetition after a 5xx without effect belongs to the same creation', async () => {
  const failed = payin('K-2', 100, { status: 502 });
  const again = payin('K-2', 200, { repeats: 'p0-3' });
  const record = await recordOfExchanges(...found, failed, again, failed);
  expect(isReused(await recordOfExchanges(...found, failed, again), record.exchange('p0-4'))).toBe(false);
  expect(isReused(record, record.exchange('p0-4'))).toBe(true);
});

test("other users' payments are not effects of ours", async () => {
  const foreign = paymentLike({ clientOrderId: null, id: idOf('K-9') });
  expect(await effectIn(...found, refusal('K-2', 200), list(300, [foreign]), search('K-2', late, []))).toBeUndefined();
});

const seconds = (ns: bigint) => Number(ns) / 1e9;

const patiences: Readonly<Record<string, readonly [tale: readonly SampleExchange[], seconds: number]>> = {
  'two seconds when nothing was ever late': [found, 2],
  'two seconds when the first look came late but missed nothing': [
    [payin('K-1', 0), search('K-1', 9_000, [shown('K-1')])],
    2,
  ],
  'three times the time that search took': [
    [payin('K-1', 0), search('K-1', 100, []), search('K-1', 1_000, [shown('K-1')])],
    3,
  ],
  'three times the time that the list took, though search was at once': [
    [...found, list(500, []), list(3_000, [shown('K-1')])],
    9,
  ],
  'that of the slowest of several': [
    [
      payin('K-1', 0),
      search('K-1', 100, []),
      search('K-1', 1_000, [shown('K-1')]),
      payin('K-2', 2_000),
      search('K-2', 2_100, []),
      search('K-2', 6_000, [shown('K-2')]),
    ],
    12,
  ],
  'three times what the target was given to show a record, where nobody looked for longer': [
    [payin('K-1', 0), search('K-1', 100, []), search('K-1', 60_000, [shown('K-1')])],
    30,
  ],
  'three times the last look that missed it, where that was later': [
    [payin('K-1', 0), search('K-1', 39_990, []), search('K-1', 60_000, [shown('K-1')])],
    120,
  ],
  'not longer for a look at another order': [
    [payin('K-1', 0), search('K-9', 100, []), search('K-1', 5_000, [shown('K-1')])],
    2,
  ],
  'not longer for a look that began before the answer': [
    [payin('K-1', 0, { tookMs: 500 }), search('K-1', 400, []), search('K-1', 5_000, [shown('K-1')])],
    2,
  ],
};

for (const [name, [tale, wanted]] of Object.entries(patiences)) {
  test(`patience is ${name}`, async () => {
    expect(seconds(absenceWaitNs(await recordOfExchanges(...tale)))).toBeCloseTo(wanted, 1);
  });
}

const exchange = (key: string, parts: SampleExchange = {}): SampleExchange => ({
  operation: 'POST /v1/user/exchange',
  path: '/v1/user/exchange',
  key,
  atMs: 200,
  ...parts,
});
const refusedExchange = exchange('K-3', { status: 400, answer: {} });

test('only refused payments and exchange orders are looked up', async () => {
  const other: SampleExchange = {
    operation: 'POST /v1/user/crypto-acquiring/{projectId}/requests',
    key: 'K-5',
    status: 400,
  };
  const tale = [...found, refusal('K-2', 200), refusedExchange, other, payin('K-4', 300, { status: 500 })];
  expect(refusedCreations(await recordOfExchanges(...tale)).map(({ id }) => id)).toEqual(['p0-3', 'p0-4']);
});

test('search decides on a refused exchange order if it shows exchange orders', async () => {
  const traded = [exchange('K-1', { answer: 'ORD-1' }), search('K-1', 300, [shown('K-1')])];
  const seen = search('K-3', late, [shown('K-3')]);
  expect(await effectIn(...traded, refusedExchange, seen)).toBe('happened');
  expect(await effectIn(...traded, refusedExchange, search('K-3', late, []))).toBeUndefined();
  expect(await effectIn(...traded, refusedExchange)).toBe('noEvidence');
  expect(await effectIn(...found, refusedExchange)).toBeUndefined();
  // An order may be shown as several payments, one for each of its assets.
  const both = search('K-3', late, [shown('K-3'), shown('K-3', 2)]);
  expect(await effectIn(...traded, exchange('K-3', { answer: 'ORD-3' }), refusedExchange, both)).toBeUndefined();
});

test('payments of an exchange order are not the effect of a payment that was refused for its clientOrderId', async () => {
  const exchanged = exchange('K-3', { answer: 'ORD-3' });
  const leg = (nth: number, orderId: string | undefined) => ({ ...shown('K-3', nth), orderId });
  const seen = (...content: unknown[]) =>
    effectIn(...found, exchanged, refusal('K-3', 200), search('K-3', late, content));
  expect(await seen(leg(1, 'ORD-3'), leg(2, 'ORD-3'))).toBeUndefined();
  expect(await seen(leg(1, 'ORD-3'), leg(2, undefined))).toBeUndefined();
  expect(await seen(leg(1, 'ORD-3'), leg(2, 'ORD-4'))).toBe('happened');
});

test('an assertion of no effects needs a refusal and is judged after the final reads', async () => {
  expect(noEffects(await recordOfExchanges(...found, refusedExchange)).state).toBe('undecided');
  expect(noEffects(await recordOfExchanges(...found))).toMatchObject({ state: 'undecided', outcome: 'unverified' });
  const broken = await recordOfExchanges(...found, refusal('K-2', 200), search('K-2', 300, [shown('K-2')]));
  expect(noEffects(broken)).toMatchObject({ state: 'broken', faults: [{ code: 'happened' }] });
  broken.live = true;
  expect(noEffects(broken).state).toBe('held');
  const conforming = await recordOfExchanges(...found, refusal('K-2', 200), search('K-2', late, []));
  expect(noEffects(conforming)).toEqual({ state: 'held', exchanges: ['p0-3'] });
});
