import { expect, test } from '@playwright/test';
import { callLine, judgedBy, requestLine } from '../../tests/support/client/clientEvidence.ts';

const payin = {
  do: 'call',
  operation: 'createPayin',
  body: { amount: '0.00000001', comment: 'Zoë', currency: 'USDT' },
};

const sentBody = (text: string) =>
  judgedBy(
    'sendsArguments',
    [
      callLine(payin, { value: {} }),
      requestLine({
        method: 'POST',
        path: '/v1/user/payments/payin',
        operation: 'createPayin',
        body: { text, bytes: text.length, sha256: '' },
      }),
    ],
    { parts: ['path', 'body'] },
  ).state;

test('a body with the arguments conforms, in any form of JSON', () => {
  expect(sentBody('{"amount":1e-8,"comment":"Zo\\u00eb","currency":"USDT","more":1}')).toBe('held');
  expect(sentBody('{ "currency": "USDT", "amount": "0.00000001", "comment": "Zoë" }')).toBe('held');
});

test('another amount, a lost member and a body that is no JSON are violations', () => {
  for (const text of [
    '{"amount":0,"comment":"Zoë","currency":"USDT"}',
    '{"amount":1e-8,"currency":"USDT"}',
    'amount=1',
  ])
    expect(sentBody(text), text).toBe('broken');
});

test('what nobody gave is not sent, but nulls, ids of the SDK and how it pages', () => {
  const whole = '"amount":1e-8,"comment":"Zoë","currency":"USDT"';
  expect(sentBody(`{${whole},"returnUrl":null,"clientOrderId":"a"}`)).toBe('held');
  expect(sentBody(`{${whole},"returnUrl":"https://shop.example/"}`)).toBe('broken');
  expect(sentQuery('a', '/v2/user/payments/search?clientOrderId=a&size=5&page=0&sort=createdAt,desc&_=1')).toBe('held');
  expect(sentQuery('a', '/v2/user/payments/search?clientOrderId=a&size=5&status=SUCCESS')).toBe('broken');
});

test('a repeat has the arguments too', () => {
  const asked = { do: 'call', operation: 'searchPayments', query: { size: 5 } };
  const by = (...queries: string[]) => {
    const operation = 'searchPayments';
    const lines = queries.map((query) => requestLine({ operation, path: `/v2/user/payments/search${query}` }));
    return judgedBy('sendsArguments', [callLine(asked, { value: {} }), ...lines], { parts: ['query'] }).state;
  };
  expect(by('?size=5', '?size=5')).toBe('held');
  expect(by('?size=5', '')).toBe('broken');
});

const read = (id: string) => ({ do: 'call', operation: 'getPayment', path: { id } });

const sentPath = (id: string, path: string) =>
  judgedBy('sendsArguments', [callLine(read(id), { value: {} }), requestLine({ path })], { parts: ['path'] }).state;

test('a path value conforms if it decodes to the argument', () => {
  expect(sentPath('a/b c', '/v1/user/payments/a%2Fb%20c')).toBe('held');
  expect(sentPath("it's", "/v1/user/payments/it's")).toBe('held');
  for (const path of ['/v1/user/payments/a/b%20c', '/v1/user/payments/a%252Fb%20c', '/v1/user/payments/a'])
    expect(sentPath('a/b c', path), path).toBe('broken');
});

const sentQuery = (text: string, path: string) =>
  judgedBy(
    'sendsArguments',
    [
      callLine({ do: 'call', operation: 'searchPayments', query: { clientOrderId: text, size: 5 } }, { value: {} }),
      requestLine({ path }),
    ],
    { parts: ['query'] },
  ).state;

test('a query value conforms in the form encoding or in percent encoding', () => {
  for (const value of ['a+b%26%2B', 'a%20b%26%2b'])
    expect(sentQuery('a b&+', `/v2/user/payments/search?clientOrderId=${value}&size=5`)).toBe('held');
  for (const query of [
    'clientOrderId=a b&+&size=5',
    'clientOrderId=a%20b%26+&size=5',
    'size=5',
    'clientOrderId=a+b%26%2B&size=6',
  ])
    expect(sentQuery('a b&+', `/v2/user/payments/search?${query}`), query).toBe('broken');
});

test('an SDK may refuse arguments itself only where the scenario says so', () => {
  const refusing = [callLine(payin, { error: { kind: 'argument', message: 'too many digits' } })];
  expect(judgedBy('sendsArguments', refusing, { parts: ['body'], mayRefuse: true }).state).toBe('held');
  expect(judgedBy('sendsArguments', refusing, { parts: ['body'] }).state).toBe('broken');
});
