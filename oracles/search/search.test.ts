import { expect, test } from '@playwright/test';
import { recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { letters, page, payment, search } from '../../tests/support/records/searchRecords.ts';
import { filtersHold, foundByMethod } from './filters.ts';
import { visitsEachOnce } from './paging.ts';
import { rangeEncoding, rangesHold } from './ranges.ts';
import { answersSafely, firstPage, largestPage, listIs } from './searchBehaviour.ts';
import { isSorted, sortsBy } from './sorting.ts';

const newest = (text: string) => page({ query: 'sort=createdAt,desc&size=10', content: letters(text) });
const codesOf = (ruled: ReturnType<typeof visitsEachOnce>) =>
  ruled.state === 'broken' || ruled.state === 'undecided'
    ? [...new Set(ruled.faults.map(({ code }) => code))]
    : ruled.state;

test.describe('SRC-03 walks', () => {
  const walked = (number: number, text: string, total = 3) =>
    page({ query: `sort=createdAt,asc&size=2&page=${number}`, content: letters(text), total, size: 2, number });
  const round = { before: 'p0-1', walks: [['p0-2', 'p0-3']], after: 'p0-4' };
  const rule = async (...tale: SampleExchange[]) =>
    codesOf(visitsEachOnce(await recordOfExchanges(...tale), { rounds: [round] }));

  test('each payment exactly once passes', async () => {
    expect(await rule(newest('cba'), walked(0, 'ab'), walked(1, 'c'), newest('cba'))).toBe('held');
  });

  test('a repeated payment, a missing one and a wrong total are faults', async () => {
    expect(await rule(newest('cba'), walked(0, 'ab'), walked(1, 'b'), newest('cba'))).toEqual(['missed', 'doubled']);
    expect(await rule(newest('cba'), walked(0, 'ab'), walked(1, ''), newest('cba'))).toContain('missed');
    expect(await rule(newest('cba'), walked(0, 'ab', 9), walked(1, 'c', 9), newest('cba'))).toEqual(['page']);
  });

  test('a payment that arrives during the walk is no fault, even if repeated or missing', async () => {
    expect(await rule(newest('cba'), walked(0, 'ab'), walked(1, 'b'), newest('dcba'))).toEqual(['missed']);
    expect(await rule(newest('ba'), walked(0, 'ab'), walked(1, 'b', 4), newest('cba'))).toBe('held');
  });

  test('one payment proves nothing', async () => {
    expect(await rule(newest('a'), walked(0, 'a'), walked(1, ''), newest('a'))).toEqual(['noEvidence']);
  });
});

test.describe('SRC-04 filters', () => {
  const frame = { before: 'p0-1', after: 'p0-3', filtered: ['p0-2'] };
  const mixed = [payment('b', { currency: 'USD' }), payment('a')];
  const all = page({ query: 'size=10', content: mixed });
  const asked = (query: string, content: readonly Record<string, unknown>[], more = {}) =>
    page({ query, content, ...more });
  const rule = async (answer: SampleExchange, before = all, after = all) =>
    codesOf(filtersHold(await recordOfExchanges(before, answer, after), frame));

  test('exactly the matching payments pass, also for a value that nothing has', async () => {
    expect(await rule(asked('currency=EUR', letters('a')))).toBe('held');
    expect(await rule(asked('currency=BTC', []))).toBe('held');
    expect(await rule({ operation: search, path: '/v2/user/payments/search?currency=BTC', status: 400 })).toBe('held');
  });

  test('a stray payment, a missing one and a refusal of an existing value are faults', async () => {
    expect(await rule(asked('currency=EUR', mixed))).toEqual(['stray']);
    expect(await rule(asked('currency=EUR', []))).toEqual(['missed']);
    expect(await rule({ operation: search, path: '/v2/user/payments/search?currency=EUR', status: 400 })).toEqual([
      'notAccepted',
    ]);
  });

  test('another view supplies a field that one view leaves out', async () => {
    const bare = { ...payment('a'), transactionType: null };
    expect(await rule(asked('transactionType=CREDIT', [bare, payment('b')]))).toBe('held');
    expect(await rule(asked('transactionType=DEBIT', [bare]))).toEqual(['stray']);
  });

  test('a payment that moved, arrived or is beyond a full page need not be found', async () => {
    const moved = page({
      query: 'size=10',
      content: [payment('b', { currency: 'USD' }), payment('a', { status: 'SUCCESS' })],
    });
    expect(await rule(asked('status=NEW', [payment('b', { currency: 'USD' })]), all, moved)).toBe('held');
    const two = page({ query: 'size=10', content: letters('da') });
    expect(await rule(asked('currency=EUR', letters('d'), { size: 1 }), two, two)).toBe('held');
    expect(await rule(asked('currency=EUR', letters('a'), { size: 1 }), two, two)).toEqual(['missed']);
  });

  test('methodId finds ours and none of another currency; a host-to-host pay-in may show another', async () => {
    const made: SampleExchange = { operation: 'POST /v1/user/payments/payin', key: 'K-a', answer: payment('a') };
    const method = { orderType: 'PAYIN', currency: 'EUR', method: 'CC_VISAMC' };
    const by = async (...contents: readonly Record<string, unknown>[][]) => {
      const record = await recordOfExchanges(made, ...contents.map((content) => asked('methodId=M', content)));
      const searches = contents.map((_, index) => `p0-${index + 2}`);
      return codesOf(foundByMethod(record, { created: 'p0-1', searches, method }));
    };
    expect(await by(letters('a'))).toBe('held');
    expect(await by([payment('a'), payment('b', { currency: 'USD', h2H: true })])).toBe('held');
    expect(await by(letters('b'), letters('a'))).toBe('held');
    expect(await by([])).toEqual(['noEvidence']);
    const seen = await recordOfExchanges(made, newest('a'), { ...asked('methodId=M', []), atMs: 5_000 });
    expect(codesOf(foundByMethod(seen, { created: 'p0-1', searches: ['p0-3'], method }))).toEqual(['notFound']);
    expect(await by(mixed)).toEqual(['stray']);
    const chains = asked(
      'methodId=M',
      ['TRON', 'ETHEREUM'].map((blockchain, at) => payment('ab'.charAt(at), { blockchain })),
    );
    const onTron = { created: 'p0-1', searches: ['p0-2'], method: { ...method, blockchain: 'TRON' } };
    expect(codesOf(foundByMethod(await recordOfExchanges(made, chains), onTron))).toEqual(['stray']);
  });
});

test('SRC-04 searches by filters at the end of the run are compared as well', async () => {
  const all = page({ query: 'size=10', content: [payment('b', { currency: 'USD' }), payment('a')] });
  const one = page({ query: 'currency=EUR', content: letters('a') });
  const frame = { before: 'p0-1', after: 'p0-3', filtered: ['p0-2'] };
  const late = (query: string, content: readonly Record<string, unknown>[]) => ({
    ...page({ query, content }),
    purpose: 'sweep' as const,
  });
  const ended = [payment('b', { status: 'EXPIRED' }), payment('a', { status: 'SUCCESS' })];
  const end = (found: readonly Record<string, unknown>[]) => [
    late('size=10', ended),
    late('size=10&status=EXPIRED', found),
    late('size=10', ended),
  ];
  const judged = async (found: readonly Record<string, unknown>[]) =>
    codesOf(filtersHold(await recordOfExchanges(all, one, all, ...end(found)), frame));
  expect(await judged(ended.slice(0, 1))).toBe('held');
  expect(await judged([])).toEqual(['missed']);
  expect(await judged(ended)).toEqual(['stray']);
});

test.describe('SRC-05 ranges', () => {
  const amounts = [payment('c', { amount: 30 }), payment('b', { amount: 20 }), payment('a', { amount: 10 })];
  const all = page({ query: 'size=10', content: amounts });
  const ranged = [
    { exchange: 'p0-2', field: 'amount' as const, low: '5', high: '15' },
    { exchange: 'p0-3', field: 'amount' as const, low: '15', high: '60' },
  ];
  const tries = [{ before: 'p0-1', after: 'p0-4', encoding: 'twice', ranged }];
  const recordOfRanges = (low: readonly Record<string, unknown>[], high: readonly Record<string, unknown>[]) =>
    recordOfExchanges(all, page({ query: 'amount=1', content: low }), page({ query: 'amount=2', content: high }), all);
  const by = async (...halves: Parameters<typeof recordOfRanges>) =>
    codesOf(rangesHold(await recordOfRanges(...halves), { key: 'amount', tries }));

  test('values within the range pass, one ignored bound is a fault, two prove nothing', async () => {
    expect(await by(amounts.slice(2), amounts.slice(0, 2))).toBe('held');
    expect(await by(amounts, amounts.slice(0, 2))).toEqual(['stray']);
    expect(await by(amounts, amounts)).toEqual(['noEvidence']);
    expect(await by([], [])).toEqual(['noEvidence']);
  });

  test('an encoding that the run saw understood is understood in each try, by whichever requirement', async () => {
    const sound = [
      page({ query: 'amount=1', content: amounts.slice(2) }),
      page({ query: 'amount=2', content: amounts.slice(0, 2) }),
    ];
    const lost = [page({ query: 'amount=1', content: [] }), page({ query: 'amount=2', content: [] })];
    const earlier = (encoding: string) => ({
      ...tries[0],
      encoding,
      ranged: ranged.map((one, at) => ({ ...one, exchange: `p0-${at + 5}` })),
    });
    const judged = async (encoding: string, own: readonly SampleExchange[], others: readonly SampleExchange[]) => {
      const record = await recordOfExchanges(all, ...own, all, ...others);
      const args = { key: 'amount', tries: [earlier(encoding)] };
      record.add({ kind: 'claim', requirement: 'SRC-06', oracle: 'rangeEncoding', args });
      return codesOf(rangesHold(record, { key: 'amount', tries }));
    };
    expect(await judged('twice', sound, sound)).toBe('held');
    expect(await judged('twice', sound, lost)).toEqual(['missed']);
    expect(await judged('twice', lost, sound)).toEqual(['missed']);
    expect(await judged('comma', sound, lost)).toBe('held');
  });

  test('amounts of pay-outs without a shown sign are not judged', async () => {
    const out = payment('d', { amount: -12, orderType: 'PAYOUT' });
    expect(await by([out, ...amounts.slice(2)], amounts.slice(0, 2))).toBe('held');
  });

  test('SRC-06 learns the encoding that the target understands', async () => {
    const record = await recordOfRanges(amounts.slice(2), amounts.slice(0, 2));
    expect(rangeEncoding(record, { key: 'amount', tries })).toMatchObject({ key: 'a range of amount', value: 'twice' });
  });
});

test.describe('SRC-06 and SRC-10, observations', () => {
  const single = (query: string, text: string) => page({ query, content: letters(text), total: 2, size: 1 });
  const ids = { none: 'p0-1', zero: 'p0-2', one: 'p0-3' };

  test('the number of the first page is learned', async () => {
    const fromZero = await recordOfExchanges(single('', 'a'), single('page=0', 'a'), single('page=1', 'b'));
    const fromOne = await recordOfExchanges(single('', 'a'), { operation: search, status: 400 }, single('page=1', 'a'));
    const clamped = await recordOfExchanges(single('', 'a'), single('page=0', 'a'), single('page=1', 'a'));
    const empty = await recordOfExchanges(single('', ''), single('page=0', ''), single('page=1', ''));
    expect(firstPage(fromZero, ids)).toMatchObject({ value: '0' });
    expect(firstPage(fromOne, ids)).toMatchObject({ value: '1' });
    expect(firstPage(clamped, ids)).toMatchObject({ value: '1' });
    expect(firstPage(empty, ids)).toMatchObject({ state: 'undecided' });
  });

  test('the largest page size is learned', async () => {
    const path = (size: number) => `/v2/user/payments/search?size=${size}`;
    const refused = await recordOfExchanges(
      { operation: search, path: path(200), status: 400 },
      page({ query: 'size=100', content: [], size: 100 }),
    );
    const cut = await recordOfExchanges(page({ query: 'size=200', content: [], size: 20 }));
    expect(largestPage(refused, { tried: ['p0-1', 'p0-2'] })).toMatchObject({ value: '100, 200 is refused' });
    expect(largestPage(cut, { tried: ['p0-1'] })).toMatchObject({ value: '20, more is cut to it' });
  });

  test('the presence of the newest payments in the list is learned', async () => {
    const list = (text: string): SampleExchange => ({ operation: 'GET /v1/user/payments', answer: letters(text) });
    const by = async (text: string, length: number) => {
      const record = await recordOfExchanges(newest('cba'), list(text), newest('cba'));
      return listIs(record, { before: 'p0-1', list: 'p0-2', after: 'p0-3', length });
    };
    expect(await by('abc', 2)).toMatchObject({ key: 'the newest 2', value: 'all are listed' });
    expect(await by('c', 1)).toMatchObject({ key: 'the newest 1', value: 'all are listed' });
    expect(await by('c', 2)).toMatchObject({ key: 'the newest 2', value: 'not all are listed' });
    expect(await by('ca', 1)).toMatchObject({ value: 'some are left out' });
  });
});

test.describe('SRC-07 order', () => {
  const walk = (...texts: string[]) =>
    texts.map((text) => page({ query: 'sort=createdAt,asc', content: letters(text) }));
  const rising = async (...texts: string[]) => {
    const pages = texts.map((_, index) => `p0-${index + 1}`);
    return codesOf(isSorted(await recordOfExchanges(...walk(...texts)), { walks: [{ pages, descending: false }] }));
  };

  test('rising across pages passes, even if a new payment repeats some on the next page', async () => {
    expect(await rising('ab', 'cd')).toBe('held');
    expect(await rising('abc', 'bcd')).toBe('held');
    expect(await rising('ab', 'dc')).toEqual(['unordered']);
    expect(await rising('cd', 'ab')).toEqual(['unordered']);
  });

  test('payments of one moment show no order', async () => {
    expect(await rising('a', 'a')).toEqual(['noEvidence']);
  });

  test('a field sorts if equal values are adjacent and the reverse order mirrors it', async () => {
    const by = async (up: string[], down: string[]) => {
      const content = (values: string[]) => values.map((status, index) => payment('abcd'[index] ?? 'e', { status }));
      const record = await recordOfExchanges(
        page({ query: 'a', content: content(up) }),
        page({ query: 'b', content: content(down) }),
      );
      return sortsBy(record, { asc: 'p0-1', desc: 'p0-2', key: 'status' });
    };
    expect(await by(['NEW', 'NEW', 'FAILED'], ['FAILED', 'NEW', 'NEW'])).toMatchObject({ value: 'sorts' });
    expect(await by(['NEW', 'FAILED', 'NEW'], ['NEW', 'FAILED', 'NEW'])).toMatchObject({ value: 'ignored' });
  });
});

test('SRC-08 a refusal and a default are both safe, a repeated crash is not', async () => {
  const crash = { operation: search, status: 500, purpose: 'defect' } as const;
  const tale: SampleExchange[] = [{ ...crash, atMs: 0 }, { atMs: 20 }, { ...crash, repeats: 'p0-1', atMs: 40 }];
  expect(codesOf(answersSafely(await recordOfExchanges(...tale), { exchange: 'p0-1' }))).toEqual(['crashed']);
  expect(
    codesOf(answersSafely(await recordOfExchanges({ operation: search, status: 400 }), { exchange: 'p0-1' })),
  ).toBe('held');
  expect(codesOf(answersSafely(await recordOfExchanges(newest('a')), { exchange: 'p0-1' }))).toBe('held');
});
