import { expect, test } from '@playwright/test';
import { parseExact } from '../../../schemas/json/exact.ts';
import { checkoutLike, creationOf, readOf, requestLike } from '../../../tests/support/records/acquiringRecords.ts';
import { pageLineOf } from '../../../tests/support/records/pageRecords.ts';
import { exchangeLine, recordOf, type SampleExchange } from '../../../tests/support/records/records.ts';
import { settlesOnce } from '../settledOnce.ts';
import { announcesStatuses } from './announcing.ts';
import { keepsToItself, requestIsBehind } from './events.ts';

const behind = (status: string, of: string) => {
  const read = parseExact(JSON.stringify({ status, request: { status: of } }));
  return 'value' in read ? requestIsBehind(read.value) : 'none';
};

test('a nested request has come as far as its checkout', () => {
  expect(behind('SUCCESS', 'WAITING_PAYMENT')).toBe('WAITING_PAYMENT');
  expect(behind('SUCCESS', 'CONFLICT')).toBe('CONFLICT');
  expect(behind('PAYMENT_DETECTED', 'WAITING_PAYMENT')).toBe('WAITING_PAYMENT');
  expect(behind('SUCCESS', 'SUCCESS')).toBeUndefined();
  expect(behind('REQUEST_CREATED', 'PENDING_PAYMENT')).toBeUndefined();
  expect(behind('EXPIRED', 'WAITING_PAYMENT')).toBeUndefined();
});

test('the element of a widget emits events for its own checkout only', async () => {
  const of = async (at: string) => {
    const value = JSON.stringify({ detail: { id: 'CCO-1', status: 'SUCCESS' } });
    const page = pageLineOf('p0-1', { events: [{ name: 'statusChanged', afterMs: 1, at, value }] });
    const record = await recordOf([exchangeLine('p0-1', creationOf('checkout')), page]);
    return keepsToItself(record, { page: page.id, checkouts: ['CCO-1', 'CCO-2'] }).state;
  };
  expect(await of('CCO-1')).toBe('held');
  expect(await of('CCO-2')).toBe('broken');
  expect(await of('')).toBe('undecided');
});

const at = (fields: object, request: object) => ({
  ...checkoutLike({ type: 'FIXED_PRICE', cryptoCurrencies: ['ETHEREUM_USDT', 'TRON_USDT'], ...fields }),
  request: requestLike({ payAmount: 2, ...request }),
});

/** Judges one event against two reads: one before the payment, and one after it. */
async function ofEvent(value: object) {
  const paid = { status: 'SUCCESS', paidAmount: 2.5, txHash: 'abc' };
  const record = await recordOf([
    exchangeLine('p0-1', creationOf('checkout')),
    exchangeLine('p0-2', readOf('checkout', at({ status: 'REQUEST_CREATED' }, {}), 2_000)),
    exchangeLine('p0-3', readOf('checkout', at({ status: 'SUCCESS' }, paid), 3_000)),
    pageLineOf('p0-1', {
      events: [{ name: 'statusChanged', afterMs: 1, at: 'CCO-1', value: JSON.stringify({ detail: value }) }],
    }),
  ]);
  return announcesStatuses(record, { page: 'p0-v1', reads: ['p0-2', 'p0-3'] }).state;
}

test('the Checkout of an event is what is read, field by field, with numbers by their value', async () => {
  const paid = { status: 'SUCCESS', paidAmount: 2.5, txHash: 'abc' };
  const good = at({ status: 'SUCCESS' }, paid);
  expect(await ofEvent(good)).toBe('held');
  expect(await ofEvent({ ...good, name: 'another' })).toBe('held');
  const requests = [{ payAmount: 2.0 }, { txHash: null }, { createdAt: '2026-01-01T00:00:01Z' }];
  for (const same of requests) expect(await ofEvent(at({ status: 'SUCCESS' }, { ...paid, ...same }))).toBe('held');
  const others = [{ payAmount: 3 }, { payAmount: null }, { paidAmount: 2 }, { txHash: 'abd' }, { address: 'T2' }];
  for (const other of others) expect(await ofEvent(at({ status: 'SUCCESS' }, { ...paid, ...other }))).toBe('broken');
  expect(await ofEvent({ ...good, type: 'NO_PRICE' })).toBe('broken');
  expect(await ofEvent({ ...good, cryptoCurrencies: ['TRON_USDT', 'ETHEREUM_USDT'] })).toBe('held');
  const fewer = [{ acquiringUrl: null }, { createdAt: undefined }, { cryptoCurrencies: ['TRON_USDT'] }];
  for (const less of fewer) expect(await ofEvent({ ...good, ...less })).toBe('broken');
  const lacks = [{ paymentWindowEndsAt: null }, { status: undefined }, { payAmount: '2' }, { expiresAt: undefined }];
  for (const less of lacks) expect(await ofEvent(at({ status: 'SUCCESS' }, { ...paid, ...less }))).toBe('broken');
});

const held = (balance: number, atMs: number): SampleExchange => ({
  operation: 'GET /v1/user/wallet/balances',
  answer: [{ currency: 'USDT', balance }],
  atMs,
});

test('a settlement that is sent again costs nothing; what others spend meanwhile is no fault', async () => {
  const after = async (...balances: readonly number[]) => {
    const record = await recordOf([
      exchangeLine('p0-1', creationOf('checkout')),
      exchangeLine('p0-2', readOf('checkout', checkoutLike({ status: 'SUCCESS', request: requestLike() }), 2_000)),
      ...balances.map((one, nth) => exchangeLine(`p0-${3 + nth}`, held(one, 3_000 + nth))),
      pageLineOf('p0-1'),
    ]);
    return settlesOnce(record, { page: 'p0-v1', reads: ['p0-2'], balances: ['p0-3', 'p0-4', 'p0-5', 'p0-6'] }).state;
  };
  expect(await after(10, 8, 8, 8)).toBe('held');
  expect(await after(10, 8, 8, 7)).toBe('held');
  expect(await after(10, 8, 8, 6)).toBe('broken');
  expect(await after(10, 9.9, 9.9, 7.9)).toBe('broken');
  expect(await after(10, 9, 8, 6)).toBe('held');
});
