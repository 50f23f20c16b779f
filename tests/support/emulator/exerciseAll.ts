import { TEST_CARDS } from '../../../emulator/domain/testCards.ts';
import { bareRequest } from '../../../generators/payloads/acquiringRequest.ts';
import { bareBundle } from '../../../generators/payloads/bundle.ts';
import { bareCheckout } from '../../../generators/payloads/checkout.ts';
import { orderBody } from '../../../generators/payloads/exchange.ts';
import { barePayin, barePayout } from '../../../generators/payloads/payment.ts';
import { withoutFields } from '../../../generators/payloads/withoutFields.ts';
import { boundaryOrders } from './boundaryOrders.ts';
import { edgeRequests } from './edgeRequests.ts';
import { exerciseCreation } from './exerciseCreation.ts';
import { exerciseNearby } from './exerciseNearby.ts';
import { exercisePages } from './exercisePages.ts';
import { exercisePurchases } from './exercisePurchases.ts';
import { exerciseWebhooks } from './exerciseWebhooks.ts';
import { otherTokenRequests } from './otherTokenRequests.ts';
import type { ListedMethod } from './sampleOrders.ts';
import { CONTROL_TOKEN, headersOf, signedHeaders, type TestEmulator, type TestResponse } from './testEmulator.ts';

const CONTROL = { 'x-control-token': CONTROL_TOKEN };
const USDT = { currency: 'USDT', method: 'CRYPTOCOIN', blockchain: 'TRON' };
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const CARD = barePayin({ amount: 100, currency: 'UAH', method: 'CC_VISAMC' });
const FAILING = { ...CARD, cardNumber: TEST_CARDS.failed, clientOrderId: 'o-2' };
const EURO = { ...CARD, currency: 'EUR', firstName: 'Ada', lastName: 'Lovelace', phoneNumber: '+49151' };

/** Exercises a service: every operation, with valid and refused requests, on a moving clock. Returns all answers. */
export async function exerciseAll(trial: TestEmulator, base = ''): Promise<TestResponse[]> {
  const seen: TestResponse[] = [];
  const get = async (path: string): Promise<void> => {
    seen.push(await trial.ask({ path: base + path, headers: signedHeaders('') }));
  };
  const post = async (path: string, body: unknown): Promise<void> => {
    seen.push(await trial.ask({ path: base + path, body }));
  };
  const methods = (await trial.ask({ path: `${base}/v1/user/methods` })).json as ListedMethod[] | undefined;
  const euro = Array.isArray(methods)
    ? methods.find(({ currency, orderType }) => currency === 'EUR' && orderType === 'PAYIN')
    : undefined;
  if (euro) await post('/v1/user/payments/payin', { ...EURO, paymentMethodId: euro.id });
  for (const body of payouts()) await post('/v1/user/payments/payout', body);
  for (const body of payins()) await post('/v1/user/payments/payin', body);
  trial.pass(1000);
  await post('/v1/user/payments/payout', FAILING);
  for (const path of PATHS) await get(path);
  const [project = '', other = ''] = trial.setup.accounts[0]?.projects.map(({ id }) => id) ?? [];
  for (const id of [project, other]) await get(`/v1/user/crypto-acquiring/${id}/deposit-options`);
  for (const [path, body] of acquiring(project, other)) await post(path, body);
  for (const body of EXCHANGES) await post('/v1/user/exchange', body);
  const paymentId = await someId(trial, base);
  for (const asked of edgeRequests({ paymentId, methodId: euro?.id ?? '', project })) {
    seen.push(await trial.ask({ ...asked, path: base + asked.path }));
  }
  seen.push(
    ...(await boundaryOrders(trial, base)),
    ...(await otherTokenRequests(trial, base)),
    ...(await settleSome(trial, base)),
  );
  seen.push(await trial.ask({ verb: 'PUT', path: `${base}/v1/user/payments/payin`, body: CARD }));
  seen.push(await trial.ask({ path: `${base}/v1/user/methods`, headers: {} }));
  seen.push(await trial.ask({ path: `${base}/v1/user/exchange`, body: UNPROVEN, headers: unproven(trial) }));
  await post('/v1/user/exchange', LEAST);
  seen.push(...(await exerciseCreation(trial, base)));
  const { seen: bought, again } = await exercisePurchases(trial, base);
  seen.push(...bought);
  trial.pass(3_600_000);
  await get('/v1/user/payments');
  await get('/v1/user/wallet/balances');
  trial.pass(24 * 3_600_000);
  await get('/v2/user/payments/search?size=30&sort=createdAt,asc');
  for (const path of again) await get(path);
  // A clientOrderId stays taken, however long ago it was used.
  for (const body of payins()) await post('/v1/user/payments/payin', body);
  seen.push(...(await exerciseWebhooks(trial, base)));
  seen.push(...(await exerciseNearby(trial, base)));
  seen.push(...(await exercisePages(trial, base)));
  // An end user comes back for a bundle late.
  trial.pass(100 * 24 * 3_600_000);
  for (const [path, body] of acquiring(project, other).slice(-1)) await post(path, body);
  return seen;
}

const PATHS = [
  '/v1/user/methods',
  '/v1/user/payments',
  '/v1/user/payments/PMT-00000000-0000-4000-8000-000000000000',
  '/v2/user/payments/search?page=0&size=3&sort=amount,desc&status=PENDING&amount=-1000,1000&createdAt=2000-01-01,2100-01-01',
  '/v1/user/exchange/limits',
  '/v1/user/exchange/limits/BTCUSDT',
  '/v1/user/exchange/rates',
  '/v1/user/exchange/rates/BTCUSDT',
  '/v1/user/wallet/balances',
  '/v1/user/crypto-acquiring/rates/USDT/USD',
];

/** Headers with the token id of the main account and a wrong secret. */
const unproven = ({ setup }: TestEmulator) => ({ ...headersOf(setup, 'main'), 'x-token-api-secret': 'another' });

const LEAST = orderBody({ symbolPair: 'BTCUSDT', side: 'BUY', amount: 0.0001 });

const UNPROVEN = { ...LEAST, side: 'SELL', amount: '0.1' };

const EXCHANGES = [
  orderBody({ symbolPair: 'BTCUSDT', side: 'SELL', amount: 0.00001 }),
  orderBody({ symbolPair: 'BTCUSDT', side: 'SELL', amount: 3.2 }),
  withoutFields(orderBody({ symbolPair: 'BTCUSDT', side: 'BUY', amount: 0.1 }), 'side'),
  orderBody({ symbolPair: 'BTCUSDT', side: 'BUY', amount: 0.1 }, { clientOrderId: 'x-1' }),
  UNPROVEN,
  orderBody({ symbolPair: 'BTCUSDT', side: 'SELL', amount: 6 }),
];

const payouts = (): unknown[] => [
  ...[TEST_CARDS.failed, TEST_CARDS.success, '5555555555554444'].map((cardNumber) => ({ ...CARD, cardNumber })),
  { ...EURO, cardNumber: '5555555555554444', clientOrderId: 'o-1', comment: 'hello' },
  { ...USDT, amount: 10, cryptoAddress: TRON },
  barePayout({ amount: 60_000, currency: 'IDR', method: 'VA_QR', bankAccount: '1', bankCode: 'BT' }),
  { amount: '30000', asset: 'TRX', crossPayoutAsset: 'USDT', cryptoAddress: TRON },
  {
    ...barePayout({
      amount: 100,
      currency: 'TRX',
      method: 'CRYPTOCOIN',
      cryptoAddress: TRON,
      crossPayoutAsset: 'USDT',
    }),
    clientOrderId: 'o-1',
  },
  { ...CARD, amount: 1, cardNumber: '5555555555554444' },
  { ...EURO, amount: 2000, currency: 'KZT', cardNumber: TEST_CARDS.success },
  FAILING,
];

const payins = (): unknown[] => [
  { ...CARD, comment: 'hi', clientOrderId: 'c-1', cardNumber: '5555555555554444' },
  { ...CARD, clientOrderId: 'c-1' },
  EURO,
  { ...USDT, amount: 100.5 },
  barePayin({ amount: 50_000, currency: 'IDR', method: 'VA_QR', channelCode: 'BCA' }),
  barePayin({ amount: 50_000, paymentMethodId: 'PMD-1' }),
];

const acquiring = (project: string, other: string): [string, unknown][] => {
  const at = (id: string, what: string): string => `/v1/user/crypto-acquiring/${id}/${what}`;
  return [
    [at(project, 'checkouts'), bareCheckout('FIXED_PRICE', { fixedAmount: { amount: 100, currency: 'USD' } })],
    [at(other, 'checkouts'), bareCheckout('SUGGESTED_FIXED_PRICE')],
    [at(project, 'requests'), bareRequest('ETHEREUM_USDT', { amount: 100, amountIn: 'USD' })],
    [at(other, 'requests'), bareRequest('TRON_USDT', { amount: 100, amountIn: 'USD' })],
    [at(project, 'requests'), bareRequest('SOLANA_USDC')],
    [at(project, 'static/bundles'), bareBundle('r', { allEnabledAssets: true })],
    [at(project, 'static/bundles'), bareBundle('r', { assets: ['TRON_USDT'] })],
  ];
};

/** Returns the id of the first payment of the instance. */
async function someId(trial: TestEmulator, base: string): Promise<string> {
  const [{ id } = { id: '' }] = await paymentsOf(trial, base);
  return id;
}

/** Settles payments of each kind in every way in turn and returns the answers. */
async function settleSome(trial: TestEmulator, base: string): Promise<TestResponse[]> {
  const seen: TestResponse[] = [];
  const ends = [
    [{ status: 'PARTIAL_SUCCESS', processedAmount: 40 }],
    [{ status: 'FAILED', reason: 'x' }],
    [{ status: 'SUCCESS' }],
    [{ status: 'FROZEN' }],
    [{ status: 'FROZEN' }, { status: 'PENDING' }],
  ];
  const payments = await paymentsOf(trial, base);
  for (const kind of ['PAYIN', 'PAYOUT']) {
    const unsettled = payments.filter(({ orderType, statuses }) => orderType === kind && statuses.at(-1) === 'PENDING');
    for (const [place, { id }] of unsettled.entries()) {
      for (const body of ends[place % ends.length] ?? []) {
        seen.push(await trial.ask({ path: `${base}/~control/payments/${id}/settle`, body, headers: CONTROL }));
      }
    }
  }
  return seen;
}

async function paymentsOf(trial: TestEmulator, base: string): Promise<HeldPayment[]> {
  const { json } = await trial.ask({ path: `${base}/~control/world`, headers: CONTROL });
  return (json as { accounts: { payments: HeldPayment[] }[] }).accounts.flatMap(({ payments }) => payments);
}

type HeldPayment = { id: string; orderType: string; statuses: string[] };
