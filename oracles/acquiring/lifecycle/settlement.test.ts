import { expect, test } from '@playwright/test';
import { checkoutLike, creationOf, readOf, requestLike } from '../../../tests/support/records/acquiringRecords.ts';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../../tests/support/records/records.ts';
import { endsPaid, endsUnderpaid, neverUnderpaid, onePaymentEach, paidOnce } from './settlement.ts';

type Fields = Readonly<Record<string, unknown>>;

const paid = { kind: 'request', created: 'p0-1', paid: '1.8 of 2' } as const;
const request = creationOf('request');
const underpaid: Fields = { status: 'CONFLICT', reason: 'UNDERPAID', paidAmount: 1.8 };
const success: Fields = { status: 'SUCCESS', paidAmount: 2, paymentId: 'PMT-1', txHash: 't1' };

/** Reads of one request, a tenth of a second apart. */
const reads = (...shown: readonly Fields[]): SampleExchange[] =>
  shown.map((fields, index) => readOf('request', fields, 2_000 + 100 * index));

test('LIF-10b a request that ended underpaid passes, with any states seen before it', async () => {
  const ways = [
    [underpaid],
    [{}, underpaid],
    [{}, { status: 'PENDING_PAYMENT' }, underpaid, { ...underpaid, extra: 1 }],
  ];
  for (const way of ways)
    expect(endsUnderpaid(await recordOfExchanges(request, ...reads(...way)), paid)).toMatchObject({ state: 'held' });
});

test('LIF-10b any other end, or no end by the deadline, fails', async () => {
  const ends: Fields[] = [
    success,
    { status: 'EXPIRED' },
    { status: 'CONFLICT', reason: 'OTHER' },
    { status: 'CONFLICT', reason: null },
    { status: 'PENDING_PAYMENT' },
  ];
  for (const end of ends) {
    const ruled = endsUnderpaid(await recordOfExchanges(request, ...reads({}, end)), paid);
    expect(ruled).toMatchObject({ state: 'broken', faults: [{ code: 'notReached', wanted: 'CONFLICT UNDERPAID' }] });
  }
  expect(endsUnderpaid(await recordOfExchanges(request, ...reads(underpaid, success)), paid).state).toBe('broken');
});

test('LIF-10b a request that was not read again decides nothing', async () => {
  expect(endsUnderpaid(await recordOfExchanges(request), paid)).toMatchObject({ outcome: 'unverified' });
});

test('LIF-10b the request of a checkout is judged by its own reads, else within its checkout', async () => {
  const args = { ...paid, kind: 'checkout' } as const;
  const nested = (fields: Fields) => readOf('checkout', { status: 'CONFLICT', request: requestLike(fields) }, 2_000);
  const created = creationOf('checkout');
  expect(endsUnderpaid(await recordOfExchanges(created, nested(underpaid)), args)).toMatchObject({ state: 'held' });
  const stale = [created, nested({ status: 'PENDING_PAYMENT' })];
  expect(endsUnderpaid(await recordOfExchanges(...stale), args)).toMatchObject({ state: 'broken' });
  const own = readOf('request', underpaid, 2_100);
  expect(endsUnderpaid(await recordOfExchanges(...stale, own), args)).toMatchObject({ state: 'held' });
});

test('LIF-11a UNDERPAID fails in any view, even if it was left again', async () => {
  const args = { ...paid, paid: '2 of 2' };
  expect(neverUnderpaid(await recordOfExchanges(request, ...reads(success)), args)).toMatchObject({ state: 'held' });
  expect(neverUnderpaid(await recordOfExchanges(request, ...reads(underpaid, success)), args)).toMatchObject({
    state: 'broken',
  });
  const other = reads({ status: 'CONFLICT', reason: 'OTHER' });
  expect(neverUnderpaid(await recordOfExchanges(request, ...other), args)).toMatchObject({ state: 'held' });
  const open = reads({ status: 'PENDING_PAYMENT' });
  expect(neverUnderpaid(await recordOfExchanges(request, ...open), args)).toMatchObject({ outcome: 'unverified' });
  const checkout = { status: 'CONFLICT', reason: 'UNDERPAID', request: requestLike(success) };
  const tale = [creationOf('checkout'), readOf('checkout', checkout, 2_000)];
  expect(neverUnderpaid(await recordOfExchanges(...tale), { ...args, kind: 'checkout' })).toMatchObject({
    state: 'broken',
  });
});

test('LIF-11b a paid request ends in SUCCESS, and overpaid says whether it got more', async () => {
  const end = (fields: Fields) => recordOfExchanges(request, ...reads(fields));
  const [exact, more] = [
    { ...paid, isMore: false },
    { ...paid, isMore: true },
  ];
  for (const overpaid of [null, undefined, false])
    expect(endsPaid(await end({ ...success, overpaid }), exact)).toMatchObject({ state: 'held' });
  expect(endsPaid(await end({ ...success, overpaid: true }), more)).toMatchObject({ state: 'held' });
  for (const overpaid of [null, false])
    expect(endsPaid(await end({ ...success, overpaid }), more)).toMatchObject({ faults: [{ code: 'differs' }] });
  expect(endsPaid(await end({ ...success, overpaid: true }), exact)).toMatchObject({ state: 'broken' });
  expect(endsPaid(await end({ status: 'PENDING_PAYMENT' }), exact)).toMatchObject({ faults: [{ code: 'notReached' }] });
});

test('LIF-13 one payment keeps its values, however its figures are written', async () => {
  const args = { ...paid, paid: '2 twice' };
  const same = reads({ status: 'PENDING_PAYMENT', txHash: 't1' }, success, { ...success, payment: { hash: 't1' } });
  expect(paidOnce(await recordOfExchanges(request, ...same), args)).toMatchObject({ state: 'held' });
  expect(onePaymentEach(await recordOfExchanges(request, ...same), {})).toMatchObject({ state: 'held' });
  const lagging = reads(success, { ...success, paymentId: null, txHash: null });
  expect(paidOnce(await recordOfExchanges(request, ...lagging), args)).toMatchObject({ state: 'held' });
});

test('LIF-13 another payment, or a sum that grows after the end, fails', async () => {
  for (const changed of [{ txHash: 't2' }, { paymentId: 'PMT-2' }, { paidAmount: 4 }, { overpaid: true }]) {
    const exact = { ...success, overpaid: false };
    const record = await recordOfExchanges(request, ...reads(exact, exact, { ...exact, ...changed }));
    const fault = { code: 'differs', exchanges: ['p0-2', 'p0-4'] };
    expect(paidOnce(record, paid)).toMatchObject({ state: 'broken', faults: [fault] });
    expect(onePaymentEach(record, {})).toMatchObject({ state: 'broken', faults: [fault] });
  }
});

test('LIF-13 two payments into the order of a request fail, other orders and exchanges do not', async () => {
  const ordered = { ...success, orderId: 'ORD-7' };
  const list = (...more: readonly Fields[]): SampleExchange => ({
    operation: 'GET /v1/user/payments',
    answer: [{ orderId: 'ORD-7' }, ...more].map((one) => paymentLike({ transactionType: 'CREDIT', ...one })),
    atMs: 9_000,
  });
  const tale = [request, ...reads(ordered, ordered)];
  const others = [{ id: 'PMT-2', orderId: 'ORD-8' }, { id: 'PMT-3', orderId: 'ORD-7', orderType: 'EXCHANGE' }, {}];
  expect(paidOnce(await recordOfExchanges(...tale, list(...others)), paid)).toMatchObject({ state: 'held' });
  const turnedAway = { id: 'PMT-2', orderId: 'ORD-7', status: 'FAILED' };
  expect(paidOnce(await recordOfExchanges(...tale, list(turnedAway)), paid)).toMatchObject({ state: 'held' });
  const record = await recordOfExchanges(...tale, list({ id: 'PMT-2', orderId: 'ORD-7' }));
  expect(paidOnce(record, paid)).toMatchObject({ state: 'broken' });
  expect(onePaymentEach(record, {})).toMatchObject({ state: 'broken' });
});

test('LIF-13 two halves are not one payment', async () => {
  const args = { ...paid, paid: '1 and 1', most: '1' };
  const half = { ...underpaid, paidAmount: 1.0 };
  expect(paidOnce(await recordOfExchanges(request, ...reads(half, half)), args)).toMatchObject({ state: 'held' });
  for (const both of [{ ...underpaid, paidAmount: 2 }, success, { ...success, paidAmount: 1 }])
    expect(paidOnce(await recordOfExchanges(request, ...reads(both, both)), args)).toMatchObject({ state: 'broken' });
});

test('LIF-13 a sum that is counted before the end may still grow', async () => {
  const pending = { status: 'PENDING_PAYMENT', paidAmount: 0, txHash: 't1' };
  expect(paidOnce(await recordOfExchanges(request, ...reads(pending, success)), paid)).toMatchObject({ state: 'held' });
});

test('LIF-13 a request whose payment was seen once decides nothing', async () => {
  expect(paidOnce(await recordOfExchanges(request, ...reads({}, success)), paid)).toMatchObject({
    outcome: 'unverified',
  });
  expect(onePaymentEach(await recordOfExchanges(request), {})).toMatchObject({ outcome: 'unverified' });
  const elsewhere = { ...creationOf('checkout'), answer: checkoutLike() };
  const unlinked = { ...paid, kind: 'checkout' } as const;
  expect(paidOnce(await recordOfExchanges(elsewhere), unlinked)).toMatchObject({ outcome: 'unverified' });
});
