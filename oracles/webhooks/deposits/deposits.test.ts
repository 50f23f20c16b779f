import { expect, test } from '@playwright/test';
import { exchangeLine, paymentLike, type SampleExchange } from '../../../tests/support/records/records.ts';
import {
  recordOfWebhooks,
  registrationLine,
  type SampleDelivery,
} from '../../../tests/support/records/webhookRecords.ts';
import { Exchange } from '../../../traffic/journal/exchange.ts';
import { depositsAnnounced } from './announcedStatuses.ts';
import { creditsBalance, creditsNet, staysUnconverted } from './credits.ts';
import { addressTermsOf, depositAnnounced, depositFails } from './deposits.ts';

const asset = 'TRON_USDT';
const address = 'TAddress1';
const values = { minLimit: 2, percentFee: 1, fixedFee: 0.5, networkFeeEstimate: 1 };
const entry = { id: 'UBADR-1', asset, address, active: true, values, createdAt: '2026-01-01T00:00:00Z' };

const bundle: SampleExchange = {
  operation: 'POST /v1/user/crypto-acquiring/{projectId}/static/bundles',
  path: '/v1/user/crypto-acquiring/CAP-1/static/bundles',
  answer: { referenceId: 'r1', id: 'CASB-1', addresses: [entry], addressesByAsset: { [asset]: entry } },
  atMs: 1_000,
};

const balances = (atMs: number, usdt: number, eur = 0): SampleExchange => ({
  operation: 'GET /v1/user/wallet/balances',
  path: '/v1/user/wallet/balances',
  answer: [
    { currency: 'USDT', balance: usdt },
    { currency: 'EUR', balance: eur },
  ],
  atMs,
});

/** 100 less 1 %, less a fixed 0.5, and about 1 for the network. */
const conforming = 97.6;

const later: SampleExchange = { atMs: 90_000 };

const first = { bundle: 'p0-1', asset, amount: '100', before: 'p0-2', after: 'p0-3' };
const second = { ...first, before: 'p0-4', after: 'p0-5' };

const rises = (...[one = 0, two = 0]: readonly number[]): SampleExchange[] => [
  bundle,
  balances(10_000, 5),
  balances(20_000, 5 + one),
  balances(30_000, 50),
  balances(40_000, 50 + two),
  later,
];

const static_ = (body: object, atMs = 15_000): SampleDelivery => ({ kind: 'staticAddressPayment', body, atMs });

test('the terms of an address are read if they are complete', () => {
  const read = (sample: SampleExchange) => addressTermsOf(new Exchange(exchangeLine('p0-1', sample)), asset);
  expect(read(bundle)?.minLimit.toFixed()).toBe('2');
  expect(read({ ...bundle, answer: { addresses: [{ ...entry, values: {} }] } })).toBeUndefined();
  expect(read({ ...bundle, status: 400 })).toBeUndefined();
});

test.describe('credited', () => {
  const net = async (exchanges: readonly SampleExchange[]) =>
    creditsNet(await recordOfWebhooks({ exchanges }), { rounds: [first, second] }).state;

  test('is the amount received less the fees, in a round without other movements', async () => {
    expect(await net(rises(conforming, conforming))).toBe('held');
    expect(await net(rises(conforming, 70))).toBe('held');
    expect(await net(rises(96.6, conforming))).toBe('held');
  });

  test('is too much or too little in every round', async () => {
    for (const odd of [100, 99, 90, 0]) expect(await net(rises(odd, odd))).toBe('broken');
  });

  test('may be without a network fee, and one far beyond the estimate is only advised against', async () => {
    expect(await net(rises(98.5, 98.5))).toBe('held');
    const record = await recordOfWebhooks({ exchanges: rises(90, 90) });
    expect(creditsNet(record, { rounds: [first, second] })).toMatchObject({ faults: [{ code: 'beyondEstimate' }, {}] });
  });

  test('is unknown while something else may have moved the balance', async () => {
    const payout: SampleExchange = {
      operation: 'POST /v1/user/payments/payout',
      key: 'K-9',
      answer: 'ORD-1',
      atMs: 12_000,
    };
    expect(await net([...rises(100, 100), payout])).toBe('undecided');
    const none = { ...balances(20_000, 5), answer: [{ currency: 'USDT' }] };
    expect(await net([bundle, none, none, none, none])).toBe('undecided');
  });

  test('is in the received currency, and required once a webhook says SUCCESS', async () => {
    const rounds = [first, second];
    const converted = [
      bundle,
      balances(10_000, 5, 1),
      balances(20_000, 5, 90),
      balances(30_000, 5, 90),
      balances(40_000, 5, 180),
    ];
    expect(staysUnconverted(await recordOfWebhooks({ exchanges: converted }), { rounds }).state).toBe('broken');
    expect(
      staysUnconverted(await recordOfWebhooks({ exchanges: rises(conforming, conforming) }), { rounds }).state,
    ).toBe('held');
    const credited = async (exchanges: readonly SampleExchange[], deliveries: readonly SampleDelivery[]) =>
      creditsBalance(await recordOfWebhooks({ exchanges, deliveries }), { rounds }).state;
    const said = [static_({ address, status: 'SUCCESS' })];
    expect(await credited(rises(conforming, conforming), said)).toBe('held');
    expect(await credited(rises(0, 0), said)).toBe('broken');
    expect(await credited(rises(0, 0), [static_({ address, status: 'FAILED' })])).toBe('undecided');
    // Of the smaller amount the network fee, of which only an estimate is shown, may leave nothing.
    const [ample, least] = [first, { ...second, amount: '4' }];
    const both = async (...risen: readonly number[]) =>
      creditsBalance(await recordOfWebhooks({ exchanges: rises(...risen), deliveries: said }), {
        rounds: [ample, least],
      }).state;
    expect(await both(conforming, 0)).toBe('held');
    expect(await both(0, 0)).not.toBe('held');
  });
});

test.describe('a payment to a static address', () => {
  const announced = async (deliveries: readonly SampleDelivery[], risen = conforming) =>
    depositAnnounced(await recordOfWebhooks({ exchanges: rises(risen), deliveries }), first).state;

  test('is announced, in a body of any form', async () => {
    const bodies = [
      { address, status: 'SUCCESS' },
      { data: { staticAddressId: 'UBADR-1', state: 'SUCCESS' } },
      { to: address.toLowerCase(), paid: 1 },
    ];
    for (const body of bodies) expect(await announced([static_(body)])).toBe('held');
    expect(await announced([static_({ address, status: 'PENDING' })], 0)).toBe('held');
  });

  test('is not announced, or its end is not', async () => {
    expect(await announced([])).toBe('broken');
    expect(await announced([static_({ address, status: 'PENDING' })])).toBe('broken');
    expect(await announced([static_({ hash: 'abc' })])).toBe('undecided');
    const none = await recordOfWebhooks({ exchanges: rises(conforming), lines: [registrationLine('payment')] });
    expect(depositAnnounced(none, first).state).toBe('undecided');
  });

  test('is announced in each status that reads show, in any order', async () => {
    const id = 'PMT-1';
    const list = (status: string, atMs: number): SampleExchange => ({
      operation: 'GET /v1/user/payments',
      answer: [{ id, status }],
      atMs,
    });
    const read = [
      bundle,
      balances(10_000, 5),
      balances(20_000, 5 + conforming),
      list('PENDING', 12_000),
      list('SUCCESS', 19_000),
    ];
    const stateOf = async (...statuses: readonly string[]) => {
      const deliveries = statuses.map((status, index) => static_({ id, address, status }, 15_000 + index));
      return depositAnnounced(await recordOfWebhooks({ exchanges: [...read, later], deliveries }), first).state;
    };
    expect(await stateOf('SUCCESS', 'PENDING')).toBe('held');
    expect(await stateOf('SUCCESS')).toBe('broken');
    // Both webhooks may report the state at the time of sending.
    expect(await stateOf('SUCCESS', 'SUCCESS')).toBe('held');
  });

  test('below the minimum fails', async () => {
    const ends = async (...deliveries: readonly SampleDelivery[]) =>
      depositFails(await recordOfWebhooks({ exchanges: rises(0), deliveries }), { ...first, amount: '1' }).state;
    const says = (status: string, atMs?: number) => static_({ address, status }, atMs);
    expect(await ends(says('PENDING'), says('FAILED', 16_000))).toBe('held');
    expect(await ends(says('FAILED'), says('PENDING', 16_000))).toBe('held');
    expect(await ends(says('SUCCESS'))).toBe('broken');
    expect(await ends(says('PENDING'))).toBe('broken');
    expect(await ends()).toBe('undecided');
  });
});

test('a payment to a static address may be shown as NEW before, which is a creation and need not be announced', async () => {
  const list = (status: string, atMs: number): SampleExchange => ({
    operation: 'GET /v1/user/payments',
    answer: [{ id: 'PMT-1', status }],
    atMs,
  });
  const read = [
    bundle,
    balances(10_000, 5),
    balances(20_000, 5 + conforming),
    ...['NEW', 'PENDING', 'SUCCESS'].map((status, index) => list(status, 12_000 + 1_000 * index)),
    later,
  ];
  const judged = async (...statuses: readonly string[]) => {
    const deliveries = statuses.map((status) =>
      static_({ id: 'PMT-1', address, status, createdAt: '2027-01-01T00:00:00Z' }),
    );
    const record = await recordOfWebhooks({ exchanges: read, deliveries });
    return [depositAnnounced(record, first).state, depositsAnnounced(record).state];
  };
  expect(await judged('PENDING', 'SUCCESS')).toEqual(['held', 'held']);
  expect(await judged('SUCCESS')).toEqual(['broken', 'broken']);
});

test('SAB-09 a payment from before the run is no part of it', async () => {
  const of = async (createdAt: string) => {
    const payment = paymentLike({ id: 'PMT-00000000-0000-4000-8000-000000000002', createdAt, clientOrderId: null });
    const exchanges: SampleExchange[] = [
      {
        operation: 'GET /v1/user/payments/{id}',
        path: `/v1/user/payments/${payment['id']}`,
        headers: [['date', 'Thu, 01 Jan 2026 00:00:01 GMT']],
        answer: { ...payment, status: 'SUCCESS' },
        atMs: 10_000,
      },
      { atMs: 190_000 },
    ];
    const deliveries = [static_({ ...payment, status: 'PENDING' }, 20_000)];
    return depositsAnnounced(await recordOfWebhooks({ exchanges, deliveries })).state;
  };
  expect(await of('2026-01-01T00:00:02Z')).toBe('broken');
  expect(await of('2025-12-31T23:59:00Z')).toBe('held');
});
