import { expect, test } from '@playwright/test';
import { barePayin, barePayout } from '../../tests/support/emulator/sampleBodies.ts';
import { openTestEmulator, type TestEmulator, type TestResponse } from '../../tests/support/emulator/testEmulator.ts';
import { TEST_CARDS } from '../domain/testCards.ts';

const CARD = barePayout({ amount: 100, currency: 'UAH', method: 'CC_VISAMC', cardNumber: '5555555555554444' });
const EURO = { ...CARD, currency: 'EUR', firstName: 'Ada', lastName: 'Lovelace', phoneNumber: '+49151' };
const USDT = {
  amount: 10,
  currency: 'USDT',
  method: 'CRYPTOCOIN',
  blockchain: 'TRON',
  cryptoAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
};

const pay = ({ ask }: TestEmulator, body: unknown): Promise<TestResponse> =>
  ask({ path: '/v1/user/payments/payout', body });

async function byOrder({ ask }: TestEmulator, orderId: string): Promise<Record<string, unknown>> {
  const page = (await ask({ path: `/v2/user/payments/search?orderId=${orderId}` })).json as {
    content: Record<string, unknown>[];
  };
  return page.content[0] ?? {};
}

async function balance({ ask }: TestEmulator, wanted: string): Promise<number> {
  const list = (await ask({ path: '/v1/user/wallet/balances' })).json as { currency: string; balance: number }[];
  return list.find(({ currency }) => currency === wanted)?.balance ?? Number.NaN;
}

test('a pay-out answers a bare order identifier as plain/text, and the order is found', async () => {
  const trial = openTestEmulator();
  const answer = await pay(trial, { ...CARD, comment: 'rent', clientOrderId: 'o-1' });
  expect(answer.headers['content-type']).toBe('plain/text');
  expect(answer.text).toMatch(/^ORD-[0-9a-f-]{36}$/);
  expect(await byOrder(trial, answer.text)).toMatchObject({
    status: 'NEW',
    amount: -100,
    orderType: 'PAYOUT',
    transactionType: 'DEBIT',
    comment: 'rent',
    clientOrderId: 'o-1',
    payoutCardNumber: '555555******4444',
    blockchain: null,
    reason: null,
  });
});

for (const [name, cardNumber, statuses] of [
  ['failing', TEST_CARDS.failed, ['NEW', 'PENDING', 'FAILED', 'FAILED', 'FAILED']],
  ['succeeding', TEST_CARDS.success, ['NEW', 'PENDING', 'SUCCESS', 'SUCCESS', 'SUCCESS']],
  ['any other', CARD.cardNumber, ['NEW', 'PENDING', 'PENDING', 'PENDING', 'PENDING']],
] as const) {
  test(`the ${name} card goes through ${statuses.join(', ')} on the clock`, async () => {
    const trial = openTestEmulator();
    const { text } = await pay(trial, { ...CARD, cardNumber });
    const seen: unknown[] = [];
    for (const ms of [0, 150, 350, 500, 3_600_000]) {
      trial.pass(ms);
      seen.push((await byOrder(trial, text)).status);
    }
    expect(seen).toEqual(statuses);
    expect(typeof (await byOrder(trial, text)).reason).toBe(name === 'failing' ? 'string' : 'object');
  });
}

test('a pay-out holds amount and fee at once, and a failure returns both', async () => {
  const trial = openTestEmulator();
  const before = await balance(trial, 'UAH');
  await pay(trial, { ...CARD, cardNumber: TEST_CARDS.failed });
  expect(await balance(trial, 'UAH')).toBe(before - 100 - 11);
  trial.pass(500);
  expect(await balance(trial, 'UAH')).toBe(before);
});

test('a crypto pay-out succeeds with 64 hex digits as its external id', async () => {
  const trial = openTestEmulator();
  const { text } = await pay(trial, USDT);
  trial.pass(600);
  const payment = await byOrder(trial, text);
  expect(payment).toMatchObject({ status: 'SUCCESS', blockchain: 'TRON', payoutCryptoAddress: USDT.cryptoAddress });
  expect(payment.externalId).toMatch(/^[0-9a-f]{64}$/);
  expect(payment.balanceAfterPayment).toBe(await balance(trial, 'USDT'));
});

for (const [name, body] of [
  ['EUR without firstName', { ...EURO, firstName: undefined }],
  ['EUR without lastName', { ...EURO, lastName: undefined }],
  ['USD without phoneNumber', { ...EURO, currency: 'USD', phoneNumber: undefined }],
  ['KZT without firstName', { ...CARD, currency: 'KZT', amount: 5000, lastName: 'L' }],
  ['USDT without blockchain', { ...USDT, blockchain: undefined }],
  ['an address of another chain', { ...USDT, blockchain: 'ETHEREUM' }],
  ['an address with a wrong checksum', { ...USDT, cryptoAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u' }],
  ['a card with a wrong check digit', { ...CARD, cardNumber: '5555555555554445' }],
  ['a currency without a method', { ...CARD, currency: 'XYZ' }],
  ['an unknown method', { ...CARD, method: 'CASH' }],
  ['no method at all', { amount: 10 }],
  ['amount zero', { ...CARD, amount: 0 }],
  ['amount below zero', { ...CARD, amount: -100 }],
  ['amount null', { ...CARD, amount: null }],
  ['amount as a word', { ...CARD, amount: 'ten' }],
  ['amount as NaN text', { ...CARD, amount: 'NaN' }],
  ['amount in a list', { ...CARD, amount: [100] }],
  ['a clientOrderId of 257 characters', { ...CARD, clientOrderId: 'x'.repeat(257) }],
  ['more than the balance', { ...USDT, currency: 'TRX', amount: 99_999 }],
] as const) {
  test(`refuses ${name} without any effect`, async () => {
    const trial = openTestEmulator();
    const before = (await trial.ask({ path: '/v1/user/wallet/balances' })).text;
    expect(await pay(trial, body)).toMatchObject({
      status: 400,
      json: { message: expect.any(String), code: expect.any(String) },
    });
    expect((await trial.ask({ path: '/v1/user/payments' })).json).toEqual([]);
    expect((await trial.ask({ path: '/v1/user/wallet/balances' })).text).toBe(before);
  });
}

test('accepts a numeric string, an unknown field, 256 characters beyond ASCII and EUR without receiverName', async () => {
  const trial = openTestEmulator();
  const clientOrderId = '😀'.repeat(256);
  expect((await pay(trial, { ...EURO, amount: '12.30', unknown: { deep: [1] }, clientOrderId })).status).toBe(200);
});

test('refuses a second use of a clientOrderId with 409 and moves nothing', async () => {
  const trial = openTestEmulator();
  expect((await pay(trial, { ...CARD, clientOrderId: 'one' })).status).toBe(200);
  const before = await balance(trial, 'UAH');
  expect((await pay(trial, { ...CARD, clientOrderId: 'one' })).status).toBe(409);
  expect(await balance(trial, 'UAH')).toBe(before);
  const payin = barePayin({ amount: 100, currency: 'UAH', method: 'CC_VISAMC', clientOrderId: 'one' });
  expect((await trial.ask({ path: '/v1/user/payments/payin', body: payin })).status).toBe(200);
});

test('concurrent requests with one clientOrderId make one order', async () => {
  const trial = openTestEmulator();
  const answers = await Promise.all(Array.from({ length: 10 }, () => pay(trial, { ...CARD, clientOrderId: 'race' })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a cross payout buys what is missing and pays it out, and both orders appear', async () => {
  const trial = openTestEmulator();
  const body = { amount: '30000', asset: 'TRON_TRX', crossPayoutAsset: 'TRON_USDT', cryptoAddress: USDT.cryptoAddress };
  const answer = await pay(trial, body);
  expect(answer.text).toMatch(/^ORD-/);
  expect(await balance(trial, 'TRX')).toBe(0);
  const list = (await trial.ask({ path: '/v1/user/payments' })).json;
  expect(list).toMatchObject([
    { orderType: 'PAYOUT', amount: -30000 },
    { orderType: 'EXCHANGE', currency: 'TRX' },
  ]);
});
