import { expect, test } from '@playwright/test';
import { exchangeOf, recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import type { OracleResult } from '../core/result.ts';
import { isInControlWindow, letsIn, refusalLooks, rejected } from './rejection.ts';

const summaryOf = (result: OracleResult) =>
  result.state === 'broken'
    ? `broken: ${result.faults[0]?.code}`
    : result.state === 'undecided'
      ? `${result.outcome} (${result.attribution})`
      : result.state === 'learned'
        ? `${result.key}: ${result.value}`
        : result.state;

const args = { exchange: 'p0-2', control: 'p0-1', beside: ['p0-1'], defect: 'a wrong secret' };
const refusal: SampleExchange = { status: 401 };

test('a rejection counts beside an accepted control request within a minute before or after it', async () => {
  const rule = async (tale: readonly SampleExchange[], beside: readonly string[] = ['p0-1']) =>
    summaryOf(rejected(await recordOfExchanges(...tale), { ...args, beside }));
  expect(await rule([{}, { ...refusal, atMs: 60_010 }])).toBe('held');
  expect(await rule([{}, { ...refusal, atMs: 60_011 }])).toBe('unverified (environment)');
  const late = [{}, { ...refusal, atMs: 90_000, tookMs: 5 }];
  expect(await rule([...late, { atMs: 150_005 }], ['p0-1', 'p0-3'])).toBe('held');
  expect(await rule([...late, { atMs: 150_006 }], ['p0-1', 'p0-3'])).toBe('unverified (environment)');
  expect(await rule([...late, { atMs: 150_005, status: 401 }], ['p0-1', 'p0-3'])).toBe('unverified (target)');
  expect(await rule([...late, { atMs: 150_005, status: 429 }], ['p0-1', 'p0-3'])).toBe('error (quota)');
  expect(await rule([{}, { ...refusal, atMs: 10 }], [])).toBe('unverified (environment)');
});

test('accepted wrong credentials fail, whenever the control requests were sent', async () => {
  const rule = async (status: number, control: SampleExchange = {}) =>
    summaryOf(rejected(await recordOfExchanges(control, { status, atMs: 600_000 }), args));
  expect(await rule(200)).toBe('broken: notRefused');
  expect(await rule(500)).toBe('inconclusive (environment)');
  expect(await rule(403, { status: 401 })).toBe('unverified (target)');
  expect(await rule(429)).toBe('error (quota)');
});

test('requests of two clocks are never in the same minute', () => {
  const one = exchangeOf({});
  expect(isInControlWindow(one, exchangeOf({ atMs: 20 }))).toBe(true);
  expect(isInControlWindow(exchangeOf({ atMs: 20 }), one)).toBe(true);
  const other = exchangeOf({ atMs: 20 });
  Object.assign(other, { clock: 's2' });
  expect(isInControlWindow(one, other)).toBe(false);
});

test('the answer to a way to sign is learned beside an accepted control request', async () => {
  const rule = async (control: SampleExchange, sent: SampleExchange) =>
    summaryOf(
      letsIn(await recordOfExchanges(control, { ...sent, atMs: 20 }), {
        exchange: 'p0-2',
        twin: 'p0-1',
        key: 'a short salt',
      }),
    );
  expect(await rule({}, {})).toBe('a short salt: accepted (200)');
  expect(await rule({}, { status: 431 })).toBe('a short salt: refused (431)');
  expect(await rule({}, { failure: 'reset' })).toBe('a short salt: no answer');
  expect(await rule({}, { failure: 'protocol' })).toBe('a short salt: no answer');
  expect(await rule({}, { failure: 'timeout' })).toBe('error (environment)');
  expect(await rule({}, { status: 429 })).toBe('error (quota)');
  expect(await rule({ status: 401 }, {})).toBe('unverified (target)');
  expect(await rule({ failure: 'timeout' }, {})).toBe('error (environment)');
});

test('a refusal is described by its status, type and fields, never by its values', async () => {
  const looks = async (sent: SampleExchange) =>
    summaryOf(refusalLooks(await recordOfExchanges(sent), { exchange: 'p0-1', key: 'none' }));
  const body = { timestamp: '2026-01-01T00:00:00Z', code: 7 };
  const type = (name: string) => [['content-type', name] as const];
  expect(await looks({ status: 401, answer: body })).toBe('none: 401 application/json, {code, timestamp}');
  expect(await looks({ status: 403, answer: 'at 12:00', headers: type('Text/Plain; charset=utf-8') })).toBe(
    'none: 403 text/plain, another body',
  );
  expect(await looks({ status: 401, answer: '', headers: [] })).toBe('none: 401 no content type, empty');
  expect(await looks({ status: 200 })).toBe('none: accepted (200)');
  expect(await looks({ status: 429 })).toBe('error (quota)');
});
