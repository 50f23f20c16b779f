import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { type Selection, selectionsHold } from './selections.ts';

/** Builds a finished payment named by a letter; each letter is created one second after the one before. */
function payment(letter: string): Record<string, unknown> {
  const second = String(letter.charCodeAt(0) - 96).padStart(2, '0');
  return paymentLike({ id: letter, status: 'SUCCESS', createdAt: `2026-01-01T00:00:${second}.000Z` });
}

/** Builds an answer of search that shows payments by their letters. */
function answer(query: string, shown: string, { total = shown.length, size = 10 } = {}): SampleExchange {
  return {
    operation: 'GET /v2/user/payments/search',
    path: `/v2/user/payments/search?${query}`,
    answer: { content: [...shown].map(payment), size, totalElements: total },
  };
}

const whole = answer('sort=createdAt,asc&size=10', 'abcd');

/** Judges one search between two readings of the whole result, and returns the codes of its faults, or the state. */
async function judged(asked: SampleExchange, more: Partial<Selection> = {}): Promise<string | string[]> {
  const record = await recordOfExchanges({ ...whole, atMs: 0 }, { ...asked, atMs: 1000 }, { ...whole, atMs: 2000 });
  const exchange = record.exchanges[1]?.id ?? '';
  const found = selectionsHold(record, { asked: [{ exchange, ranges: [], index: 0, ...more }] });
  return found.state === 'broken' ? found.faults.map(({ code }) => code) : found.state;
}

test('SRC-11 pages that fit the whole result hold', async () => {
  expect(await judged(answer('sort=createdAt,asc&size=10', 'abcd'))).toBe('held');
  expect(await judged(answer('sort=createdAt,desc&size=2', 'ba', { total: 4, size: 2 }), { index: 1 })).toBe('held');
  expect(await judged(answer('sort=createdAt,asc&size=2', '', { total: 4, size: 2 }), { index: 7 })).toBe('held');
});

test('SRC-11 the last page may be shown for a page beyond the end', async () => {
  expect(await judged(answer('sort=createdAt,asc&size=3', 'd', { total: 4, size: 3 }), { index: 7 })).toBe('held');
  expect(await judged(answer('sort=createdAt,asc&size=3', 'd', { total: 4, size: 3 }), { index: 1 })).toBe('held');
  expect(await judged(answer('sort=createdAt,asc&size=3', 'cd', { total: 4, size: 3 }), { index: 1 })).toEqual([
    'page',
  ]);
});

test('SRC-11 a payment left out between two others is missed', async () => {
  expect(await judged(answer('sort=createdAt,asc&size=10', 'abd'))).toContain('missed');
});

test('SRC-11 a page that begins late or early is at the wrong place', async () => {
  const page = (shown: string) => answer('sort=createdAt,asc&size=2', shown, { total: 4, size: 2 });
  expect(await judged(page('cd'), { index: 0 })).toContain('page');
  expect(await judged(page('bc'), { index: 1 })).toEqual(['page']);
});

test('SRC-11 wrong order, a payment twice and a low total are reported', async () => {
  expect(await judged(answer('sort=createdAt,desc&size=10', 'dcab'))).toEqual(['unordered']);
  expect(await judged(answer('sort=createdAt,asc&size=10', 'abbcd', { total: 4 }))).toEqual(['doubled']);
  expect(await judged(answer('sort=createdAt,asc&size=10', 'abcd', { total: 3 }))).toEqual(['page']);
});

test('SRC-11 a total above the payments that may match is reported, on any page', async () => {
  const ofTwo = (total: number) => answer('sort=createdAt,asc&size=2&page=1', 'cd', { total, size: 2 });
  expect(await judged(ofTwo(4), { index: 1 })).toBe('held');
  expect(await judged(ofTwo(6), { index: 1 })).toEqual(['page']);
  const beyond = answer('sort=createdAt,asc&size=10&page=9', '', { total: 100 });
  expect(await judged(beyond, { index: 9, mayRefuse: true })).toEqual(['page']);
  const filtered = (total: number) => answer('status=FAILED&size=10', '', { total });
  expect(await judged(filtered(0))).toBe('held');
  expect(await judged(filtered(1))).toEqual(['page']);
});

test('SRC-11 a total is not limited while the account has payments that search did not show', async () => {
  const more = answer('sort=createdAt,asc&size=4', 'abcd', { total: 9, size: 4 });
  const asked = answer('sort=createdAt,asc&size=2&page=1', 'cd', { total: 9, size: 2 });
  const record = await recordOfExchanges({ ...more, atMs: 0 }, { ...asked, atMs: 1000 }, { ...more, atMs: 2000 });
  const exchange = record.exchanges[1]?.id ?? '';
  expect(selectionsHold(record, { asked: [{ exchange, ranges: [], index: 1 }] }).state).toBe('held');
});

test('SRC-11 no unusual page may be refused for its credential', async () => {
  const refused = { ...answer('size=1000', ''), status: 401 };
  expect(await judged(refused, { mayRefuse: true })).toEqual(['notAccepted']);
});

test('SRC-11 a refusal is a fault only if the interface promises the search', async () => {
  const refused = { ...answer('size=1000', ''), status: 400 };
  expect(await judged(refused)).toEqual(['notAccepted']);
  expect(await judged(refused, { mayRefuse: true })).toBe('held');
});

test('SRC-11 a payment that a range certainly leaves out is a stray', async () => {
  const bounds = { field: 'createdAt', low: '2026-01-01T00:00:00Z', high: '2026-01-01T00:00:02.500Z' } as const;
  expect(await judged(answer('sort=createdAt,asc&size=10', 'ab'), { ranges: [bounds] })).toBe('held');
  expect(await judged(answer('sort=createdAt,asc&size=10', 'abd'), { ranges: [bounds] })).toContain('stray');
});

/** Judges ranges of amounts of a payment of 3 and a pay-out of -5, each by the payments that its search showed. */
async function judgedByAmount(asked: readonly [low: string, high: string, shown: string][]) {
  const amounts: Record<string, number> = { a: 3, b: -5 };
  const page = (query: string, shown: string): SampleExchange => ({
    operation: 'GET /v2/user/payments/search',
    path: `/v2/user/payments/search?${query}`,
    answer: {
      content: [...shown].map((letter) => ({ ...payment(letter), amount: amounts[letter] })),
      size: 10,
      totalElements: shown.length,
    },
  });
  const query = 'sort=createdAt,asc&size=10';
  const record = await recordOfExchanges(
    { ...page(query, 'ab'), atMs: 0 },
    ...asked.map(([low, high, shown], at) => ({
      ...page(`${query}&amount=${low}&amount=${high}`, shown),
      atMs: 1000 + at,
    })),
    { ...page(query, 'ab'), atMs: 2000 },
  );
  const found = selectionsHold(record, {
    asked: asked.map(([low, high], at) => ({
      exchange: record.exchanges[1 + at]?.id ?? '',
      ranges: [{ field: 'amount', low, high }],
      index: 0,
    })),
  });
  return found.state === 'broken' ? found.faults.map(({ code }) => code) : found.state;
}

test('SRC-11 a pay-out is ranged by its amount with or without its sign, but not by both or by neither', async () => {
  expect(await judgedByAmount([['-6', '-4', 'b'], ['2', '6', 'a']])).toBe('held'); // biome-ignore format: a table
  expect(await judgedByAmount([['-6', '-4', ''], ['2', '6', 'ab']])).toBe('held'); // biome-ignore format: a table
  expect(await judgedByAmount([['-6', '-4', 'b'], ['2', '6', 'ab'], ['4', '6', 'b']])).toContain('stray'); // biome-ignore format: a table
  expect(await judgedByAmount([['-6', '-4', ''], ['2', '6', 'a']])).toContain('missed'); // biome-ignore format: a table
});

test('SRC-11 a comparison with some of the payments says with how many', async () => {
  const page = { ...whole, answer: { ...(whole.answer as object), totalElements: 900 } };
  const asked = answer('sort=createdAt,asc&size=10', 'abcd', { total: 900 });
  const record = await recordOfExchanges({ ...page, atMs: 0 }, { ...asked, atMs: 1000 }, { ...page, atMs: 2000 });
  const exchange = record.exchanges[1]?.id ?? '';
  expect(selectionsHold(record, { asked: [{ exchange, ranges: [], index: 0 }] })).toMatchObject({
    state: 'held',
    looked: { of: 900, at: 4 },
  });
});
