import type { Setup } from '../../../emulator/instance/setup.ts';
import { bareRequest } from '../../../generators/payloads/acquiringRequest.ts';
import { bareBundle } from '../../../generators/payloads/bundle.ts';
import { barePayin } from '../../../generators/payloads/payment.ts';
import { malformedBodies } from './malformedBodies.ts';
import {
  headersOf,
  signatureOf,
  signedHeaders,
  type TestEmulator,
  type TestRequest,
  type TestResponse,
  TOKEN,
} from './testEmulator.ts';

const PAYIN = '/v1/user/payments/payin';
const PAYOUT = '/v1/user/payments/payout';
const EXCHANGE = '/v1/user/exchange';
const METHODS = '/v1/user/methods';
const SEARCH = '/v2/user/payments/search';
const RATE = '/v1/user/crypto-acquiring/rates/USDT/USD';
const CARD = barePayin({ amount: 400, currency: 'UAH', method: 'CC_VISAMC' });
const NAMED = { ...CARD, cardNumber: '5555555555554444' };

/** A read and a write with each revoked token and each token of another environment. */
const strangers = (setup: Setup): TestRequest[] =>
  ['revoked', 'elsewhere'].flatMap((label) => {
    const headers = headersOf(setup, label);
    return [
      { path: METHODS, headers },
      { path: PAYIN, body: CARD, headers },
    ];
  });

/** Requests beyond the quota of a limited account: POSTs up to the first refusal, then reads, one more than allowed. */
const crowd = (setup: Setup): TestRequest[] => {
  const headers = headersOf(setup, 'limited');
  const { 'x-token-api-id': id = '', 'x-token-api-secret': secret = '' } = headers;
  const [posts, gets] = [13, 24];
  return [
    ...Array.from({ length: posts }, () => ({ path: PAYIN, body: CARD, headers })),
    ...Array.from({ length: gets }, () => ({ path: '/v1/user/payments', headers })),
    { path: '/v1/user/wallet/balances', headers },
    { path: RATE, headers: { 'x-token-api-id': id, ...signatureOf('', 'crowd', { secret }) } },
  ];
};

/** Requests of another account for payments and projects of the main account. */
const neighbour = (setup: Setup): TestRequest[] => {
  const headers = headersOf(setup, 'second');
  const at = (what: string): string => `/v1/user/crypto-acquiring/${setup.accounts[0]?.projects[0]?.id}/${what}`;
  return [
    { path: '/v1/user/payments', headers },
    { path: `${SEARCH}?clientOrderId=c-1`, headers },
    { path: `${SEARCH}?currency=EUR`, headers },
    { path: at('deposit-options'), headers },
    { path: at('requests'), body: bareRequest('TRON_USDT'), headers },
    { path: at('static/bundles'), body: bareBundle('n', { assets: ['TRON_USDT'] }), headers },
  ];
};

/** Signatures that differ from § Authentication, and salts of every length. */
const proofs = (setup: Setup): TestRequest[] => {
  const id = { 'x-token-api-id': TOKEN.id };
  const bundles = `/v1/user/crypto-acquiring/${setup.accounts[0]?.projects[0]?.id}/static/bundles`;
  const wrong = { ...id, 'x-salt': 'wrong', 'x-hmac-sha256-signature': '00' };
  const twice = signedHeaders('');
  const { 'x-hmac-sha256-signature': digest = '', ...upper } = signedHeaders('');
  return [
    { path: bundles, body: bareBundle('p', { assets: ['TRON_USDT'] }), headers: wrong },
    { path: SEARCH, headers: wrong },
    { path: METHODS, headers: { ...id, 'x-salt': 'half' } },
    ...[
      signatureOf('', 'sha1', { hash: 'sha1' }),
      signatureOf('', 'sha512', { hash: 'sha512' }),
      signatureOf('', 'base64', { digest: 'base64' }),
      signatureOf('', 'hexed', { key: 'hex' }),
      signatureOf('{}', 'object'),
    ].map((proof) => ({ path: METHODS, headers: { ...id, ...proof } })),
    { path: `${METHODS}?salt=first`, headers: twice },
    { path: `${METHODS}?salt=again`, headers: twice },
    { path: bundles, body: bareBundle('t', { assets: ['TRON_USDT'] }), headers: twice },
    { path: `${METHODS}?digest=upper`, headers: { ...upper, 'x-hmac-sha256-signature': digest.toUpperCase() } },
    ...[64, 65, 256, 257].map((length) => ({
      path: `${METHODS}?salt=${length}`,
      headers: signedHeaders('', 's'.repeat(length)),
    })),
  ];
};

const trade = (
  ...[symbolPair, side, amount, clientOrderId]: readonly [string, string, unknown, string?]
): TestRequest => ({
  path: EXCHANGE,
  body: { symbolPair, side, amount, ...(clientOrderId && { clientOrderId }) },
});

/** Exchange orders on both sides: at rounding halves, at and beyond their limits, beyond the balance, and the same order twice. */
const trades: readonly TestRequest[] = [
  ...['KZT', 'EUR', 'NOPE'].flatMap((quote) =>
    ['rates', 'limits'].map((what) => ({ path: `${EXCHANGE}/${what}/USDT${quote}` })),
  ),
  { path: `${EXCHANGE}/rates` },
  trade('USDTEUR', 'SELL', 50),
  trade('USDTEUR', 'BUY', 50),
  trade('USDTEUR', 'SELL', '51.3'),
  trade('NOPE', 'BUY', 1),
  trade('USDTEUR', 'LEND', 5),
  trade('TRXUSDT', 'SELL', 9),
  trade('USDCUSDT', 'BUY', 500_000.01),
  trade('ETHUSDT', 'SELL', 99),
  trade('ETHUSDT', 'SELL', 50),
  trade('ETHUSDT', 'SELL', 50),
  { path: '/v1/user/wallet/balances' },
];

/** Uses of a clientOrderId: twice, in another operation, and with differences that may or may not count. */
const uses: readonly TestRequest[] = [
  trade('USDTEUR', 'BUY', 10, 'use-1'),
  trade('USDTEUR', 'BUY', 10, 'use-1'),
  { path: PAYOUT, body: { ...NAMED, clientOrderId: 'use-2' } },
  { path: PAYOUT, body: { ...NAMED, clientOrderId: 'use-2' } },
  { path: PAYIN, body: { ...CARD, clientOrderId: 'use-2' } },
  ...['USE-3', 'use-3', ' use-3 ', 'us\u00e9', 'use\u0301'].map((clientOrderId) => ({
    path: PAYIN,
    body: { ...CARD, clientOrderId },
  })),
  { path: PAYIN, body: { ...CARD, clientOrderId: 'y'.repeat(257) } },
  { path: `${SEARCH}?clientOrderId=use-2` },
  { path: '/v1/user/wallet/balances' },
];

/** Uses of ids by another account that the main account has used. */
const usesElsewhere = (setup: Setup): TestRequest[] => {
  const headers = headersOf(setup, 'second');
  return [
    { ...trade('USDTEUR', 'BUY', 10, 'use-1'), headers },
    { path: PAYIN, body: { ...CARD, clientOrderId: 'c-1' }, headers },
  ];
};

/** An exchange order of a client that accepts only JSON. */
const onlyJson = (setup: Setup): TestRequest => ({
  ...trade('USDTEUR', 'BUY', 12),
  headers: { ...headersOf(setup, 'main'), accept: 'application/json' },
});

/** Sends requests with every token of an instance. Returns all answers. */
export async function otherTokenRequests(trial: TestEmulator, base: string): Promise<TestResponse[]> {
  const { setup } = trial;
  const seen: TestResponse[] = [];
  for (const asked of [
    ...strangers(setup),
    ...crowd(setup),
    ...neighbour(setup),
    ...proofs(setup),
    ...trades,
    ...uses,
    ...usesElsewhere(setup),
    onlyJson(setup),
    ...malformedBodies,
  ]) {
    seen.push(await trial.ask({ ...asked, path: base + asked.path }));
  }
  return seen;
}
