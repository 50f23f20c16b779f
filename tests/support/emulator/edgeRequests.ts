import { bareRequest } from '../../../generators/payloads/acquiringRequest.ts';
import { bareCheckout } from '../../../generators/payloads/checkout.ts';
import { orderBody } from '../../../generators/payloads/exchange.ts';
import { barePayin } from '../../../generators/payloads/payment.ts';
import { signedHeaders, simpleHeaders, type TestRequest, TOKEN } from './testEmulator.ts';

const PAYIN = '/v1/user/payments/payin';
const PAYOUT = '/v1/user/payments/payout';
const EXCHANGE = '/v1/user/exchange';
const SEARCH = '/v2/user/payments/search';
const CARD = barePayin({ amount: 200, currency: 'UAH', method: 'CC_VISAMC' });
const NAMED = { ...CARD, cardNumber: '5555555555554444' };
const USDT = barePayin({ amount: 10, currency: 'USDT', method: 'CRYPTOCOIN' });
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const IDR = barePayin({ amount: 60_000, currency: 'IDR', method: 'VA_QR' });

const post = (path: string, body: unknown, headers?: TestRequest['headers']): TestRequest => ({
  path,
  body,
  ...(headers && { headers }),
});

/** Requests that interface.md allows a service to refuse, with one defect each. */
const flawed: readonly TestRequest[] = [
  post(PAYIN, '{'),
  post(PAYIN, { ...CARD, comment: 1 }),
  post(PAYIN, { ...CARD, amount: 'ten' }),
  post(PAYIN, { ...CARD, amount: 0 }),
  post(PAYIN, { ...CARD, amount: -1 }),
  post(PAYIN, { ...CARD, amount: 100.001 }),
  post(PAYIN, { ...CARD, amount: 29_001 }),
  post(PAYIN, { ...CARD, cardNumber: '5555555555554445' }),
  post(PAYIN, { ...CARD, currency: 'EUR', firstName: 'Ada' }),
  post(PAYIN, USDT),
  post(PAYIN, { ...IDR, channelCode: 'X' }),
  post(PAYOUT, { ...NAMED, currency: 'KZT', amount: 5000 }),
  post(PAYOUT, { ...NAMED, amount: 50 }),
  post(PAYOUT, { ...USDT, blockchain: 'TRON', cryptoAddress: ETHEREUM }),
  post(PAYOUT, { ...USDT, currency: 'BTC', cryptoAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', amount: 9 }),
  post(PAYOUT, { ...IDR, bankAccount: '1', bankCode: 'X' }),
  post(PAYOUT, { ...NAMED, clientOrderId: 'x'.repeat(257) }),
  post(EXCHANGE, orderBody({ symbolPair: 'BTCUSDT', side: 'HOLD', amount: 1 })),
  post(EXCHANGE, orderBody({ symbolPair: 'BTCUSDT', side: 'BUY', amount: 0.00001 })),
  ...['page=-1', 'size=0', 'size=501', 'sort=secret,asc', 'status=DONE'].map((query) => ({
    path: `${SEARCH}?${query}`,
  })),
];

/** Valid but unusual requests. */
const unusual: readonly TestRequest[] = [
  post(PAYOUT, { ...NAMED, clientOrderId: 'x'.repeat(256), comment: 'a comment of some length & <signs>' }),
  post(PAYOUT, { ...NAMED, clientOrderId: 'c-1' }),
  post(
    PAYOUT,
    { amount: '30000', asset: 'TRX', crossPayoutAsset: 'USDT', cryptoAddress: TRON },
    simpleHeaders('TKN-second', 'second-secret'),
  ),
  post(PAYIN, { ...CARD, clientOrderId: 'same-beginning-1' }),
  post(PAYIN, { ...CARD, amount: 200.75, clientOrderId: 'same-beginning-2' }),
  ...[
    'page=1&size=3',
    'page=2&size=3&sort=id,asc',
    'page=99',
    'clientOrderId=same-beginning-1',
    'amount=-110,-100',
  ].map((query) => ({ path: `${SEARCH}?${query}`, headers: simpleHeaders() })),
  { path: `${SEARCH}?size=2`, headers: signedHeaders('') },
  { path: `${SEARCH}?createdAt=2000-01-01,2000-01-02` },
  { path: `${SEARCH}?createdAt=2100-01-01` },
];

const SPACED = '{ "amount": 200, "currency": "UAH", "method": "CC_VISAMC", "comment": "é" }';
const LARGE = JSON.stringify({ ...CARD, unknown: 'x'.repeat(10_000) });
const { 'x-salt': salt = '', ...saltless } = signedHeaders('');

/** Correctly signed requests, and requests with a faulty signature. */
const proven: readonly TestRequest[] = [
  post(PAYIN, SPACED, signedHeaders(SPACED)),
  post(PAYIN, LARGE, signedHeaders(LARGE)),
  post(PAYIN, SPACED, signedHeaders(JSON.stringify(JSON.parse(SPACED)))),
  post(PAYIN, SPACED, { ...signedHeaders(SPACED, ''), 'x-salt': 'abc' }),
  post(PAYIN, SPACED, { ...signedHeaders(`abc${SPACED}`, ''), 'x-salt': 'abc' }),
  { path: PAYIN.replace('/payin', ''), headers: saltless },
  { path: '/v1/user/methods', headers: { ...signedHeaders('', ''), 'x-salt': '' } },
  { path: '/v1/user/methods', headers: { ...saltless, 'x-salt': `${salt}0` } },
  {
    path: '/v1/user/methods',
    headers: {
      ...signedHeaders('', 'cut'),
      'x-hmac-sha256-signature': signedHeaders('', 'cut')['x-hmac-sha256-signature']?.slice(0, 32) ?? '',
    },
  },
  { path: '/v1/user/methods', headers: { 'x-token-api-id': TOKEN.id } },
  ...['TOP-SECRET', 'top-secre', 'top-secret0'].map((secret) => ({
    path: '/v1/user/methods',
    headers: simpleHeaders(TOKEN.id, secret),
  })),
  { path: '/v1/user/methods', headers: { ...signedHeaders(''), 'x-hmac-sha256-signature': '' } },
  post(PAYIN, SPACED, signedHeaders('')),
  { path: '/v1/user/methods', headers: simpleHeaders('TKN-other') },
  { path: '/v1/user/exchange/rates', headers: {} },
];

/** Searches with every kind of page, filter, sort order and range. */
const searches = (methodId: string): TestRequest[] =>
  [
    ...[0, 1, 2].map((page) => `page=${page}&size=3&sort=createdAt,asc`),
    'size=50',
    'page=2&size=3',
    'currency=UAH&size=4',
    'currency=UAH&page=1&size=2',
    'orderType=EXCHANGE',
    'integrationId=none',
    `methodId=${methodId}`,
    'amount=100&amount=200',
    'amount=150',
    'sort=amount,desc&page=1&size=5',
  ].map((query) => ({ path: `${SEARCH}?${query}` }));

/** Requests for one payment: normal, without a token, from another account, and with a truncated id. */
const single = (id: string): TestRequest[] => [
  { path: `/v1/user/payments/${id}` },
  { path: `/v1/user/payments/${id}`, headers: {} },
  { path: `/v1/user/payments/${id}`, headers: simpleHeaders('TKN-second', 'second-secret') },
  { path: `/v1/user/payments/${id.slice(0, -1)}` },
];

/** Requests by the id of a method, each without one of its required fields. */
const byMethod = (id: string): TestRequest[] => [
  post(PAYIN, { paymentMethodId: id, amount: 20, firstName: 'Ada' }),
  post(PAYOUT, { paymentMethodId: id, amount: 20, firstName: 'Ada', lastName: 'L' }),
];

/** Requests of acquiring with one defect each. */
const acquiring = (project: string): TestRequest[] => {
  const at = (what: string): string => `/v1/user/crypto-acquiring/${project}/${what}`;
  return [
    post(at('requests'), bareRequest('SOLANA_USDT')),
    post(at('requests'), bareRequest('TRON_USDT', { amount: 5 })),
    post(at('requests'), bareRequest('TRON_USDT', { amount: 0.5, amountIn: 'USDT' })),
    post(at('checkouts'), bareCheckout('FIXED_PRICE')),
  ];
};

/** The requests that the normal exercise leaves out: refused ones, unusual ones, and every way of signing. */
export const edgeRequests = (known: { paymentId: string; methodId: string; project: string }): TestRequest[] => [
  ...flawed,
  ...unusual,
  ...proven,
  ...searches(known.methodId),
  ...single(known.paymentId),
  ...byMethod(known.methodId),
  ...acquiring(known.project),
];
