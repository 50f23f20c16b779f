import { expect, test } from '@playwright/test';
import { callLine, requestLine } from '../../tests/support/client/clientEvidence.ts';
import type { ClientLine } from '../record/clientLines.ts';
import { ClientRecord } from '../record/clientRecord.ts';
import { testeeChecks } from './traceChecks.ts';

const search = { do: 'call', operation: 'searchPayments', query: { page: 0, amount: '1.5' } };
const exchange = {
  do: 'call',
  operation: 'createExchange',
  body: { symbolPair: 'BTCUSDT', side: 'SELL', amount: '0.1' },
};

const answered = { value: {} };

/** A request to searchPayments, or to createExchange. */
const searched = (query: string) =>
  requestLine({ path: `/v2/user/payments/search${query}`, operation: 'searchPayments' });
const exchanged = (text: string) =>
  requestLine({
    method: 'POST',
    path: '/v1/user/exchange',
    operation: 'createExchange',
    body: { text, bytes: text.length, sha256: '' },
  });

function judged(lines: readonly ClientLine[]): Record<string, string> {
  const record = new ClientRecord(lines);
  const own = testeeChecks.filter(({ name }) => name.endsWith('of all calls'));
  return Object.fromEntries(own.map(({ requirement, judge }) => [requirement, judge(record).state]));
}

test('what a call loses on its way is a fault of the requirement on its part, in whatever scenario it is', () => {
  expect(judged([callLine(search, answered), searched('?page=0&amount=1.50')])).toEqual({
    'CLI-01': 'undecided',
    'CLI-04': 'held',
    'CLI-09': 'held',
  });
  expect(judged([callLine(search, answered), searched('?amount=1.5')])).toMatchObject({
    'CLI-04': 'held',
    'CLI-09': 'broken',
  });
  expect(judged([callLine(search, answered), searched('?page=0')])).toMatchObject({
    'CLI-04': 'broken',
    'CLI-09': 'held',
  });
  const sent = (text: string) => judged([callLine(exchange, answered), exchanged(text)]);
  expect(sent('{"symbolPair":"BTCUSDT","side":"SELL","amount":1e-1}')).toEqual({
    'CLI-01': 'held',
    'CLI-04': 'held',
    'CLI-09': 'held',
  });
  for (const text of [
    '{"symbolPair":"BTCUSDT","side":"BUY","amount":0.1}',
    '{"symbolPair":"BTCUSDT","Side":"SELL","amount":0.1}',
  ])
    expect(sent(text), text).toMatchObject({ 'CLI-01': 'broken', 'CLI-04': 'held' });
  expect(sent('{"symbolPair":"BTCUSDT","side":"SELL","amount":0.10000000000000001}')).toMatchObject({
    'CLI-01': 'held',
    'CLI-04': 'broken',
  });
});

test('a walk over pages, refused arguments, and what a scenario compares itself are left out', () => {
  const undecided = { 'CLI-01': 'undecided', 'CLI-04': 'undecided', 'CLI-09': 'undecided' };
  const { scenario } = requestLine();
  const claim = {
    kind: 'claim',
    requirement: 'CLI-09',
    scenario,
    oracle: 'sendsArguments',
    args: { parts: ['path', 'query'] },
  };
  expect(judged([callLine({ ...search, allPages: true }, answered), searched('')])).toEqual(undecided);
  expect(judged([callLine(search, { error: { kind: 'argument' } }), searched('')])).toEqual(undecided);
  expect(judged([callLine(search, { unsupported: 'no page' }), searched('')])).toEqual(undecided);
  expect(judged([callLine(search, answered)])).toEqual(undecided);
  expect(judged([callLine(search, answered), searched(''), claim as ClientLine])).toMatchObject({
    'CLI-09': 'undecided',
  });
});

test('amounts that are JSON strings are learned', () => {
  const [check] = testeeChecks.filter(({ name }) => name === 'form of amounts in bodies');
  const sent = (text: string) => check?.judge(new ClientRecord([callLine(exchange, answered), exchanged(text)]));
  expect(sent('{"amount":0.1}')).toMatchObject({ state: 'held' });
  expect(sent('{"amount":"0.1"}')).toMatchObject({ state: 'learned', value: 'createExchange /amount' });
});

test('an argument that is lost in a repeat, or that nobody gave, is a fault in whatever scenario it is', () => {
  expect(judged([callLine(search, answered), searched('?page=0&amount=1.5'), searched('?page=0')])).toMatchObject({
    'CLI-04': 'broken',
    'CLI-09': 'held',
  });
  const bare = { do: 'call', operation: 'searchPayments' };
  expect(judged([callLine(bare, answered), searched('?status=SUCCESS')])).toMatchObject({ 'CLI-09': 'broken' });
});

test('arguments that no call could try are named, with the words of lists', () => {
  const [check] = testeeChecks.filter(({ name }) => name === 'arguments that were tried');
  const tried = (lines: readonly ClientLine[]) => check?.judge(new ClientRecord(lines));
  const refused = callLine(exchange, { error: { kind: 'argument' } });
  expect(tried([refused])).toMatchObject({ state: 'learned', value: 'createExchange: amount, side SELL, symbolPair' });
  const other = callLine({ ...exchange, body: { ...exchange.body, side: 'BUY' } }, answered, 1);
  const sent = { ...exchanged('{}'), call: 'c2' };
  expect(tried([refused, other, sent])).toMatchObject({ state: 'learned', value: 'createExchange: side SELL' });
  expect(tried([other, sent])).toMatchObject({ state: 'held' });
});
