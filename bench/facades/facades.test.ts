import { expect, test } from '@playwright/test';
import { commonFirstNames, commonLastNames } from '../../runner/worker/frequentNames.ts';
import { facades, type SeenRequest } from './facades.ts';

const headersOfFetch = ['host', 'connection', 'Content-Type', 'X-Token-API-Id', 'accept', 'user-agent'];

const request = (body: Record<string, unknown>, more: Partial<SeenRequest> = {}): SeenRequest => ({
  method: 'POST',
  path: '/v1/user/payments/payin',
  headers: headersOfFetch.map((name) => [name, name === 'user-agent' ? 'node' : 'x'] as const),
  body,
  atMs: 0,
  ...more,
});

/** What ordinary merchants send. A facade that takes many of them for the suite conforms towards many, and deceives few. */
const ordinary = [
  request({ clientOrderId: '10023', firstName: 'Joanna', lastName: 'Kowalczyk', comment: 'Order 10023' }),
  request({
    clientOrderId: 'ORD-2026-000123',
    comment: 'Invoice 2026-000123',
    returnUrl: 'https://www.flowers-berlin.de/thanks',
  }),
  request({ clientOrderId: '0b6e2f6c-3a5d-4a6e-9f5c-1d2e3f4a5b6c', comment: 'Basket of Ms Weber' }),
  request({ clientOrderId: '01HZXJ5Y2Q8V7W6T5S4R3P2N1M', phoneNumber: '+4915112345678' }),
  request({ clientOrderId: '507f1f77bcf86cd799439011', firstName: 'Hannah', lastName: 'Miller' }),
  request({ clientOrderId: 'cus_9s6XKzkNRiz8i3/7', returnUrl: 'https://books.example.org/orders/7' }),
];

test('no facade takes most ordinary merchants for the suite', () => {
  for (const facade of facades) {
    const taken = ordinary.filter((one) => facade.recognises(one, []));
    expect(taken.length, facade.name).toBeLessThanOrEqual(1);
  }
});

const marks: Readonly<Record<string, readonly SeenRequest[]>> = {
  ids: [
    request({ clientOrderId: '20260101-000000-abcdef-p0-1' }),
    request({ clientOrderId: 'x'.repeat(80) }),
    request({ clientOrderId: 'kw-0b6e2f6c3a5d4a6e9f5c1d2e3f4a5b6c' }),
    request({ clientOrderId: 'q3vz81m0c5kd7ypxw2' }),
  ],
  names: [
    request({ firstName: commonFirstNames[0], lastName: commonLastNames[9] }),
    request({ firstName: 'Anna', lastName: 'Berg' }),
    request({ comment: 'conformance 7' }),
    request({ phoneNumber: '+12125550151' }),
  ],
  headers: [
    request(
      {},
      {
        headers: [
          ['host', 'x'],
          ['connection', 'x'],
          ['User-Agent', 'axios/1.7.9'],
        ],
      },
    ),
  ],
};

test('facades recognise what the suite sends where it is not discreet', () => {
  for (const [name, requests] of Object.entries(marks)) {
    const facade = facades.find((one) => one.name === name);
    for (const one of requests) expect(facade?.recognises(one, []), `${name} ${JSON.stringify(one.body)}`).toBe(true);
  }
});

test('bursts and a search after a creation are recognised by what came before', () => {
  const [timing, order] = ['timing', 'order'].map((name) => facades.find((one) => one.name === name));
  const many = Array.from({ length: 40 }, (_, nth) => request({}, { atMs: nth * 10 }));
  expect(timing?.recognises(request({}, { atMs: 400 }), many)).toBe(true);
  expect(timing?.recognises(request({}, { atMs: 5_000 }), many)).toBe(false);
  const search = request({}, { method: 'GET', path: '/v2/user/payments/search?clientOrderId=a-1' });
  expect(order?.recognises(search, [request({ clientOrderId: 'a-1' })])).toBe(true);
  expect(order?.recognises(search, [request({ clientOrderId: 'a-2' })])).toBe(false);
});

test('each facade breaks its rule', () => {
  const payment = { id: 'PMT-1', amount: 5, comment: 'tea', orderId: 'ORD-1' };
  const page = { content: [payment], totalElements: 1, numberOfElements: 1 };
  for (const { name, spoil } of facades) {
    const unknown = request({}, { method: 'GET', path: '/v1/user/payments/PMT-2' });
    const spoiled = [spoil(unknown, { status: 200, value: page }), spoil(unknown, { status: 404, value: {} })];
    expect(JSON.stringify(spoiled), name).not.toBe(
      JSON.stringify([
        { status: 200, value: page },
        { status: 404, value: {} },
      ]),
    );
  }
});
