import { expect, test } from '@playwright/test';
import { exchangeOf, recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import type { TransportCode } from '../../traffic/journal/journalTypes.ts';
import { isHtmlPage, neverCrashes, stackTraceIn, survives } from './crash.ts';

const good = (atMs: number): SampleExchange => ({ atMs });
const crash = (atMs: number, parts: SampleExchange = {}): SampleExchange => ({ status: 500, atMs, ...parts });
const again = (atMs: number, parts: SampleExchange = {}): SampleExchange => ({
  ...crash(atMs),
  repeats: 'p0-1',
  ...parts,
});

const codesIn = async (...tale: SampleExchange[]) => {
  const ruled = neverCrashes(await recordOfExchanges(...tale));
  return 'faults' in ruled ? ruled.faults.map(({ code }) => code) : [];
};

test('a 5xx in two of two attempts, with a good control in between, is a crash', async () => {
  for (const status of [500, 501, 502, 503, 504, 599])
    expect(await codesIn(crash(0, { status }), good(100), again(200, { status }))).toEqual(['crashed']);
});

test('a connection lost in two of two attempts is a crash', async () => {
  for (const failure of ['reset', 'timeout', 'protocol'] as const satisfies readonly TransportCode[])
    expect(await codesIn(crash(0, { failure }), good(100), again(200, { failure }))).toEqual(['crashed']);
});

const acquitted: Readonly<Record<string, readonly SampleExchange[]>> = {
  'a 503 that says when to come back': [crash(0, { status: 503, headers: [['Retry-After', '1']] }), good(100)],
  'a refusal': [{ status: 400 }, { status: 404, atMs: 100 }, { status: 422, atMs: 200 }],
  'too many requests': [{ status: 429 }],
  'a target that is not there': [crash(0, { failure: 'unreachable' })],
  'a connection that we closed': [crash(0, { failure: 'reset', connection: 'cut' })],
  'a connection that was closed behind several requests': [crash(0, { failure: 'reset', connection: 'pipelined' })],
};

for (const [name, tale] of Object.entries(acquitted)) {
  test(`${name} is no crash`, async () => {
    expect(await codesIn(...tale)).toEqual([]);
  });
}

const undecided: Readonly<Record<string, readonly SampleExchange[]>> = {
  'it was not asked again': [crash(0), good(100)],
  'the second time was sound': [crash(0), good(100), again(200, { status: 400 })],
  'the control was bad too': [crash(0), crash(100, { repeats: 'p0-9' }), again(200)],
  'the control came after the second time': [crash(0), again(100), good(200)],
  'the control was not over when it was asked again': [crash(0), { atMs: 100, tookMs: 200 }, again(200)],
};

for (const [name, tale] of Object.entries(undecided)) {
  test(`a 5xx is not confirmed if ${name}`, async () => {
    const record = await recordOfExchanges(...tale);
    expect(neverCrashes(record)).toMatchObject({ state: 'undecided', outcome: 'inconclusive' });
  });
}

const traces: Readonly<Record<string, string>> = {
  Node: 'TypeError: x is not a function\n    at Object.<anonymous> (/srv/app/index.js:10:5)\n    at node:internal/main:1',
  Java: 'java.lang.NullPointerException\n\tat com.example.Payments.create(Payments.java:42)\n\tat java.base/x.Y.z(Native Method)',
  'Java thread': 'Exception in thread "main" java.lang.Error',
  Python: 'Traceback (most recent call last):\n  File "app.py", line 3',
  Go: 'panic: boom\n\ngoroutine 1 [running]:\nmain.main()',
  '.NET': '   at Shop.Pay() in C:\\app\\Pay.cs:line 12',
  Ruby: "app/pay.rb:12:in `create'",
  PHP: '#0 /var/www/pay.php(12): Pay->create()',
};

for (const [name, trace] of Object.entries(traces)) {
  test(`a stack trace of ${name} is found, as text and inside JSON`, () => {
    expect(stackTraceIn(exchangeOf({ status: 400, answer: trace }))?.code).toBe('stackTrace');
    expect(stackTraceIn(exchangeOf({ answer: { error: { detail: trace } } }))?.code).toBe('stackTrace');
  });
}

test('ordinary words are not a stack trace', () => {
  for (const text of [
    'Payment failed at the bank (code 12:30)',
    'meet at noon (12:30)',
    'at least 10 (ten) characters',
    'The error occurred at 12:30:45',
    '{"message":"amount must be at most 100 (EUR)"}',
    'in `create` at step 3',
  ])
    expect(stackTraceIn(exchangeOf({ status: 400, answer: text })), text).toBeUndefined();
});

test('the search time for a stack trace is linear in the text', () => {
  for (const unit of ['\n', ' \n', '    at x', ' at a.b(', 'at x(a.a', '.rb:1', '#1 /a', 'goroutine 1', '\\n']) {
    const cost = (length: number) => {
      const exchange = exchangeOf({ status: 400, answer: unit.repeat(Math.ceil(length / unit.length)) });
      const before = process.cpuUsage();
      stackTraceIn(exchange);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    // Eight times the text: eight times the work if it is linear, sixty-four times if it is quadratic.
    for (const length of [4_000, 32_000, 256_000]) {
      const [small, large] = [length, length * 8].map((each) => Math.min(...[1, 2, 3, 4, 5].map(() => cost(each))));
      expect(large, JSON.stringify(unit)).toBeLessThan(40 * (small ?? 0) + 50_000);
    }
  }
});

test('an HTML page is an error page unless the request was accepted', async () => {
  const codeOf = async (...tale: SampleExchange[]) => {
    const record = await recordOfExchanges(...tale);
    return isHtmlPage(record)(record.exchange('p0-1'))?.code;
  };
  const page = '<!DOCTYPE html><html><body>Not Found</body></html>';
  const typed = { status: 404, answer: '', headers: [['Content-Type', 'Text/HTML; charset=utf-8']] } as const;
  expect(await codeOf(typed)).toBe('htmlPage');
  for (const answer of [page, `\n ${page.toLowerCase()}`, '<html lang="en">'])
    expect(await codeOf({ status: 404, answer })).toBe('htmlPage');
  for (const answer of ['<p>', 'see <html>', { message: page }])
    expect(await codeOf({ status: 404, answer })).toBeUndefined();
  expect(await codeOf({ status: 200, answer: page })).toBeUndefined();
  const gateway = { status: 502, answer: page };
  expect(await codeOf(gateway, good(100), again(200, { status: 200 }))).toBeUndefined();
  expect(await codeOf(gateway, good(100), again(200, gateway))).toBe('htmlPage');
});

test('an unusual request may be accepted or refused, but must not crash the service', async () => {
  const ruled = async (...tale: SampleExchange[]) => survives(await recordOfExchanges(...tale), { exchange: 'p0-1' });
  expect(await ruled({ status: 415 })).toMatchObject({ state: 'held' });
  expect(await ruled({})).toMatchObject({ state: 'held' });
  expect(await ruled(crash(0), good(100), again(200))).toMatchObject({ faults: [{ code: 'crashed' }] });
  expect(await ruled(crash(0), good(100), again(200, { status: 400 }))).toMatchObject({ state: 'undecided' });
  expect(await ruled({ status: 429 })).toMatchObject({ state: 'undecided' });
});
