import { expect, test } from '@playwright/test';
import type { ClientLine, RequestLine } from '../../record/clientLines.ts';
import { ClientRecord } from '../../record/clientRecord.ts';
import { operationOf } from '../../server/operationTable.ts';
import { recordChecks } from './recordChecks.ts';

let count = 0;

/** A valid request of recorded tests, at a time in ms. */
function sent(atMs: number, more: Partial<RequestLine> = {}): RequestLine {
  count += 1;
  const { method = 'GET', path = '/v1/user/payments' } = more;
  const operation = operationOf(method, path)?.id;
  return {
    kind: 'request',
    id: `r${count}`,
    scenario: 'the tests of the SDK',
    listener: 'service',
    method,
    path,
    ...(operation !== undefined && { operation }),
    headers: [['X-Token-API-Id', '<40 characters>']],
    body: { bytes: 0, sha256: '' },
    facts: { schemes: ['simple'], isTokenRight: true, isSecretRight: true, salts: [], secretIn: [] },
    atMs,
    answeredMs: atMs + 1,
    answer: { status: 200, bytes: 0 },
    ...more,
  };
}

/** A pay-in under an id; the amount tells tests apart. */
function payin(
  atMs: number,
  clientOrderId: string,
  more: Partial<RequestLine> & { amount?: number } = {},
): RequestLine {
  const { amount = 10, ...rest } = more;
  const text = JSON.stringify({ amount, clientOrderId });
  return sent(atMs, {
    method: 'POST',
    path: '/v1/user/payments/payin',
    body: { text, bytes: text.length, sha256: text },
    ...rest,
  });
}

const refused = (untilMs?: number): Partial<RequestLine> => ({
  answer: { status: 429, bytes: 0, ...(untilMs !== undefined && { retryAtMs: untilMs }) },
});
const failed: Partial<RequestLine> = { answer: { status: 503, bytes: 0 } };

/** The outcome of one check: held, broken, learned, or what it is undecided as. */
function outcomeOf(name: string, lines: readonly ClientLine[]): string {
  const check = recordChecks.find((one) => one.name === name);
  const result = check?.judge(new ClientRecord(lines));
  return result?.state === 'undecided' ? result.outcome : (result?.state ?? 'no such check');
}

test.describe('repeats of POSTs', () => {
  const other = (atMs: number, amount: number) => [
    payin(atMs, `a${atMs}`, { ...failed, amount }),
    payin(atMs + 5, `b${atMs}`, { amount }),
  ];

  test('the same id is kept, or nothing is repeated', () => {
    expect(outcomeOf('repeated POSTs', [payin(1, 'a', failed), payin(5, 'a')])).toBe('held');
    expect(outcomeOf('repeated POSTs', [payin(1, 'a', failed), payin(5, 'b', { amount: 11 })])).toBe('held');
  });

  test('two repeats under another id are a fault; one may be another test', () => {
    expect(outcomeOf('repeated POSTs', [...other(1, 10), ...other(20, 11)])).toBe('broken');
    expect(outcomeOf('repeated POSTs', other(1, 10))).toBe('inconclusive');
  });

  test('tests that send the same after a success decide nothing, nor do failures without a repeat', () => {
    const twice = [payin(50, 'x', { amount: 12 }), payin(60, 'y', { amount: 12 })];
    expect(outcomeOf('repeated POSTs', [...other(1, 10), ...other(20, 11), ...twice])).toBe('inconclusive');
    const alone = payin(70, 'z', { ...failed, amount: 13 });
    expect(outcomeOf('repeated POSTs', [...other(1, 10), ...other(20, 11), alone])).toBe('inconclusive');
  });

  test('without a failed POST nothing is known', () => {
    expect(outcomeOf('repeated POSTs', [payin(1, 'a'), payin(5, 'b')])).toBe('unverified');
  });
});

test.describe('pace after 429', () => {
  const name = 'pace after a rate refusal';

  test('a repeat of a POST waits for as long as Retry-After says', () => {
    expect(outcomeOf(name, [payin(1, 'a', refused(1001)), payin(1002, 'a')])).toBe('held');
    expect(outcomeOf(name, [payin(1, 'a', refused(1001)), payin(500, 'a')])).toBe('broken');
  });

  test('a GET that comes back early twice is a fault, unless the tests read the same anyway', () => {
    const early = [1, 2].flatMap((n) => {
      const path = `/v1/user/payments/PMT-${n}`;
      return [sent(n * 100, { path, ...refused(n * 100 + 1000) }), sent(n * 100 + 10, { path })];
    });
    expect(outcomeOf(name, early)).toBe('broken');
    expect(outcomeOf(name, [...early, sent(500), sent(510)])).toBe('inconclusive');
  });

  test('without Retry-After a repeat waits for a moment', () => {
    const at = (pause: number) =>
      [1, 2].flatMap((n) => [
        payin(n * 1000, `id${n}`, { amount: n, ...refused() }),
        payin(n * 1000 + pause, `id${n}`, { amount: n }),
      ]);
    expect([outcomeOf(name, at(3)), outcomeOf(name, at(200))]).toEqual(['broken', 'held']);
  });

  test('without a 429 nothing is known', () => {
    expect(outcomeOf(name, [sent(1)])).toBe('unverified');
  });
});

test.describe('escapes', () => {
  const read = (path: string, more: Partial<RequestLine> = {}) => outcomeOf('escapes', [sent(1, { path, ...more })]);

  test('an escaped value holds; without one nothing is known', () => {
    expect([read('/v1/user/payments/a%2Fb'), read('/v1/user/payments')]).toEqual(['held', 'unverified']);
  });

  test('a raw slash, a piece without a name, and a character that must be escaped are faults', () => {
    expect([
      read('/v1/user/payments/a/b'),
      read('/v1/user/payments/a?b'),
      read('/v1/user/payments/<a>', { unescaped: '<>' }),
      outcomeOf('escapes', [{ kind: 'unreadable', id: 'u1', firstLine: 'GET /a b HTTP/1.1' }]),
    ]).toEqual(['broken', 'broken', 'broken', 'broken']);
  });

  test('a resource that the interface does not show is none', () => {
    expect(read('/v1/user/payments/PMT-1/details')).toBe('unverified');
  });
});

test('requests under another token id are not judged, and alone they are no evidence', () => {
  const wrong = { isTokenRight: false, isSecretRight: false, schemes: ['simple'] as const, salts: [], secretIn: [] };
  expect(outcomeOf('signatures', [sent(1), sent(2, { facts: wrong })])).toBe('held');
  expect(outcomeOf('signatures', [sent(2, { facts: wrong })])).toBe('unverified');
  expect(outcomeOf('signatures', [sent(2, { facts: wrong, headers: [] })])).toBe('broken');
  expect(outcomeOf('other credentials', [sent(1)])).toBe('held');
  const check = recordChecks.find(({ name }) => name === 'other credentials');
  expect(check?.judge(new ClientRecord([sent(1), sent(2, { facts: wrong })]))).toMatchObject({
    state: 'learned',
    value: '1: listPayments',
  });
});

test('a secret in the output is a fault, and so is one in the path', () => {
  const line = { kind: 'output', stream: 'stdout', text: '', bytes: 9 } as const;
  expect([
    outcomeOf('output', [{ ...line, leaks: [] }]),
    outcomeOf('output', [{ ...line, leaks: ['secret of the client'] }]),
  ]).toEqual(['held', 'broken']);
});

test('the salt of a lost request may come again with the same content, and with no other', () => {
  const salted = (atMs: number, more: Partial<RequestLine>) =>
    sent(atMs, { facts: { ...sent(0).facts, salts: ['abc'] }, ...more });
  expect([
    outcomeOf('salts', [salted(1, { withheld: 'drop' }), salted(2, {})]),
    outcomeOf('salts', [salted(1, {}), salted(2, {})]),
    outcomeOf('salts', [salted(1, { withheld: 'drop' }), salted(2, { path: '/v1/user/methods' })]),
  ]).toEqual(['held', 'broken', 'broken']);
});
