import { expect, test } from '@playwright/test';
import { creationOf, readOf } from '../tests/support/records/acquiringRecords.ts';
import { pageCounting, pageLines, pageNaming, pageResting } from '../tests/support/records/pageRecords.ts';
import { pricedCheckout, pricedRequest, sampleCreation, sampleProject } from '../tests/support/records/priceRecords.ts';
import { exchangeLine, paymentLike, recordOf, runLine, type SampleExchange } from '../tests/support/records/records.ts';
import { watched } from '../tests/support/records/watchedRecord.ts';
import { deliveryLine, experimentLine, registrationLine } from '../tests/support/records/webhookRecords.ts';
import type { Line } from '../traffic/journal/journalTypes.ts';
import { judgeAssertion, type OracleName, oracles } from './registry.ts';

const payin: SampleExchange = {
  operation: 'POST /v1/user/payments/payin',
  path: '/v1/user/payments/payin',
  key: 'K-1',
  answer: paymentLike(),
};
const refusal: SampleExchange = { ...payin, key: 'K-2', status: 400, answer: {}, atMs: 100 };
const search = (key: string, atMs: number, ...content: unknown[]): SampleExchange => ({
  operation: 'GET /v2/user/payments/search',
  path: `/v2/user/payments/search?clientOrderId=${key}`,
  answer: { content },
  atMs,
});
const get = (atMs: number, status: string): SampleExchange => ({
  operation: 'GET /v1/user/payments/{id}',
  answer: paymentLike({ status, externalId: 'e1' }),
  atMs,
});

const balances: SampleExchange = {
  operation: 'GET /v1/user/wallet/balances',
  answer: [{ currency: 'EUR', balance: 100 }],
  atMs: 6_200,
};
const failing: SampleExchange = {
  operation: 'POST /v1/user/payments/payout',
  key: 'K-3',
  body: '{"cardNumber":"<card success>"}',
  answer: 'ORD-3',
  atMs: 6_300,
};
const failed = paymentLike({
  id: 'PMT-3',
  orderId: 'ORD-3',
  orderType: 'PAYOUT',
  clientOrderId: 'K-3',
  status: 'FAILED',
});

const paid = { status: 'SUCCESS', txHash: 't1' };
const windowEnds = { id: 'CAPD-2', paymentWindowEndsAt: '2026-01-01T00:00:02Z', expiresAt: null };
const expired = { status: 'EXPIRED' };
const acquired = [
  creationOf('request', {}, 7_000),
  readOf('request', paid, 7_100),
  readOf('request', paid, 7_200),
  creationOf('checkout', { returnUrl: 'https://m.example/back' }, 7_300),
  readOf('checkout', expired, 11_000),
  readOf('checkout', expired, 11_100),
  creationOf('request', windowEnds, 11_200),
  readOf('request', { ...windowEnds, ...expired }, 13_000),
];
const price = { amount: 100, amountIn: 'USD', cryptoCurrency: 'ETHEREUM_USDT' };
const request: SampleExchange = {
  ...sampleCreation('requests', price, pricedRequest()),
  purpose: 'control',
  atMs: 14_000,
};
const checkout: SampleExchange = {
  ...sampleCreation('checkouts', pricedCheckout(), pricedCheckout()),
  purpose: 'control',
  atMs: 14_100,
};

const staticAddress = (asset: string, address: string) => ({
  id: `UBADR-${address}`,
  asset,
  address,
  values: { minLimit: 1, percentFee: 0, fixedFee: 0, networkFeeEstimate: 0 },
});

/** Payment addresses: webhooks report no end for the first, a failure for the second, a success for the third. */
const addresses = [
  staticAddress('TRON_USDT', 'T-told-by-none'),
  staticAddress('SOLANA_USDT', 'S-told-to-fail'),
  staticAddress('ETHEREUM_USDT', '0x-told-to-succeed'),
];

const looksAtUsdt = [201_000, 202_000, 203_000, 204_000, 300_000].map(
  (atMs): SampleExchange => ({ ...balances, answer: [{ currency: 'USDT', balance: 5 }], atMs }),
);

const bundle: SampleExchange = {
  operation: 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles',
  answer: { id: 'CASB-1', addresses },
  atMs: 200_000,
};

const delivery = (address: string, status: string) => ({
  kind: 'staticAddressPayment' as const,
  body: { address, status },
  atMs: 202_500,
});

const plan = [{ status: 200 }] as const;

const received: readonly Line[] = [
  registrationLine('payment'),
  registrationLine('staticAddressPayment'),
  deliveryLine('hooks-1', delivery('S-told-to-fail', 'FAILED')),
  deliveryLine('hooks-2', delivery('0x-told-to-succeed', 'SUCCESS')),
  deliveryLine('hooks-3', { body: paymentLike({ clientOrderId: 'K-1' }), atMs: 7_000 }),
  experimentLine([{ body: paymentLike(), atMs: 7_000 }], { plan }),
  experimentLine([{ kind: 'checkout', body: { id: 'CCO-1' }, atMs: 7_000 }], {
    id: 'X-2',
    webhook: 'checkout',
    match: 'CCO-1',
    plan,
  }),
];

/** One run that all assertions below refer to. */
const tale = [
  payin,
  refusal,
  search('K-1', 200, paymentLike()),
  get(6_000, 'PENDING'),
  search('K-2', 6_100),
  balances,
  failing,
  search('K-3', 6_400, failed),
  search('K-1', 6_500, paymentLike()),
  ...acquired,
  request,
  checkout,
  bundle,
  ...looksAtUsdt,
  { ...search('K-1', 310_000), account: 'second' },
];

/** A page before something and after it. */
const frame = { before: 'p0-3', after: 'p0-3' };
const tries = [{ encoding: 'a way', ...frame, ranged: [{ exchange: 'p0-3', field: 'amount', low: '0', high: '1' }] }];
const money = {
  fate: 'held',
  currency: 'EUR',
  fees: { percent: '1', fixed: '0', scale: 2 },
  rounds: [{ ...frame, from: 'p0-6', created: 'p0-7', to: 'p0-6' }],
};
const pair = { symbolPair: 'ABCXYZ', base: 'ABC', quote: 'XYZ', side: 'BUY' };
const traded = { rates: 'p0-6', balances: 'p0-6', base: 'p0-3', quote: 'p0-3' };

const rounds = (asset: string) =>
  [
    ['p0-21', 'p0-22'],
    ['p0-23', 'p0-24'],
  ].map(([before, after]) => ({ bundle: 'p0-20', asset, amount: '10', before, after }));
const asked = { requirement: 'WHK-05', webhook: 'payment', plan };

/** Assertions that conclude from absence, each with its result over the complete record. */
const resting: Partial<Record<OracleName, readonly [state: string, args: object]>> = {
  refused: ['held', { exchange: 'p0-2', control: 'p0-1', defect: 'a defect', effect: true }],
  rejected: ['held', { exchange: 'p0-2', control: 'p0-1', beside: ['p0-1'], defect: 'a defect', effect: true }],
  reaches: ['broken', { created: 'p0-1', status: 'SUCCESS' }],
  paidInPart: ['broken', { exchange: 'p0-4', requested: '10', processed: '5' }],
  staysPending: ['held', { created: 'p0-1', windowMs: 5_000 }],
  endAsTheirCard: ['broken', { card: 'success', status: 'SUCCESS' }],
  ...{ noEffects: ['held', {}], stillFound: ['held', {}], endsNoOtherCard: ['held', {}] },
  keepsApart: ['held', { theirs: 'p0-26', foreign: ['p0-26'] }],
  selectionsHold: ['held', { asked: [{ exchange: 'p0-5', ranges: [], index: 0 }] }],
  externalIdsAreText: ['held', {}],
  neverCrashes: ['held', {}],
  ...pageResting,
  answersWith: ['learned', { exchange: 'p0-2', key: 'a defect' }],
  halfPriceIs: ['learned', { exchange: 'p0-2', key: 'a defect' }],
  neverPaid: ['held', { exchange: 'p0-2', control: 'p0-1', defect: 'a defect' }],
  passesAllowance: ['held', { method: 'POST' }],
  isFound: ['broken', { exchange: 'p0-1', what: 'an order' }],
  works: ['held', { exchange: 'p0-1', what: 'an order' }],
  decimalsGet: ['learned', { exchange: 'p0-1', key: 'a key', sent: '1', below: '0', above: '2' }],
  appears: ['learned', { exchange: 'p0-1', view: 'list' }],
  receiverShown: ['learned', { exchange: 'p0-1', key: 'a key' }],
  returnsAmount: [
    'held',
    { rounds: [{ before: 'p0-6', created: 'p0-7', after: 'p0-6' }], currency: 'EUR', amount: '10' },
  ],
  notOverdrawn: ['held', { exchange: 'p0-2', control: 'p0-1', currency: 'EUR', what: 'an order' }],
  oneOrder: ['held', { uses: ['p0-2'], control: 'p0-1' }],
  notOverspent: [
    'held',
    {
      ...pair,
      asset: 'base',
      control: 'p0-7',
      attempts: [{ before: traded, created: ['p0-2', 'p0-2'], after: traded, amount: '1' }],
    },
  ],
  staysAboveZero: ['held', { exchange: 'p0-2', currency: 'EUR' }],
  endsUnderpaid: ['broken', { kind: 'request', created: 'p0-10', paid: '1 of 2' }],
  neverUnderpaid: ['held', { kind: 'request', created: 'p0-10', paid: '2 of 2' }],
  endsPaid: ['broken', { kind: 'request', created: 'p0-10', paid: '3 of 2', isMore: true }],
  paidOnce: ['held', { kind: 'request', created: 'p0-10', paid: '2 twice' }],
  onePaymentEach: ['held', {}],
  movesForward: ['held', {}],
  ...{ expiresOnTime: ['held', {}], endsInTime: ['held', { of: 'request' }] },
  requestsAgree: ['held', {}],
  requestsAreOfAssets: ['held', {}],
  showsWhatWasSent: ['held', { of: 'texts' }],
  lapses: ['held', { created: 'p0-16' }],
  requestsStart: ['held', {}],
  feesByPayer: ['held', {}],
  ratesNear: ['held', { asked: [{ base: 'USDT', quote: 'USD', exchange: 'p0-1' }] }],
  rests: ['held', { kind: 'request', fields: ['currency'] }],
  payAmountRests: ['held', {}],
  figureHolds: ['held', { figure: 'converted' }],
  figureRounds: ['learned', { figure: 'converted' }],
  signsWebhooks: ['held', {}],
  restsAfterSuccess: ['held', asked],
  arrivesLater: ['held', { ...asked, webhook: 'checkout' }],
  namesChainStates: ['held', {}],
  depositAnnounced: ['broken', { ...rounds('TRON_USDT')[0] }],
  enoughNeverFails: ['held', {}],
  tooLittleNeverSucceeds: ['held', {}],
  depositFails: ['held', { ...rounds('SOLANA_USDT')[0] }],
  creditsNet: ['broken', { rounds: rounds('TRON_USDT') }],
  staysUnconverted: ['broken', { rounds: rounds('TRON_USDT') }],
  creditsBalance: ['broken', { rounds: rounds('ETHEREUM_USDT') }],
};

const looks = { wanted: 'p0-3', from: 'p0-3', orders: 'p0-3', balances: 'p0-6', rates: 'p0-6' };
const trades = { ...pair, rounds: [{ before: traded, created: 'p0-7', after: traded }] };
const singles = { before: 'p0-6', singles: [{ pair: 'ABCXYZ', exchange: 'p0-1' }], after: 'p0-6' };
const short = { wanted: 'EUR', from: 'EUR', amount: '10', fees: { percent: '0', fixed: '0', scale: 2 } };
const round = { before: looks, created: 'p0-2', after: looks };

/** Assertions that look only at the exchanges that they name. */
const naming: Partial<Record<OracleName, object>> = {
  accepted: { exchange: 'p0-1', what: 'a pay-in' },
  acceptedLike: { exchange: 'p0-1', twin: 'p0-1', what: 'a pay-in' },
  addsNothing: { before: 'p0-1', defects: ['p0-2'], after: 'p0-1', asset: 'TRON_USDT' },
  letsIn: { exchange: 'p0-2', twin: 'p0-1', key: 'a key' },
  refusalLooks: { exchange: 'p0-2', key: 'a key' },
  answersJson: { exchange: 'p0-1', what: 'a pay-in' },
  hasPayUrl: { exchange: 'p0-1' },
  payUrlIs: { exchange: 'p0-1', key: 'a key' },
  answersPayment: { exchange: 'p0-1', what: 'a pay-in' },
  isHostToHost: { exchange: 'p0-1', what: 'a pay-in' },
  answersCard: { exchange: 'p0-1' },
  textBecomes: { exchange: 'p0-1', key: 'a key' },
  refusedAs: { asked: ['p0-2'], condition: 'a condition' },
  survives: { exchange: 'p0-1' },
  staysHidden: { own: 'p0-1', foreign: 'p0-3', theirs: 'p0-3', trace: 'PMT-', what: 'a payment' },
  balancesApart: { own: { alone: 'p0-3', close: 'p0-3' }, second: { alone: 'p0-3', close: 'p0-3', after: 'p0-3' } },
  leavesFrozen: { frozen: 'p0-4', after: 'p0-4', status: 'SUCCESS' },
  holdsNothing: {
    rounds: [{ before: 'p0-3', refused: 'p0-2', after: 'p0-3' }],
    currency: 'EUR',
    least: '1',
    most: '2',
  },
  staysPlain: { exchange: 'p0-1', accept: 'application/json' },
  isFreeElsewhere: { first: 'p0-1', second: 'p0-1', what: 'a pay-in' },
  areOwnOrders: { pairs: [{ uses: ['p0-1', 'p0-1'] }], what: 'a pay-in' },
  moveEach: {
    pairs: [{ before: 'p0-3', uses: ['p0-1', 'p0-1'], after: 'p0-3' }],
    assets: ['EUR'],
    fees: money.fees,
    what: 'a pay-in',
  },
  countsAs: { first: 'p0-1', second: 'p0-1', key: 'a key' },
  movesNoMore: {
    first: { before: 'p0-3', uses: ['p0-1'], after: 'p0-3' },
    rounds: [{ before: 'p0-3', uses: ['p0-1'], after: 'p0-3' }],
    assets: ['EUR'],
    allowed: 0,
    fees: money.fees,
    what: 'a pay-in',
  },
  visitsEachOnce: { rounds: [{ ...frame, walks: [['p0-3']] }] },
  filtersHold: { ...frame, filtered: ['p0-3'] },
  foundByMethod: { created: 'p0-1', searches: ['p0-3'], method: { orderType: 'PAYIN' } },
  finds: { exchange: 'p0-3', key: 'a key' },
  firstPage: { none: 'p0-3', zero: 'p0-3', one: 'p0-3' },
  largestPage: { tried: ['p0-3'] },
  rangeEncoding: { key: 'amount', tries },
  isSorted: { walks: [{ pages: ['p0-3'], descending: true }] },
  sortsBy: { asc: 'p0-3', desc: 'p0-3', key: 'amount' },
  answersSafely: { exchange: 'p0-3' },
  listIs: { ...frame, list: 'p0-6', length: 1 },
  moneyMoves: money,
  feesFit: money,
  limitsAgree: { ...singles, rates: 'p0-6' },
  ratesAgree: singles,
  pairsMatch: { before: 'p0-6', between: 'p0-6', after: 'p0-6' },
  traded: trades,
  exchangeMoves: trades,
  untraded: { ...trades, control: 'p0-1', defect: 'a defect' },
  restReturned: {
    prior: 'p0-3',
    before: 'p0-3',
    after: 'p0-3',
    currency: 'EUR',
    requested: '1',
    rest: '1',
    most: '2',
    payment: 'PMT-1',
    early: 'p0-3',
    late: 'p0-3',
  },
  crossPaidOut: { ...short, round, restored: 'p0-1' },
  notCrossed: { ...short, round, control: 'p0-1' },
  crossedById: { byId: 'p0-1', byNames: 'p0-2' },
  crossedOnce: { rounds: [{ ...frame, sent: 'p0-2' }], from: 'EUR', isReused: true, what: 'a cross payout' },
  isOfAsset: { exchange: 'p0-18', asset: 'ETHEREUM_USDT' },
  carriesPrice: { exchange: 'p0-19', what: 'a checkout' },
  carriesNoPrice: { exchange: 'p0-19', what: 'a checkout' },
  takesSettings: { exchange: 'p0-19' },
  returnsAsSent: { exchange: 'p0-19', what: 'a checkout' },
  returnsIfTaken: { exchange: 'p0-19', key: 'a key' },
  keepsFraction: { exchange: 'p0-19', key: 'a key' },
  furtherFields: { exchange: 'p0-19', key: 'a key' },
  estimatesBy: { exchange: 'p0-19', key: 'a key', before: ['p0-3'], after: ['p0-3'], options: 'p0-3' },
  opensForPayer: { page: 'p0-3', made: 'p0-1' },
  showsComponent: { exchange: 'p0-1', component: 'Payment', what: 'a payment' },
  ratesTurn: { asked: [{ base: 'USDT', quote: 'USD', exchange: 'p0-1' }] },
  ratesAnswer: { asked: [{ base: 'USDT', quote: 'USD', exchange: 'p0-1' }] },
  sameBundle: { first: 'p0-1', again: 'p0-1' },
  addsAssets: { before: 'p0-1', after: 'p0-1' },
  coversAssets: { calls: ['p0-1'], project: 'CAP-1', options: 'p0-1' },
  replacesDisabled: { before: 'p0-1', after: 'p0-1', address: 'T1' },
  oneBundle: { uses: ['p0-1'], later: 'p0-1' },
  ...pageNaming,
  lacks: { fault: { code: 'missing', wanted: 'a sample', hint: 'name it', exchanges: [] } },
};

/** Assertions without arguments. */
const ofWholeRecord = (oracleNames: string) => Object.fromEntries(oracleNames.split(' ').map((name) => [name, {}]));

/** Assertions that look at the whole record. A journal that lost lines changes nothing of what they conclude of this record. */
const counting: Partial<Record<OracleName, object>> = {
  ...ofWholeRecord(
    'depositsAnnounced depositsCredited bundlesKept creditsEach creditsSettled enoughSucceeds estimatesAgree feesAsListed',
  ),
  ...ofWholeRecord('havePayUrls oneOrderAfterDays ratesAsListed'),
  ...{ retriesAfter: asked, retriesAtMost: asked, retriesLater: asked, announcesEachMove: { created: 'p0-2' } },
  ...pageCounting,
  convertsPayment: { created: 'p0-10', before: 'p0-6', after: 'p0-6', paid: '1', conversions: {} },
  ...{ staysGranted: { scheme: 'signed' }, takesEach: { operation: 'POST /v1/user/exchange' } },
  rangesHold: { key: 'amount', tries },
  ...{ areHostToHost: { path: '/v1/h2h' }, singlesAgreeLater: { of: 'rates' } },
  neverSettles: { kind: 'request', created: 'p0-10', paid: '1 of 2' },
};

const names = Object.keys(oracles) as OracleName[];

/** The sample run exceeds no window with its POSTs. */
const quota = { post: 2, windowMs: 60_000 };

const lines: readonly Line[] = [
  { ...runLine, target: { ...runLine.target, quota, projects: [{ id: sampleProject, feePaidBy: 'merchant' }] } },
  ...tale.map((one, index) => exchangeLine(`p0-${index + 1}`, one)),
  ...received,
  ...pageLines,
];

const torn = async () => recordOf(lines);

const sealed = async () => recordOf([...lines, { kind: 'swept', atNs: '0', lines: lines.length }]);

test('every oracle is listed as one from absence or one of named exchanges', () => {
  expect([resting, naming, counting].flatMap((some) => Object.keys(some)).toSorted()).toEqual(names.toSorted());
});

for (const [name, [state, args]] of Object.entries(resting)) {
  test(`${name} concludes from absence, and proves nothing about a journal that lost lines`, async () => {
    expect(judgeAssertion(await sealed(), name, args).state).toBe(state);
    expect(judgeAssertion(await torn(), name, args)).toMatchObject({ state: 'undecided', outcome: 'inconclusive' });
    const live = await torn();
    live.live = true;
    expect(judgeAssertion(live, name, args)).not.toMatchObject({ outcome: 'inconclusive' });
  });
}

for (const [name, args] of Object.entries(counting)) {
  test(`${name} concludes the same of a journal that lost lines`, async () => {
    const result = judgeAssertion(await sealed(), name, args);
    expect(result).not.toMatchObject({ faults: [{ code: 'suiteError' }] });
    expect(judgeAssertion(await torn(), name, args)).toEqual(result);
  });
}

for (const [name, args] of Object.entries(naming)) {
  test(`${name} looks only at the exchanges that it names`, async () => {
    const { record, looked } = watched(await sealed());
    const result = judgeAssertion(record, name, args);
    expect(result).not.toMatchObject({ faults: [{ code: 'suiteError' }] });
    expect([...looked]).toEqual([]);
    expect(judgeAssertion(await torn(), name, args)).toEqual(result);
  });
}
