import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { sentence } from '../../traffic/outcome/fault.ts';
import { paymentsInSeveralViews, viewsAgree } from './viewAgreement.ts';

type Fields = Readonly<Record<string, unknown>>;

const views = {
  create: (fields: Fields): SampleExchange => ({
    operation: 'POST /v1/user/payments/payin',
    key: 'K-1',
    answer: paymentLike(fields),
  }),
  get: (fields: Fields): SampleExchange => ({ operation: 'GET /v1/user/payments/{id}', answer: paymentLike(fields) }),
  list: (fields: Fields): SampleExchange => ({ operation: 'GET /v1/user/payments', answer: [paymentLike(fields)] }),
  search: (fields: Fields): SampleExchange => ({
    operation: 'GET /v2/user/payments/search',
    path: '/v2/user/payments/search?clientOrderId=K-1',
    answer: { content: [paymentLike(fields)] },
  }),
};

type View = keyof typeof views;
type Seen = readonly [view: View, atMs: number, fields: Fields];

const sampleOf = ([view, atMs, fields]: Seen): SampleExchange => ({ ...views[view](fields), atMs });

async function faultsOf(...seen: readonly Seen[]) {
  return paymentsInSeveralViews(await recordOfExchanges(...seen.map(sampleOf))).flatMap(viewsAgree);
}

const done: Fields = { status: 'SUCCESS', externalId: 'e1', balanceAfterPayment: 5, reason: 'paid' };

const agreeing: Readonly<Record<string, readonly Seen[]>> = {
  'the same in all views': [
    ['create', 0, {}],
    ['search', 100, {}],
    ['list', 200, {}],
    ['get', 300, {}],
  ],
  'null in one view, absent in another, set in a third': [
    ['get', 0, { comment: null }],
    ['search', 100, { comment: undefined }],
    ['list', 200, { comment: 'conformance' }],
  ],
  'two against nine fraction digits of a time': [
    ['get', 0, { createdAt: '2026-01-01T00:00:01.123456789Z' }],
    ['list', 100, { createdAt: '2026-01-01T00:00:01.12Z' }],
  ],
  'a time that one view rounds up': [
    ['get', 0, { createdAt: '2026-01-01T00:00:01.999999999Z' }],
    ['list', 100, { createdAt: '2026-01-01T00:00:02.00Z' }],
  ],
  'the same instant in another zone': [
    ['get', 0, { createdAt: '2026-01-01T00:00:01Z' }],
    ['list', 100, { createdAt: '2026-01-01T02:00:01+02:00' }],
  ],
  'a list three seconds behind, which was seen to be': [
    ['create', 0, {}],
    ['get', 10, { ...done }],
    ['list', 2_500, {}],
    ['list', 3_500, { ...done }],
  ],
  'a status that a list shows later, when the list was seen to be three seconds behind': [
    ['create', 0, {}],
    ['get', 4_000, done],
    ['list', 6_500, {}],
  ],
  'a view that was behind for long, and came to show the same': [
    ['get', 0, done],
    ['list', 2_500, {}],
    ['list', 9_000, done],
  ],
  'a status that moves between two reads': [
    ['get', 0, { status: 'NEW' }],
    ['list', 5_000, { status: 'PENDING' }],
    ['search', 9_000, done],
  ],
  'the amount that was processed in part': [
    ['create', 0, { amount: 10 }],
    ['get', 100, { amount: 4, status: 'PARTIAL_SUCCESS' }],
    ['search', 9_000, { amount: 4, status: 'PARTIAL_SUCCESS' }],
  ],
  'a bank account that comes later, and that the list masks': [
    ['create', 0, { payinBankAccount: null }],
    ['get', 100, { payinBankAccount: '8801234567' }],
    ['list', 200, { payinBankAccount: '******4567' }],
  ],
  'an externalId that the processor replaces after the end': [
    ['get', 0, done],
    ['search', 5_000, { ...done, externalId: 'f'.repeat(64) }],
    ['get', 6_000, { ...done, externalId: 'f'.repeat(64) }],
  ],
  'an address in two spellings': [
    ['get', 0, { payoutCryptoAddress: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }],
    ['search', 100, { payoutCryptoAddress: '0xdac17f958d2ee523a2206206994597c13d831ec7' }],
  ],
  'a comment in composed and decomposed letters': [
    ['create', 0, { comment: 'Zoe\u0308' }],
    ['get', 100, { comment: 'Zo\u00eb' }],
  ],
  'a list that shows the end late': [
    ['get', 0, done],
    ['list', 5_000, { ...done, status: 'PENDING' }],
    ['list', 9_000, done],
  ],
  'two final statuses within two seconds': [
    ['get', 0, done],
    ['list', 1_900, {}],
  ],
};

/** Precedes the samples that need it: an order that the list missed at first and showed after three seconds. */
const slowList: readonly SampleExchange[] = [
  { operation: 'POST /v1/user/payments/payin', key: 'K-0', answer: paymentLike({ id: 'PMT-0', clientOrderId: 'K-0' }) },
  { operation: 'GET /v1/user/payments', answer: [], atMs: 1_000 },
  { operation: 'GET /v1/user/payments', answer: [paymentLike({ id: 'PMT-0', clientOrderId: 'K-0' })], atMs: 3_000 },
];

for (const [name, seen] of Object.entries(agreeing)) {
  test(`${name} is agreement`, async () => {
    const before = name.includes('seen to be') ? slowList : [];
    const record = await recordOfExchanges(...before, ...seen.map(sampleOf));
    expect(paymentsInSeveralViews(record).flatMap(viewsAgree)).toEqual([]);
  });
}

const disagreeing: Readonly<Record<string, readonly [fields: string, ...seen: Seen[]]>> = {
  'an externalId of its own in search': [
    'externalId',
    ['get', 0, done],
    ['search', 5_000, { ...done, externalId: 'e2' }],
    ['get', 6_000, done],
  ],
  'an address of another chain by view': [
    'payoutCryptoAddress',
    ['get', 0, { payoutCryptoAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
    ['search', 100, { payoutCryptoAddress: 'tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t' }],
  ],
  'another currency in the list': ['currency', ['get', 0, {}], ['list', 100, { currency: 'USD' }]],
  'another bank account in search': [
    'payinBankAccount',
    ['get', 0, { payinBankAccount: '8801234567' }],
    ['search', 100, { payinBankAccount: '8801234568' }],
  ],
  'another amount in search': ['amount', ['create', 0, { amount: 10 }], ['search', 100, { amount: 10.01 }]],
  'an order id of its own in each view': [
    'orderId',
    ['get', 0, {}],
    ['list', 100, { orderId: 'ORD-00000000-0000-4000-8000-000000000002' }],
  ],
  'a comment that the first view leaves out': [
    'comment',
    ['create', 0, { comment: null }],
    ['get', 100, { comment: 'one' }],
    ['list', 200, { comment: 'other' }],
  ],
  'a time cut to another second': [
    'createdAt',
    ['get', 0, { createdAt: '2026-01-01T00:00:01.5Z' }],
    ['list', 100, { createdAt: '2026-01-01T00:00:02.6Z' }],
  ],
  'a status that a list never shows': ['status', ['get', 0, done], ['list', 5_000, { ...done, status: 'PENDING' }]],
  'a status that a list shows when what is new must long be visible': [
    'status',
    ['get', 0, done],
    ['list', 15_000, { ...done, status: 'PENDING' }],
    ['list', 19_000, done],
  ],
  'the requested amount in a list, long after a part was paid': [
    'amount',
    ['get', 0, { amount: 4, status: 'PARTIAL_SUCCESS' }],
    ['list', 100, { amount: 10, status: 'PARTIAL_SUCCESS' }],
    ['list', 5_000, { amount: 10, status: 'PARTIAL_SUCCESS' }],
  ],
  'the requested amount in a list for hours, until it shows the paid one': [
    'amount',
    ['get', 0, { amount: 4, status: 'PARTIAL_SUCCESS' }],
    ['list', 5_000, { amount: 10, status: 'PARTIAL_SUCCESS' }],
    ['list', 9_000, { amount: 4, status: 'PARTIAL_SUCCESS' }],
  ],
  'another reason once it rests': ['reason', ['get', 0, done], ['search', 5_000, { ...done, reason: 'else' }]],
};

for (const [name, [field, ...seen]] of Object.entries(disagreeing)) {
  test(`${name} is a disagreement`, async () => {
    const faults = await faultsOf(...seen);
    expect(faults.map((fault) => fault.code === 'disagreement' && fault.field)).toEqual([field]);
  });
}

test('a disagreement is reported with both values as written', async () => {
  const text = (amount: string) =>
    JSON.stringify(paymentLike({ amount: 0 })).replace('"amount":0', `"amount":${amount}`);
  const record = await recordOfExchanges(
    { operation: 'GET /v1/user/payments/{id}', answer: text('105.82306278') },
    { operation: 'GET /v1/user/payments', answer: `[${text('105.82306270')}]`, atMs: 100 },
  );
  const [fault] = paymentsInSeveralViews(record).flatMap(viewsAgree);
  expect(fault && sentence(fault).seen).toBe('105.82306278 by get and 105.82306270 by list');
});

test('numbers agree by value, however they are written', async () => {
  const text = (amount: string) =>
    JSON.stringify(paymentLike({ amount: 0 })).replace('"amount":0', `"amount":${amount}`);
  const record = await recordOfExchanges(
    { operation: 'GET /v1/user/payments/{id}', answer: text('10') },
    { operation: 'GET /v1/user/payments', answer: `[${text('10.00')}]`, atMs: 100 },
  );
  expect(paymentsInSeveralViews(record).flatMap(viewsAgree)).toEqual([]);
});

test('a payment that only one view shows has no history', async () => {
  const record = await recordOfExchanges(sampleOf(['get', 0, {}]), sampleOf(['get', 100, { currency: 'USD' }]));
  expect(paymentsInSeveralViews(record)).toEqual([]);
});
