import { expect, test } from '@playwright/test';
import {
  exchangeLine,
  paymentLike,
  recordOf,
  recordOfExchanges,
  runLine,
  type SampleExchange,
} from '../../tests/support/records/records.ts';
import type { Line } from '../../traffic/journal/journalTypes.ts';
import {
  chainlessFaults,
  externalIdsAreText,
  hasBlockchainOfItsCurrency,
  hasNoNeedlessReason,
  hasPayUrl,
  havePayUrls,
  isNewOrPending,
  isUnsetAtCreation,
  paidInPart,
  payUrlIs,
  signOf,
} from './paymentFields.ts';

type Fields = Readonly<Record<string, unknown>>;

const get = (fields: Fields, parts: SampleExchange = {}): SampleExchange => ({
  operation: 'GET /v1/user/payments/{id}',
  answer: paymentLike(fields),
  ...parts,
});

async function seen(fields: Fields) {
  const [sighting] = (await recordOfExchanges(get(fields))).payments;
  if (!sighting) throw new Error('no payment was told');
  return sighting;
}

test('the sign of an amount is that of its exact value', async () => {
  for (const [amount, sign] of [
    [10, 'positive'],
    [-0.00000001, 'negative'],
    [0, 'zero'],
    ['10', 'no number'],
    [null, 'no number'],
  ] as const)
    expect(signOf(await seen({ amount }))).toBe(sign);
});

test('a new pay-in is NEW or PENDING, and has neither externalId nor balance', async () => {
  for (const status of ['NEW', 'PENDING']) expect(isNewOrPending(await seen({ status }))).toBeUndefined();
  for (const status of ['SUCCESS', 'FROZEN', 'new', null])
    expect(isNewOrPending(await seen({ status }))?.code).toBe('notAtCreation');
  expect(isUnsetAtCreation(await seen({ externalId: null, balanceAfterPayment: undefined }))).toEqual([]);
  expect(isUnsetAtCreation(await seen({ externalId: 'e', balanceAfterPayment: 0 }))).toHaveLength(2);
});

test('a fiat payment has no blockchain, and BITCOIN belongs to BTC', async () => {
  for (const [currency, blockchain, isValid] of [
    ['EUR', null, true],
    ['EUR', undefined, true],
    ['BTC', 'BITCOIN', true],
    ['USDT', 'TRON', true],
    ['USDT', null, true],
    ['USDC', 'SOLANA', true],
    ['EUR', 'ETHEREUM', false],
    ['USDT', 'BITCOIN', false],
  ] as const)
    expect(
      hasBlockchainOfItsCurrency(await seen({ currency, blockchain })) === undefined,
      `${currency} ${blockchain}`,
    ).toBe(isValid);
});

test('a payment in BTC has no other blockchain, unless a list names it', async () => {
  const bitcoin = async (blockchain: string | null, isNamed: boolean) =>
    hasBlockchainOfItsCurrency(await seen({ currency: 'BTC', method: 'CRYPTOCOIN', blockchain }), () => isNamed);
  expect(await bitcoin('ETHEREUM', false)).toMatchObject({ wanted: 'BITCOIN', seen: 'the text ETHEREUM' });
  expect(await bitcoin('ETHEREUM', true)).toBeUndefined();
  expect(await bitcoin('BITCOIN', false)).toBeUndefined();
  expect(await bitcoin(null, false)).toBeUndefined();
});

const one = { exchange: 'p0-1' };

test('a payUrl is an absolute URL, possibly of a bank application', async () => {
  for (const payUrl of ['https://pay.example.com/x?y=1', 'HTTP://pay.example.com', 'bankapp://pay/1'])
    expect(hasPayUrl(await recordOfExchanges(get({ payUrl })), one).state).toBe('held');
  for (const payUrl of ['/pay/1', '//pay.example.com', 'pay.example.com', '', null, undefined, 1])
    expect(hasPayUrl(await recordOfExchanges(get({ payUrl })), one).state, String(payUrl)).toBe('broken');
  expect(hasPayUrl(await recordOfExchanges(get({}, { failure: 'reset' })), one)).toMatchObject({ outcome: 'error' });
});

test('a pay-in by QR code needs no payUrl if none of its kind has one', async () => {
  const payin = (fields: object, key: string): SampleExchange => ({
    operation: 'POST /v1/user/payments/payin',
    key,
    answer: paymentLike({ method: 'VA_QR', payUrl: null, clientOrderId: key, id: `PMT-${key}`, ...fields }),
  });
  const ruled = async (fields: object) =>
    hasPayUrl(await recordOfExchanges(payin({}, 'K-1'), payin(fields, 'K-2')), one);
  expect(await ruled({})).toMatchObject({ outcome: 'not applicable' });
  expect(await ruled({ payUrl: 'https://pay.example.com/2', currency: 'IDR' })).toMatchObject({
    outcome: 'not applicable',
  });
  expect((await ruled({ payUrl: 'https://pay.example.com/2' })).state).toBe('broken');
});

test('a payUrl is absolute in every view', async () => {
  const found = async (payUrl: unknown) => havePayUrls(await recordOfExchanges(get({ payUrl, method: 'CRYPTOCOIN' })));
  for (const payUrl of [null, 'https://pay.example.com/1']) expect((await found(payUrl)).state).toBe('held');
  expect(await found('/pay/1')).toMatchObject({ faults: [{ code: 'schema', seen: '/pay/1' }] });
});

test('a payment that did not fail has no reason, which warns', async () => {
  const found = async (fields: Parameters<typeof seen>[0]) => hasNoNeedlessReason(await seen(fields))?.code;
  for (const status of ['NEW', 'PENDING', 'SUCCESS'])
    expect(await found({ status, reason: 'Approved' })).toBe('reasonOfNoFailure');
  for (const reason of [null, '', undefined]) expect(await found({ status: 'SUCCESS', reason })).toBeUndefined();
  for (const status of ['FAILED', 'EXPIRED', 'FROZEN', 'PARTIAL_SUCCESS'])
    expect(await found({ status, reason: 'Declined' })).toBeUndefined();
});

test('the presence of a payUrl is learned only from accepted pay-ins', async () => {
  const learned = async (sample: SampleExchange) =>
    payUrlIs(await recordOfExchanges(sample), { ...one, key: 'CRYPTOCOIN' });
  expect(await learned(get({ payUrl: null }))).toMatchObject({ state: 'learned', value: 'none' });
  expect(await learned(get({ payUrl: '/pay' }))).toMatchObject({ state: 'learned', value: 'set' });
  expect((await learned(get({}, { status: 400 }))).state).toBe('broken');
});

test('a partial payment has the processed amount, with any sign and notation', async () => {
  const part = { ...one, requested: '10', processed: '4.10' };
  const ruled = async (amount: unknown, status = 'PARTIAL_SUCCESS') =>
    paidInPart(await recordOfExchanges(get({ amount, status })), part);
  for (const amount of [4.1, -4.1]) expect((await ruled(amount)).state).toBe('held');
  for (const amount of [10, 5.9, 4.11, null]) expect((await ruled(amount)).state).toBe('broken');
  expect(await ruled(4.1, 'SUCCESS')).toMatchObject({ faults: [{ code: 'notReached', seen: 'SUCCESS' }] });
});

test('a payment whose move the control API refused shows nothing about a partial payment', async () => {
  const what = `payments/${String(paymentLike()['id'])}/settle`;
  const move: Line = { kind: 'lever', requirement: 'PAY-13', what, args: {}, ok: false, atNs: '0' };
  const record = await recordOf([runLine, exchangeLine('p0-1', get({ status: 'SUCCESS' })), move]);
  const said = paidInPart(record, { ...one, requested: '10', processed: '4.10' });
  expect(said).toMatchObject({ faults: [{ code: 'noEvidence' }] });
});

test('every externalId that is set is a string', async () => {
  expect(externalIdsAreText(await recordOfExchanges(get({ externalId: 'e' }), get({ externalId: null }))).state).toBe(
    'held',
  );
  expect(externalIdsAreText(await recordOfExchanges(get({ externalId: 'e' }), get({ externalId: 7 }))).state).toBe(
    'broken',
  );
  expect(externalIdsAreText(await recordOfExchanges(get({ externalId: null })))).toMatchObject({
    outcome: 'unverified',
  });
});

test('payments of a refused answer do not count', async () => {
  const record = await recordOf([runLine, exchangeLine('p0-1', get({}, { status: 400 }))]);
  expect(record.payments).toEqual([]);
});

test('two pay-ins that send their payers to one address are reported', async () => {
  const made = (last: number, payUrl: string) => ({
    operation: 'POST /v1/user/payments/payin' as const,
    key: `K-${last}`,
    answer: paymentLike({ id: `PMT-${last}`, payUrl, method: 'CC_VISAMC' }),
  });
  const codes = async (...urls: readonly string[]) => {
    const result = havePayUrls(await recordOfExchanges(...urls.map((url, index) => made(index, url))));
    return 'faults' in result ? result.faults.map(({ code }) => code) : result.state;
  };
  expect(await codes('https://a.example/1', 'https://a.example/2')).toBe('held');
  expect(await codes('https://a.example/1', 'https://a.example/1')).toEqual(['sharedUrl']);
});

test('a payment in coins without a blockchain is odd where others in its currency have one in the same view', async () => {
  const shown = async (...values: readonly Record<string, unknown>[]) => {
    const coins = values.map((value, nth) => paymentLike({ id: `PMT-${nth}`, method: 'CRYPTOCOIN', ...value }));
    const record = await recordOfExchanges({ operation: 'GET /v1/user/payments', answer: coins });
    return chainlessFaults(record.payments).map(({ code }) => code);
  };
  const [named, unnamed] = [
    { currency: 'BTC', blockchain: 'BITCOIN' },
    { currency: 'BTC', blockchain: null },
  ];
  expect(await shown(named, unnamed)).toEqual(['leftOut']);
  expect(await shown(unnamed, unnamed)).toEqual([]);
  expect(await shown(unnamed, { currency: 'ETH', blockchain: 'ETHEREUM' })).toEqual([]);
  expect(await shown(named, { ...unnamed, orderType: 'EXCHANGE' })).toEqual([]);
});
