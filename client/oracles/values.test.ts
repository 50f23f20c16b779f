import { expect, test } from '@playwright/test';
import { callLine, judgedBy, requestLine } from '../../tests/support/client/clientEvidence.ts';
import { ClientRecord } from '../record/clientRecord.ts';
import { keepsOptionals } from './values.ts';

const read = { do: 'call', operation: 'getExchangeRate', path: { symbolPair: 'AB' } };

const answered = (text: string, operation = 'getExchangeRate') =>
  requestLine({ operation, path: '/v1/user/exchange/rates/AB', answer: { status: 200, bytes: text.length, text } });

const rate = '{"baseAsset":"A","quoteAsset":"B","bid":0.10,"ask":1e-8,"pair":"AB","scale":8,"note":"x"}';
const handed = { baseAsset: 'A', quoteAsset: 'B', bid: '0.1', ask: '0.00000001', pair: 'AB' };

const judged = (value: object | string | null, args?: object) =>
  judgedBy('handsOver', [callLine(read, { value }), answered(rate)], args);

test('the same values in another form are handed over', () => {
  for (const value of [
    handed,
    { ...handed, bid: '0.100', ask: '1E-8' },
    { ...handed, roundingMode: null },
    { ...handed, scale: '8' },
  ])
    expect(judged(value).state).toBe('held');
});

test('another amount, a lost amount and another text are violations', () => {
  const { bid: _, ...without } = handed;
  for (const value of [
    { ...handed, bid: '0.1000000001' },
    without,
    { ...handed, ask: '0' },
    { ...handed, pair: 'BA' },
    { ...handed, scale: 2 },
    [handed],
    'a rate',
    null,
  ])
    expect(judged(value), JSON.stringify(value)).toMatchObject({ state: 'broken', faults: [{ code: 'clientValue' }] });
});

test('amounts alone are compared if only they are asked for', () => {
  expect(judged({ ...handed, pair: 'BA' }, { amountsOnly: true }).state).toBe('held');
  for (const value of [{ ...handed, bid: '0.2' }, null, 'a rate'])
    expect(judged(value, { amountsOnly: true }).state).toBe('broken');
});

test('an error for an answer that the interface allows is a violation, an operation that is not offered is none', () => {
  const error = { error: { kind: 'unreadable', message: 'unknown field' } };
  expect(judgedBy('handsOver', [callLine(read, error), answered(rate)]).state).toBe('broken');
  const unsupported = judgedBy('handsOver', [callLine(read, { unsupported: 'not yet' })]);
  expect(unsupported).toMatchObject({ state: 'undecided', outcome: 'not applicable' });
});

const payment =
  '{"id":"PMT-1","status":"SOMETHING_NEW","orderId":"ORD-1","currency":"USDT","amount":1,"orderType":"PAYIN","createdAt":"2026-01-01T00:00:00.123456789Z","h2H":false,"comment":"Zoë"}';
const handedPayment = {
  id: 'PMT-1',
  status: null,
  orderId: 'ORD-1',
  currency: 'USDT',
  amount: '1',
  orderType: 'PayIn',
  createdAt: '2026-01-01T00:00:00.123Z',
};

test('times and unknown words may be handed over in any form, known words and truth values are the same', () => {
  const by = (value: object) =>
    judgedBy('handsOver', [
      callLine({ do: 'call', operation: 'getPayment' }, { value }),
      answered(payment, 'getPayment'),
    ]).state;
  for (const more of [{}, { status: 'UNKNOWN' }, { h2H: false }])
    expect(by({ ...handedPayment, ...more })).toBe('held');
  for (const wrong of [{ orderType: 'PAYOUT' }, { orderType: null }, { h2H: true }, { createdAt: '2026-01-01T02:00Z' }])
    expect(by({ ...handedPayment, ...wrong }), JSON.stringify(wrong)).toBe('broken');
});

test('a page needs its payments, and none of its numbers', () => {
  const page = `{"content":[${payment}],"empty":false,"number":0,"size":20,"pageable":{"offset":0}}`;
  const by = (value: object) =>
    judgedBy('handsOver', [
      callLine({ do: 'call', operation: 'searchPayments' }, { value }),
      answered(page, 'searchPayments'),
    ]).state;
  expect(by({ content: [handedPayment] })).toBe('held');
  for (const wrong of [{ content: [] }, { content: [handedPayment], size: 7 }, { content: {} }, {}])
    expect(by(wrong), JSON.stringify(wrong)).toBe('broken');
});

test('one call that is not offered hides no other of its scenario', () => {
  const lines = [
    callLine(read, { unsupported: 'not yet' }),
    callLine(read, { value: null }, 1),
    { ...answered(rate), call: 'c2' },
  ];
  expect(judgedBy('handsOver', lines).state).toBe('broken');
});

test('an optional member that is handed over of one answer is handed over of each that has it', () => {
  const by = (...values: object[]) => {
    const lines = values.flatMap((value, at) => [
      callLine({ do: 'call', operation: 'getPayment' }, { value }, at),
      { ...answered(payment, 'getPayment'), call: `c${at + 1}` },
    ]);
    return keepsOptionals(new ClientRecord(lines), () => true).state;
  };
  const whole = { ...handedPayment, comment: 'Zoë' };
  expect(by(handedPayment, handedPayment)).toBe('held');
  expect(by(whole, { ...whole, h2H: false })).toBe('held');
  expect(by(whole, handedPayment)).toBe('broken');
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

test('the record of a webhook is handed over with exact amounts', () => {
  const body = (amount: string) => Buffer.from(`{"id":"PMT-1","amount":${amount}}`).toString('base64');
  const asked = { do: 'receiveWebhook', body: body('123456789.123456789123456789') };
  const plain = callLine({ do: 'receiveWebhook', body: body('1') }, { accepted: true, event: { amount: '1' } }, 1);
  const by = (answer: object) =>
    judgedBy('handsOverEvent', [callLine(asked, answer), plain], { amountsOnly: true }).state;
  const event = { id: 'PMT-1', amount: '123456789.123456789123456789' };
  expect(by({ accepted: true, event })).toBe('held');
  for (const wrong of [
    { accepted: true, event: { ...event, amount: '123456789.12345679' } },
    { accepted: true, event: null },
    { accepted: false, event },
    { error: { kind: 'unreadable' } },
  ])
    expect(by(wrong), JSON.stringify(wrong)).toBe('broken');
  const bare = judgedBy('handsOverEvent', [callLine(asked, { accepted: true, event: null })]);
  expect(bare).toMatchObject({ outcome: 'not applicable' });
});
