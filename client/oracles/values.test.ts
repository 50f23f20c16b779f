import { expect, test } from '@playwright/test';
import { callLine, judgedBy, requestLine } from '../../tests/support/client/clientEvidence.ts';

const read = { do: 'call', operation: 'getExchangeRate', path: { symbolPair: 'AB' } };

const answered = (text: string, operation = 'getExchangeRate') =>
  requestLine({ operation, path: '/v1/user/exchange/rates/AB', answer: { status: 200, bytes: text.length, text } });

const rate = '{"baseAsset":"A","quoteAsset":"B","bid":0.10,"ask":1e-8,"pair":"AB","scale":8,"note":"x"}';
const handed = { baseAsset: 'A', quoteAsset: 'B', bid: '0.1', ask: '0.00000001', pair: 'AB' };

const judged = (value: object | null, args?: object) =>
  judgedBy('handsOver', [callLine(read, { value }), answered(rate)], args);

test('the same values in another form are handed over', () => {
  for (const value of [handed, { ...handed, bid: '0.100', ask: '1E-8' }, { ...handed, roundingMode: null }])
    expect(judged(value).state).toBe('held');
});

test('another amount, a lost amount and another text are violations', () => {
  const { bid: _, ...without } = handed;
  for (const value of [
    { ...handed, bid: '0.1000000001' },
    without,
    { ...handed, ask: '0' },
    { ...handed, pair: 'BA' },
    null,
  ])
    expect(judged(value), JSON.stringify(value)).toMatchObject({ state: 'broken', faults: [{ code: 'clientValue' }] });
});

test('amounts alone are compared if only they are asked for', () => {
  expect(judged({ ...handed, pair: 'BA' }, { amountsOnly: true }).state).toBe('held');
  expect(judged({ ...handed, bid: '0.2' }, { amountsOnly: true }).state).toBe('broken');
});

test('an error for an answer that the interface allows is a violation, an operation that is not offered is none', () => {
  const error = { error: { kind: 'unreadable', message: 'unknown field' } };
  expect(judgedBy('handsOver', [callLine(read, error), answered(rate)]).state).toBe('broken');
  const unsupported = judgedBy('handsOver', [callLine(read, { unsupported: 'not yet' })]);
  expect(unsupported).toMatchObject({ state: 'undecided', outcome: 'not applicable' });
});

test('times and unknown enum values may be handed over in any form', () => {
  const payment =
    '{"id":"PMT-1","status":"SOMETHING_NEW","orderId":"ORD-1","currency":"USDT","amount":1,"orderType":"PAYIN","createdAt":"2026-01-01T00:00:00.123456789Z"}';
  const value = {
    id: 'PMT-1',
    status: null,
    orderId: 'ORD-1',
    currency: 'USDT',
    amount: '1',
    orderType: 'PAYIN',
    createdAt: '2026-01-01T00:00:00.123Z',
  };
  const lines = [callLine({ do: 'call', operation: 'getPayment' }, { value }), answered(payment, 'getPayment')];
  expect(judgedBy('handsOver', lines).state).toBe('held');
});

test('a plain-text id is handed over as it is', () => {
  const text = 'ORD-00000000-0000-4000-8000-000000000000';
  const by = (answer: object) =>
    judgedBy('handsOverText', [
      callLine({ do: 'call', operation: 'createPayout' }, answer),
      answered(text, 'createPayout'),
    ]).state;
  expect(by({ value: text })).toBe('held');
  for (const wrong of [
    { value: text.slice(4) },
    { value: { id: text } },
    { error: { kind: 'unreadable' } },
    { value: null },
  ])
    expect(by(wrong)).toBe('broken');
});

test('the amounts of webhooks are exact', () => {
  const body = Buffer.from('{"id":"PMT-1","amount":123456789.123456789123456789}').toString('base64');
  const by = (amount: string) =>
    judgedBy('handsOverEvent', [
      callLine({ do: 'receiveWebhook', body }, { accepted: true, event: { id: 'PMT-1', amount } }),
    ]).state;
  expect(by('123456789.123456789123456789')).toBe('held');
  expect(by('123456789.12345679')).toBe('broken');
});
