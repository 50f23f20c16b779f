import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../../tests/support/records/records.ts';
import { countsAs, oneOrder, secondUseFault, secondUses } from './clientOrderIds.ts';

const names = (nth: number) => ({ id: `PMT-${nth}`, orderId: `ORD-${nth}` });

const shown = (key: string, nth: number) => paymentLike({ clientOrderId: key, ...names(nth) });

const payin = (key: string, nth: number, parts: SampleExchange = {}): SampleExchange => ({
  operation: 'POST /v1/user/payments/payin',
  path: '/v1/user/payments/payin',
  key,
  answer: shown(key, nth),
  ...parts,
});

const refusal: SampleExchange = { status: 409, answer: {} };

const search = (key: string, atMs: number, ...found: number[]): SampleExchange => ({
  operation: 'GET /v2/user/payments/search',
  path: `/v2/user/payments/search?clientOrderId=${key}`,
  answer: { content: found.map((nth) => shown(key, nth)) },
  atMs,
});

/** An accepted control request that search finds, before everything else. */
const control = [payin('T', 9), search('T', 100, 9)];

const late = 5_000;

/** Judges two uses of K that follow the control request, with the searches for them. */
async function ruled(first: SampleExchange, second: SampleExchange, ...looks: readonly SampleExchange[]) {
  const tale = [...control, { atMs: 1_000, ...first }, { atMs: 1_100, ...second }, ...looks];
  const args = { uses: ['p0-3', 'p0-4'], control: 'p0-1' };
  return oneOrder(await recordOfExchanges(...tale), args);
}

const conforming: Readonly<Record<string, readonly [SampleExchange, SampleExchange, ...SampleExchange[]]>> = {
  'a second use that is refused': [payin('K', 1), payin('K', 1, refusal), search('K', late, 1)],
  'a second use that answers the first order': [payin('K', 1), payin('K', 1), search('K', late, 1)],
  'a second use that crashes': [payin('K', 1), payin('K', 1, { status: 500 }), search('K', late, 1)],
  'a first use that is refused': [payin('K', 1, refusal), payin('K', 1), search('K', late, 1)],
  'both of them refused': [payin('K', 1, refusal), payin('K', 1, refusal), search('K', late)],
  'one that we cut off, and a second that is refused': [
    payin('K', 1, { connection: 'cut', failure: 'reset' }),
    payin('K', 1, refusal),
    search('K', late, 1),
  ],
  'one order that two payments tell of': [
    payin('K', 1),
    payin('K', 1, refusal),
    { ...search('K', late), answer: { content: [shown('K', 1), { ...shown('K', 1), id: 'PMT-7' }] } },
  ],
};

for (const [name, tale] of Object.entries(conforming))
  test(`LIM-01a lets through ${name}`, async () => {
    expect(await ruled(...tale)).toMatchObject({ state: 'held' });
  });

const broken: Readonly<Record<string, readonly [SampleExchange, SampleExchange, ...SampleExchange[]]>> = {
  'a second use that answers another order': [payin('K', 1), payin('K', 2), search('K', late, 1)],
  'a refused second use that search shows': [payin('K', 1), payin('K', 1, refusal), search('K', late, 1, 2)],
  'a second use that answers the first order and makes another': [
    payin('K', 1),
    payin('K', 1),
    search('K', late, 2, 1),
  ],
  'one that we cut off, and another': [
    payin('K', 1, { connection: 'cut', failure: 'reset' }),
    payin('K', 2),
    search('K', late, 1, 2),
  ],
};

for (const [name, tale] of Object.entries(broken))
  test(`LIM-01a catches ${name}`, async () => {
    expect(await ruled(...tale)).toMatchObject({ state: 'broken', faults: [{ code: 'usedTwice' }] });
  });

const open: Readonly<Record<string, readonly [code: string, SampleExchange, SampleExchange, ...SampleExchange[]]>> = {
  'nobody looked late enough': ['noEvidence', payin('K', 1), payin('K', 1, refusal), search('K', 1_500, 1)],
  'search does not show the order': ['noEvidence', payin('K', 1), payin('K', 1, refusal), search('K', 20_000)],
  'the second use was throttled': ['throttled', payin('K', 1), payin('K', 1, { status: 429 }), search('K', late, 1)],
  'the second use got no answer': ['transport', payin('K', 1), payin('K', 1, { failure: 'reset' })],
};

for (const [name, [code, ...tale]] of Object.entries(open))
  test(`LIM-01a decides nothing if ${name}`, async () => {
    expect(await ruled(...tale)).toMatchObject({ state: 'undecided', faults: [{ code }] });
  });

test('LIM-01a decides nothing if the control request is refused', async () => {
  const record = await recordOfExchanges(payin('T', 9, refusal), payin('K', 1), payin('K', 1, refusal));
  const args = { uses: ['p0-2', 'p0-3'], control: 'p0-1' };
  expect(oneOrder(record, args)).toMatchObject({ state: 'undecided', faults: [{ code: 'controlFailed' }] });
});

const exchange = (key: string, nth: number, parts: SampleExchange = {}): SampleExchange => ({
  operation: 'POST /v1/user/exchange',
  key,
  answer: `ORD-${nth}`,
  ...parts,
});

test('a pay-in may be what search found by the id of an exchange order', async () => {
  const shared = [payin('S', 5), exchange('S', 6, { atMs: 50 }), search('S', 100, 5)];
  const uses = [exchange('K', 1, { atMs: 200 }), exchange('K', 1, { ...refusal, atMs: 300 })];
  const record = await recordOfExchanges(...shared, ...uses, search('K', late));
  expect(oneOrder(record, { uses: ['p0-4', 'p0-5'], control: 'p0-4' })).toMatchObject({ outcome: 'not applicable' });
});

test('exchange orders that search does not show are not judged by it', async () => {
  const judge = async (...tale: SampleExchange[]) =>
    oneOrder(await recordOfExchanges(...tale), { uses: ['p0-3', 'p0-4'], control: 'p0-3' });
  const uses = [exchange('K', 1, { atMs: 200 }), exchange('K', 1, { ...refusal, atMs: 300 })];
  expect(await judge(...control, ...uses, search('K', late))).toMatchObject({ outcome: 'not applicable' });
  expect(await judge(...control, ...uses, search('K', late, 1))).toMatchObject({ state: 'held' });
  const another = [exchange('K', 1, { atMs: 200 }), exchange('K', 2, { atMs: 300 })];
  expect(await judge(...control, ...another)).toMatchObject({ state: 'broken' });
});

/** Judges four simultaneous uses of K. */
async function raced(uses: readonly SampleExchange[], ...looks: readonly SampleExchange[]) {
  const args = { uses: uses.map((_, index) => `p0-${index + 3}`), control: 'p0-1', atOnce: true };
  const tale = uses.map((use, index) => ({ atMs: 1_000 + index, tookMs: 150, ...use }));
  return oneOrder(await recordOfExchanges(...control, ...tale, ...looks), args);
}

const accepted = payin('K', 1);
const conflict = payin('K', 1, refusal);
const throttled = payin('K', 1, { status: 429, answer: {} });
const found = search('K', 12_000, 1);

const races: Readonly<
  Record<string, readonly [state: string, uses: readonly SampleExchange[], ...looks: readonly SampleExchange[]]>
> = {
  'one is accepted': ['held', [accepted, conflict, conflict, conflict], found],
  'all are answered with one order': ['held', [accepted, accepted, accepted, accepted], found],
  'all are refused': ['held', [conflict, conflict, conflict, conflict], search('K', 12_000)],
  'two are throttled': ['held', [accepted, conflict, throttled, throttled], found],
  'all but one are throttled': ['undecided', [accepted, throttled, throttled, throttled], found],
  'none was under way with another': [
    'undecided',
    [0, 1_000].map((atMs) => ({ ...accepted, atMs, tookMs: 10 })),
    found,
  ],
  'one connection was closed': [
    'undecided',
    [accepted, ...[1, 2].map((nth) => payin('K', nth, { failure: 'reset', connection: 'pipelined' }))],
    found,
  ],
  'two make an order each': ['broken', [accepted, payin('K', 2), conflict, conflict], found],
  'one that was refused made an order, too': ['broken', [accepted, conflict], search('K', 12_000, 1, 2)],
  'the one that was accepted is not there': ['broken', [accepted, conflict], search('K', 12_000)],
  'the one that was accepted may still come': ['undecided', [accepted, conflict], search('K', 4_000)],
};

for (const [name, [state, uses, ...looks]] of Object.entries(races))
  test(`LIM-02 is ${state} where ${name}`, async () => {
    expect((await raced(uses, ...looks)).state).toBe(state);
  });

test('a second use differs from the first, another operation and simultaneous requests', async () => {
  const second = payin('K', 1, { ...refusal, atMs: 100 });
  const usesIn = async (...tale: SampleExchange[]) => secondUses(await recordOfExchanges(...tale)).map(({ id }) => id);
  expect(await usesIn(payin('K', 1), second)).toEqual(['p0-2']);
  expect(await usesIn(payin('K', 1), { ...second, purpose: 'defect' })).toEqual([]);
  expect(await usesIn(payin('K', 1, refusal), payin('K', 1, { atMs: 100 }))).toEqual([]);
  expect(await usesIn(payin('K', 1), payin('K', 1, { atMs: 5 }))).toEqual([]);
  expect(await usesIn(payin('K', 1), exchange('K', 2, { atMs: 100 }))).toEqual([]);
  expect(await usesIn(payin('K', 1), payin('K', 1, { atMs: 100, status: 429 }))).toEqual([]);
});

test('an accepted second use is reported, a refused one is not', async () => {
  const record = await recordOfExchanges(payin('K', 1), payin('K', 1, refusal));
  expect(secondUseFault(record.exchange('p0-1'))).toMatchObject({ code: 'notRefused' });
  expect(secondUseFault(record.exchange('p0-2'))).toBeUndefined();
});

test('the second answer shows what counts as the same clientOrderId', async () => {
  const learnedOf = async (...tale: SampleExchange[]) =>
    countsAs(await recordOfExchanges(...tale), { first: 'p0-1', second: 'p0-2', key: 'case' });
  const value = (text: string) => ({ state: 'learned', key: 'case', value: text });
  expect(await learnedOf(payin('k', 1), payin('K', 2))).toMatchObject(value('another id'));
  expect(await learnedOf(payin('k', 1), payin('K', 1))).toMatchObject(value('the same: answered with the first order'));
  expect(await learnedOf(payin('k', 1), exchange('k', 1))).toMatchObject(
    value('the same: answered with the first order'),
  );
  expect(await learnedOf(payin('k', 1), payin('K', 1, refusal))).toMatchObject(value('the same: refused (409)'));
  expect(await learnedOf(payin('k', 1, refusal), payin('K', 2))).toMatchObject(value('refused (409) at its first use'));
  expect(await learnedOf(payin('k', 1), payin('K', 1, { status: 429 }))).toMatchObject({ state: 'undecided' });
});
