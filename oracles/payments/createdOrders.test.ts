import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { appears, receiverShown, textBecomes } from '../general/observedAnswers.ts';
import {
  answersCard,
  answersPayment,
  areHostToHost,
  decimalsGet,
  isFound,
  isHostToHost,
  leavesFrozen,
  works,
} from './createdOrders.ts';

const order = 'ORD-00000000-0000-4000-8000-000000000001';
const what = { exchange: 'p0-1', what: 'an order' };

const payin = (answer: unknown, parts: SampleExchange = {}): SampleExchange => ({
  operation: 'POST /v1/user/payments/payin',
  key: 'K-1',
  answer,
  ...parts,
});
const payout = (parts: SampleExchange = {}): SampleExchange => ({
  operation: 'POST /v1/user/payments/payout',
  key: 'K-1',
  answer: order,
  ...parts,
});
const search = (fields: object, atMs = 100): SampleExchange => ({
  operation: 'GET /v2/user/payments/search',
  answer: { content: [paymentLike({ ...fields })] },
  atMs,
});

test('a pay-in answers a Payment, with further fields and without optional ones', async () => {
  const ruled = async (sample: SampleExchange) => answersPayment(await recordOfExchanges(sample), what);
  const { externalId: _, comment: __, ...short } = paymentLike();
  for (const answer of [paymentLike(), short, paymentLike({ further: { x: 1 } })])
    expect((await ruled(payin(answer))).state).toBe('held');
  const { orderId: ___, ...lacking } = paymentLike();
  for (const answer of [lacking, paymentLike({ amount: '10' }), [paymentLike()], 'PMT-1'])
    expect((await ruled(payin(answer))).state, JSON.stringify(answer)).toBe('broken');
  expect((await ruled(payin({}, { status: 400 }))).state).toBe('broken');
  expect(await ruled(payin({}, { failure: 'timeout' }))).toMatchObject({ outcome: 'error' });
});

test('search finds a pay-out with the order id that it answered', async () => {
  const ruled = async (...tale: SampleExchange[]) => isFound(await recordOfExchanges(...tale), what);
  expect((await ruled(payout(), search({}))).state).toBe('held');
  expect((await ruled(payout({ answer: `${order}\n` }), search({}))).state).toBe('held');
  expect((await ruled(payout(), search({}, 9_000))).state).toBe('held');
  expect(await ruled(payout(), search({ orderId: 'ORD-2' }))).toMatchObject({ faults: [{ code: 'notFound' }] });
  const late = { ...search({}, 9_000), path: '/v2/user/payments/search?clientOrderId=K-1', answer: { content: [] } };
  expect((await ruled(payout(), late)).state).toBe('broken');
  expect((await ruled(payout({ status: 400 }))).state).toBe('broken');
});

test('a pay-out without a search late enough is undecided, since search may lag behind', async () => {
  for (const tale of [[payout()], [payout(), search({ clientOrderId: 'K-2' })]])
    expect(isFound(await recordOfExchanges(...tale), what)).toMatchObject({
      state: 'undecided',
      faults: [{ code: 'noEvidence' }],
    });
});

test('a control request seen by another worker is not missing before the journals are merged', async () => {
  const record = await recordOfExchanges(payout());
  record.live = true;
  expect(isFound(record, what).state).toBe('held');
});

test('a payment counts as working under way or done, but not after a failure', async () => {
  const ruled = async (...statuses: string[]) =>
    works(
      await recordOfExchanges(payout(), ...statuses.map((status, index) => search({ status }, 100 * (index + 1)))),
      what,
    );
  for (const seen of [[], ['NEW'], ['PENDING', 'FROZEN'], ['SUCCESS'], ['PARTIAL_SUCCESS']])
    expect((await ruled(...seen)).state, seen.join()).toBe('held');
  for (const end of ['FAILED', 'EXPIRED', 'CANCELLED']) expect((await ruled('PENDING', end)).state, end).toBe('broken');
});

test('a frozen payment moves on', async () => {
  const get = (status: string, atMs: number): SampleExchange => ({
    operation: 'GET /v1/user/payments/{id}',
    answer: paymentLike({ status }),
    atMs,
  });
  const ruled = async (first: string, second: string) =>
    leavesFrozen(await recordOfExchanges(get(first, 0), get(second, 100)), {
      frozen: 'p0-1',
      after: 'p0-2',
      status: 'SUCCESS',
    });
  expect((await ruled('FROZEN', 'SUCCESS')).state).toBe('held');
  expect(await ruled('FROZEN', 'FROZEN')).toMatchObject({ faults: [{ code: 'notReached', seen: 'FROZEN' }] });
  expect(await ruled('PENDING', 'SUCCESS')).toMatchObject({ outcome: 'unverified' });
});

test('the treatment of excess decimals is learned for either sign of the amount', async () => {
  const args = { exchange: 'p0-1', key: 'EUR', sent: '10.006', below: '10', above: '10.01' };
  const value = async (...tale: SampleExchange[]) => decimalsGet(await recordOfExchanges(...tale), args);
  expect(await value(payin({}, { status: 422 }))).toMatchObject({ value: 'refused (422)' });
  for (const [amount, becomes] of [
    [10.006, 'kept as sent'],
    [10, 'rounded down'],
    [-10.01, 'rounded up'],
    [11, 'taken as another amount'],
  ] as const)
    expect(await value(payin(paymentLike({ amount })))).toMatchObject({ state: 'learned', value: becomes });
  expect(await value(payout(), search({ amount: -10 }))).toMatchObject({ value: 'rounded down' });
  expect(await value(payout())).toMatchObject({ outcome: 'unverified' });
});

test("an order's presence in a view is learned by its order id or our id", async () => {
  const exchange: SampleExchange = { operation: 'POST /v1/user/exchange', key: 'K-9', answer: order };
  const seen = async (...tale: SampleExchange[]) =>
    appears(await recordOfExchanges(...tale), { exchange: 'p0-1', view: 'search' });
  expect(await seen(exchange, search({ clientOrderId: null }))).toMatchObject({ value: 'shown' });
  expect(await seen(exchange, search({ orderId: 'ORD-2', clientOrderId: 'K-9' }))).toMatchObject({ value: 'shown' });
  expect(await seen(exchange, search({ orderId: 'ORD-2' }))).toMatchObject({ value: 'not shown' });
  expect(await seen({ ...exchange, status: 400 })).toMatchObject({ outcome: 'unverified' });
});

test('the receiver name is learned if a payment shows it', async () => {
  const body = '{"firstName":"Anna","lastName":"Berg"}';
  const seen = async (fields: object) =>
    receiverShown(await recordOfExchanges(payout({ body }), search(fields)), { exchange: 'p0-1', key: 'EUR' });
  expect(await seen({})).toMatchObject({ value: 'not shown' });
  expect(await seen({ receiverName: 'Anna Berg' })).toMatchObject({ value: 'receiverName' });
  expect(await seen({ receiverName: 'Berg, Anna' })).toMatchObject({ value: 'receiverName, written otherwise' });
});

test('a host-to-host pay-in says so and has no page, and may leave out the rest', async () => {
  const ruled = async (answer: unknown, status = 200) =>
    isHostToHost(await recordOfExchanges(payin(answer, { status })), what);
  for (const answer of [
    { h2H: true },
    { h2H: true, payUrl: null, externalId: 'f'.repeat(64), transactionType: 'DEBIT' },
  ])
    expect((await ruled(answer)).state).toBe('held');
  for (const answer of [{}, { h2H: false }, { h2H: 'true' }, { h2H: true, payUrl: 'https://pay.example.com' }, 'ORD-1'])
    expect((await ruled(answer)).state, JSON.stringify(answer)).toBe('broken');
  expect((await ruled({ h2H: true }, 400)).state).toBe('broken');
});

test('a host-to-host pay-in shows the amount, the currency and the id that were sent', async () => {
  const body = '{"amount":19.99,"currency":"EUR","clientOrderId":"K-1"}';
  const ruled = async (shown: object) =>
    isHostToHost(await recordOfExchanges(payin({ h2H: true, ...shown }, { body })), what).state;
  expect(await ruled({ amount: 19.99, currency: 'EUR', clientOrderId: 'K-1' })).toBe('held');
  for (const odd of [{ amount: 19.98 }, { currency: 'USD' }, { clientOrderId: 'K-2' }])
    expect(await ruled(odd), JSON.stringify(odd)).toBe('broken');
});

test('only pay-ins by card are host-to-host, at their own path if there is one', async () => {
  const at = (path: string, fields: object): SampleExchange =>
    payin(paymentLike({ h2H: true, payUrl: null, ...fields }), { method: 'POST', path });
  const wrong = async (...tale: readonly SampleExchange[]) =>
    areHostToHost(await recordOfExchanges(at('/h2h', {}), ...tale), { path: '/h2h' }).state;
  expect(await wrong()).toBe('held');
  expect(await wrong(search({ h2H: true }))).toBe('held');
  const ordinary = at('/v1/user/payments/payin', { h2H: null, id: 'PMT-2' });
  expect(await wrong(ordinary)).toBe('held');
  expect(await wrong(at('/v1/user/payments/payin', {}))).toBe('broken');
  expect(await wrong(ordinary, search({ h2H: true, id: 'PMT-2' }))).toBe('broken');
  expect(await wrong({ ...search({ h2H: true, method: 'VA_QR' }), account: 'second' })).toBe('broken');
  for (const fields of [{ method: 'VA_QR' }, { orderType: 'PAYOUT' }])
    expect(await wrong(search({ h2H: true, ...fields }))).toBe('broken');
});

test('the answer to a card has three texts with any content', async () => {
  const ruled = async (answer: unknown) => answersCard(await recordOfExchanges(payin(answer)), { exchange: 'p0-1' });
  expect((await ruled({ action: 'REDIRECT', status: 'DECLINED', transactionId: '1', url: null })).state).toBe('held');
  for (const answer of [
    { action: 'REFRESH', status: 'ACCEPTED' },
    { action: 'REFRESH', status: 1, transactionId: '1' },
    { action: null, status: 'ACCEPTED', transactionId: '1' },
  ])
    expect((await ruled(answer)).state, JSON.stringify(answer)).toBe('broken');
});

test('the treatment of a text is learned: returned, changed, not shown, or refused', async () => {
  const value = async (comment: unknown, { status = 200, sent = 'Uwë / دفع', nth = 1 } = {}) =>
    textBecomes(
      await recordOfExchanges(payin(paymentLike({ comment }), { status, body: JSON.stringify({ comment: sent }) })),
      {
        exchange: 'p0-1',
        key: 'Arabic',
        nth,
      },
    );
  expect(await value('Uwë / دفع')).toMatchObject({ state: 'learned', value: 'unchanged' });
  expect(await value('??? / دفع')).toMatchObject({ state: 'learned', value: 'unchanged' });
  expect(await value('Uwë / ???')).toMatchObject({ value: 'changed' });
  expect(await value(null)).toMatchObject({ value: 'accepted, not shown' });
  expect(await value(null, { status: 400 })).toMatchObject({ value: 'refused (400)' });
  expect(await value('Uwë', { sent: 'Uwë' })).toMatchObject({ state: 'undecided' });
});
