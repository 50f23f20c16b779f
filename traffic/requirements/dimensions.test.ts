import { expect, test } from '@playwright/test';
import { type DimensionedRequest, dimensionsOf } from './dimensions.ts';

const sentMs = Date.parse('2026-01-01T00:00:00Z');

const read = (request: Omit<DimensionedRequest, 'path'> & { path?: string }) =>
  dimensionsOf({ path: '/v1/user/payments/payin', ...request }, sentMs).map(({ name, value }) => `${name}: ${value}`);

test('a pay-in has its method, its currency, the magnitude and decimals of its amount, and its texts', () => {
  const body =
    '{"amount":120.50,"currency":"USDT","method":"CRYPTOCOIN","blockchain":"TRON","comment":"Оплата","clientOrderId":"a"}';
  expect(read({ operation: 'POST /v1/user/payments/payin', body, scheme: 'signed', account: 'second' })).toEqual([
    'operation: POST /v1/user/payments/payin',
    'account: second',
    'scheme: signed',
    'naming: by currency and method',
    'size: 10^2',
    'precision: 1 decimals',
    'currency: USDT',
    'method: CRYPTOCOIN',
    'chain: TRON',
    'text: beyond Latin',
    'length: at most 8',
    'text: plain',
    'length: at most 4',
  ]);
});

test('a checkout has its project, its type, the currency of its price and its life', () => {
  const body =
    '{"type":"FIXED_PRICE","fixedAmount":{"amount":0.01,"currency":"USD"},"expiresAt":"2026-01-03T00:00:00Z"}';
  const operation = 'POST /v1/user/crypto-acquiring/{projectId}/checkouts';
  const all = read({ operation, path: '/v1/user/crypto-acquiring/CAP-1/checkouts', body });
  expect(all).toEqual(expect.arrayContaining(['project: CAP-1', 'type: FIXED_PRICE', 'currency: USD', 'size: 10^-2']));
  expect(all).toContain('life: 10^3 minutes');
});

test('a search has its filters together, its order and its page', () => {
  const all = read({
    operation: 'GET /v2/user/payments/search',
    path: '/s?currency=EUR&status=NEW&page=2&sort=amount,asc',
  });
  expect(all).toEqual(
    expect.arrayContaining(['filter: currency and status', 'page: page 2', 'order: sort amount,asc', 'currency: EUR']),
  );
});

test('a body that is no JSON, and a path that fits no operation, say nothing more', () => {
  expect(read({ body: '{', path: '/other' })).toEqual(['account: main', 'scheme: none']);
});
