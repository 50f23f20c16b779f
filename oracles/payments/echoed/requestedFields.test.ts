import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../../tests/support/records/records.ts';
import { echoesOf } from '../echoes.ts';
import { showsRequest } from './requestedFields.ts';

type Fields = Readonly<Record<string, unknown>>;

const listed = { orderType: 'PAYOUT', methodKey: 'CRYPTOCOIN', currency: 'USDT', blockchain: 'TRON', scale: 6 };

const methods: SampleExchange = {
  operation: 'GET /v1/user/methods',
  answer: [
    { id: 'PMD-1', ...listed },
    { id: 'PMD-2', ...listed, orderType: 'PAYIN', methodKey: 'CC_VISAMC', currency: 'EUR', blockchain: null, scale: 2 },
  ],
};

const view = (fields: Fields, account?: string): SampleExchange => ({
  operation: 'GET /v1/user/payments/{id}',
  answer: { ...paymentLike({ clientOrderId: 'k', amount: 1.5, currency: 'USDT', blockchain: 'TRON' }), ...fields },
  atMs: 100,
  ...(account !== undefined && { account }),
});

const payout = { method: 'CRYPTOCOIN', orderType: 'PAYOUT' };

/** Returns the fields in which a view of a payment departs from the request that made it. */
async function odd(body: Fields, shown: Fields, parts: SampleExchange = {}): Promise<string[]> {
  const record = await recordOfExchanges(
    methods,
    { operation: 'POST /v1/user/payments/payout', key: 'k', body: JSON.stringify(body), answer: 'ORD-1', ...parts },
    view({ ...payout, ...shown }, parts.account),
  );
  const faults = echoesOf(record).flatMap(showsRequest(record));
  return faults.flatMap((fault) => ('field' in fault ? fault.field : fault.code));
}

const byId = { paymentMethodId: 'PMD-1', amount: 1.5, cryptoAddress: 'TAbc' };

test('a view shows the amount as sent, within the scale of its method', async () => {
  for (const [sent, shown] of [
    [1.5, -1.5],
    [0.0001, 0.0001],
    [0.0000016, 0.000002],
    [0.0000016, 0.000001],
  ])
    expect(await odd({ ...byId, amount: sent }, { amount: shown }), `${sent} as ${shown}`).toEqual([]);
  for (const [sent, shown] of [
    [0.0001, 0],
    [1.5, 1.500001],
    [1.123456, 1.12],
    [0.0000016, 0],
    [100, 99.999999],
  ])
    expect(await odd({ ...byId, amount: sent }, { amount: shown }), `${sent} as ${shown}`).toEqual(['amount']);
  expect(await odd(byId, { amount: 1, status: 'PARTIAL_SUCCESS' })).toEqual([]);
});

test('a view shows what the request or its method names', async () => {
  expect(await odd(byId, {})).toEqual([]);
  expect(await odd(byId, { blockchain: null, payoutCryptoAddress: null })).toEqual([]);
  for (const fields of [{ currency: 'TRX' }, { blockchain: 'ETHEREUM' }, { method: 'VA_QR' }, { orderType: 'PAYIN' }])
    expect(await odd(byId, fields)).toEqual(Object.keys(fields));
  const words = { currency: 'USDT', method: 'CRYPTOCOIN', blockchain: 'TRON', amount: 1.5, cryptoAddress: 'TAbc' };
  expect(await odd(words, { currency: 'USDC' })).toEqual(['currency']);
  expect(await odd(byId, { amount: 2 }, { account: 'second' })).toEqual(['amount']);
  expect(await odd({ ...byId, crossPayoutAsset: 'TRX' }, { currency: 'TRX' })).toEqual([]);
});

test('a pay-out shows its own destination, and none that it was not asked for', async () => {
  expect(await odd(byId, { payoutCryptoAddress: 'TAbd' })).toEqual(['payoutCryptoAddress']);
  expect(await odd({ ...byId, cryptoAddress: '0xAb' }, { payoutCryptoAddress: '0xab' })).toEqual([]);
  expect(await odd({ ...byId, cardNumber: '<card>' }, { payoutCardNumber: '411111******1234' })).toEqual([]);
  expect(await odd(byId, { payoutCardNumber: '411111******1235' })).toEqual(['payoutCardNumber']);
});

test('what two requests with one id may have made is not judged', async () => {
  const order = (amount: number, atMs: number): SampleExchange => ({
    operation: 'POST /v1/user/payments/payout',
    key: 'k',
    body: JSON.stringify({ ...byId, amount }),
    answer: 'ORD-1',
    atMs,
  });
  const faultsOf = async (...uses: SampleExchange[]) => {
    const record = await recordOfExchanges(methods, ...uses, view(payout));
    return echoesOf(record).flatMap(showsRequest(record));
  };
  expect(await faultsOf(order(2, 20), order(1.5, 21))).toEqual([]);
  expect(await faultsOf(order(1.5, 20), order(2, 50))).toEqual([]);
  expect(await faultsOf(order(2, 20), order(1.5, 50))).toHaveLength(1);
});
