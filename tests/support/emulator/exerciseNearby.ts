import { TEST_CARDS } from '../../../emulator/domain/testCards.ts';
import { bareRequest } from '../../../generators/payloads/acquiringRequest.ts';
import { bareBundle } from '../../../generators/payloads/bundle.ts';
import { bareCheckout } from '../../../generators/payloads/checkout.ts';
import { orderBody } from '../../../generators/payloads/exchange.ts';
import { barePayin, barePayout } from '../../../generators/payloads/payment.ts';
import { type Payable, payerIn } from './payer.ts';
import type { ListedMethod } from './sampleOrders.ts';
import { headersOf, signedHeaders, type TestEmulator, type TestRequest, type TestResponse } from './testEmulator.ts';

const ACQUIRING = '/v1/user/crypto-acquiring';
const SEARCH = '/v2/user/payments/search';

interface Shown {
  readonly id: string;
  readonly createdAt: string;
}

const read = (path: string): TestRequest => ({ path, headers: signedHeaders('') });

/** Requests with ids, references and names that nearly agree with those of real records. */
const nearMisses = (id: string, project: string): TestRequest[] => [
  read(`/v1/user/payments/${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`),
  read(`/v1/user/payments/${id}0`),
  read('/v1/user/exchange/rates/BTCUSDTX'),
  read(`${ACQUIRING}/rates/USDT/USD1`),
  ...['a', 'b'].map((end) => ({
    path: `${ACQUIRING}/${project}/static/bundles`,
    body: bareBundle(`${'r'.repeat(255)}${end}`, { assets: ['TRON_USDT'] }),
  })),
  { path: `${ACQUIRING}/${project}/checkouts`, body: bareCheckout('NO_PRICE', { name: 'name '.repeat(40) }) },
];

const CARD = { amount: 700, currency: 'UAH', method: 'CC_VISAMC' };

const PAYIN = '/v1/user/payments/payin';

/** A body as it stands in a file: with a line break at its end. */
const IN_A_FILE = `${JSON.stringify(barePayin(CARD))}\n`;

/** A pay-out whose amount has as many decimals as its coin. */
const TO_TRON = barePayout({
  amount: 30.123456,
  currency: 'USDT',
  method: 'CRYPTOCOIN',
  blockchain: 'TRON',
  cryptoAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
});

/** A small exchange order. */
const BITCOIN = orderBody({ symbolPair: 'BTCUSDT', side: 'SELL', amount: 0.00123 });

/** Orders whose id or card nearly agrees with another one, and a checkout whose name is nearly a number. */
const nearlyAlike = (project: string): TestRequest[] => [
  ...['a', 'b'].map((end) => ({
    path: '/v1/user/payments/payin',
    body: barePayin({ ...CARD, clientOrderId: `${'i'.repeat(255)}${end}` }),
  })),
  ...[`${TEST_CARDS.failed.slice(0, 6)}1234567899`, '4000001234550002', '4242421234554242'].map((cardNumber) => ({
    path: '/v1/user/payments/payout',
    body: barePayout({ ...CARD, cardNumber }),
  })),
  { path: `${ACQUIRING}/${project}/checkouts`, body: bareCheckout('NO_PRICE', { name: '00120' }) },
];

/** Searches for amounts on one side of zero, so that payments of every size are within one of them and not within another. */
const rangesOfAmounts = [1, 3, 10, 30, 100, 300, 1000, 10_000].flatMap((most) => [
  `${SEARCH}?amount=-${most}&amount=0`,
  `${SEARCH}?amount=0&amount=${most}`,
]);

/** Pays a request in its currency, but on another blockchain, and returns the path to read it. */
async function paidElsewhere(trial: TestEmulator, base: string, note: (seen: TestResponse) => void): Promise<string> {
  const payer = payerIn(trial, base, note);
  const { json } = await payer.at(0, 'requests', bareRequest('ETHEREUM_USDC', { amount: 100, amountIn: 'USD' }));
  const { id = '', address = '', payAmount = 10 } = (json ?? {}) as Partial<Payable>;
  await payer.pay({ asset: 'POLYGON_USDC', address, amount: payAmount });
  return `${ACQUIRING}/${trial.setup.accounts[0]?.projects[0]?.id}/requests/${id}`;
}

/** Requests of another account that name records of the main account in less usual ways. */
const foreign = (methodId: string, requestPath: string, headers: Readonly<Record<string, string>>): TestRequest[] =>
  [`${SEARCH}?methodId=${methodId}`, requestPath].map((path) => ({ path, headers }));

/** Exercises near misses, ranges of exact times, records of others, and a limited account that only searches. Returns all answers. */
export async function exerciseNearby(trial: TestEmulator, base: string): Promise<TestResponse[]> {
  const seen: TestResponse[] = [];
  const ask = async (asked: TestRequest): Promise<TestResponse> => {
    const answer = await trial.ask({ ...asked, path: base + asked.path });
    seen.push(answer);
    return answer;
  };
  const project = trial.setup.accounts[0]?.projects[0]?.id ?? '';
  const { json } = await ask(read('/v1/user/payments'));
  const [payment] = Array.isArray(json) ? (json as Shown[]) : [];
  for (const asked of nearMisses(payment?.id ?? '', project)) await ask(asked);
  await ask(read(`${SEARCH}?size=100&createdAt=2000-01-01,${encodeURIComponent(payment?.createdAt ?? '')}`));
  const methods = (await ask(read('/v1/user/methods'))).json;
  const isUsed = ({ currency, orderType }: ListedMethod) => currency === 'UAH' && orderType === 'PAYIN';
  const listed = Array.isArray(methods) ? (methods as ListedMethod[]) : [];
  const used = listed.find(isUsed) ?? listed[0];
  const { json: made } = await ask({ path: `${ACQUIRING}/${project}/requests`, body: bareRequest('TRON_USDT') });
  const requestPath = `${ACQUIRING}/${project}/requests/${(made as Shown | undefined)?.id}`;
  for (const asked of foreign(used?.id ?? 'PMD-0', requestPath, headersOf(trial.setup, 'second'))) await ask(asked);
  const limited = headersOf(trial.setup, 'limited');
  for (let count = 0; count < 32; count += 1) await ask({ path: SEARCH, headers: limited });
  for (const asked of nearlyAlike(project)) await ask(asked);
  await ask({ path: PAYIN, body: IN_A_FILE, headers: signedHeaders(IN_A_FILE) });
  // The second of two is an order of its own, since neither has a clientOrderId.
  for (const body of [BITCOIN, BITCOIN]) await ask({ path: '/v1/user/exchange', body });
  for (const body of [TO_TRON, TO_TRON]) await ask({ path: '/v1/user/payments/payout', body });
  const { json: paidOut } = await ask(read('/v1/user/payments'));
  const [partly] = Array.isArray(paidOut) ? (paidOut as Shown[]) : [];
  const { control } = payerIn(trial, base, (one) => seen.push(one));
  await control(`payments/${partly?.id}/settle`, { status: 'PARTIAL_SUCCESS', processedAmount: 12.345678 });
  for (const path of [`/v1/user/payments/${partly?.id}`, '/v1/user/wallet/balances']) await ask(read(path));
  const elsewhere = await paidElsewhere(trial, base, (one) => seen.push(one));
  trial.pass(60_000);
  for (const path of [elsewhere, '/v1/user/payments', ...rangesOfAmounts]) await ask(read(path));
  return seen;
}
