import { expect, test } from '@playwright/test';
import { paymentLike, recordOfExchanges, type SampleExchange } from '../../tests/support/records/records.ts';
import { echoesOf, returnsUnchanged } from './echoes.ts';

type Fields = Readonly<Record<string, unknown>>;

const get = (fields: Fields, parts: SampleExchange = {}): SampleExchange => ({
  operation: 'GET /v1/user/payments/{id}',
  answer: paymentLike(fields),
  ...parts,
});

const payin = (comment: string, fields: Fields): SampleExchange => ({
  operation: 'POST /v1/user/payments/payin',
  key: 'K-1',
  body: `{"amount":1,"comment":"${comment}","clientOrderId":"K-1"}`,
  answer: paymentLike(fields),
});

test('sent texts return unchanged, or are absent or hold what may be stored in another form', async () => {
  const faultsIn = async (...tale: SampleExchange[]) =>
    echoesOf(await recordOfExchanges(...tale)).flatMap(returnsUnchanged);
  for (const comment of ['conformance', null, undefined])
    expect(await faultsIn(payin('conformance', { comment }))).toEqual([]);
  expect(await faultsIn(payin('a \\u0022 b', { comment: 'a " b' }))).toEqual([]);
  expect(await faultsIn(payin('déjà', { comment: 'de\u0301ja\u0300' }))).toEqual([]);
  expect(await faultsIn(payin('𝄞', { comment: '?' }))).toEqual([]);
  expect(await faultsIn(payin('déjà', { comment: 'd?j?' }))).toHaveLength(1);
  for (const comment of [' a', 'a ', 'a  b']) expect(await faultsIn(payin(comment, { comment: 'a b' }))).toEqual([]);
  const again = payin('again', { comment: 'a' });
  expect(await faultsIn(payin('a', { comment: 'a' }), { ...again, atMs: 50 })).toEqual([]);
  expect(await faultsIn(payin('a & b', { comment: 'a &amp; b' }))).toMatchObject([{ field: 'comment' }]);
  expect(await faultsIn(payin('a', { clientOrderId: 'K-2', comment: null }))).toMatchObject([
    { field: 'clientOrderId' },
  ]);
  for (const comment of ['Conformance', 'conformance ', 'conform'])
    expect(await faultsIn(payin('conformance', { comment }))).toMatchObject([
      { code: 'disagreement', field: 'comment' },
    ]);
  const later = get({ comment: 'changed' }, { atMs: 100 });
  expect(await faultsIn(payin('conformance', { comment: 'conformance' }), later)).toHaveLength(1);
});

test('a payment that another operation may have made with the same id, though its answer was lost, proves nothing', async () => {
  const other = (parts: SampleExchange): SampleExchange => ({
    operation: 'POST /v1/user/payments/payout',
    key: 'K-1',
    body: '{"amount":2,"comment":"other","clientOrderId":"K-1"}',
    atMs: 50,
    ...parts,
  });
  const shown = async (parts: SampleExchange) => {
    const tale = [payin('own', { comment: 'own' }), other(parts), get({ comment: 'other' }, { atMs: 100 })];
    return echoesOf(await recordOfExchanges(...tale)).flatMap(returnsUnchanged);
  };
  expect(await shown({ failure: 'reset' })).toEqual([]);
  expect(await shown({ status: 503 })).toEqual([]);
  expect(await shown({ status: 409, answer: {} })).toHaveLength(1);
});

test('an id comes back with each of its characters, also where a comment need not', async () => {
  const sent = (id: string, shownId: string) => ({
    ...payin('a', { clientOrderId: shownId, comment: 'a' }),
    key: id,
    body: JSON.stringify({ amount: 1, comment: 'a', clientOrderId: id }),
  });
  const of = async (...tale: SampleExchange[]) => echoesOf(await recordOfExchanges(...tale)).flatMap(returnsUnchanged);
  for (const id of ['a&b', 'e\u0301', '𝄞', 'ﬁ']) expect(await of(sent(id, id))).toEqual([]);
  const changed = { 'a&b': 'a&amp;b', 'e\u0301': '\u00e9', '𝄞': '?', ﬁ: 'fi', Ab: 'ab' };
  for (const [id, other] of Object.entries(changed))
    expect(await of(sent(id, other)), id).toMatchObject([{ field: 'clientOrderId', here: id }]);
  // A target may trim an id.
  expect(await of(sent('a ', 'a'))).toEqual([]);
});

test('a pay-out whose id is shown changed is found by its order', async () => {
  const orderId = 'ORD-00000000-0000-4000-8000-000000000001';
  const payout: SampleExchange = {
    operation: 'POST /v1/user/payments/payout',
    key: 'K-1',
    body: '{"amount":1,"clientOrderId":"K-1"}',
    answer: orderId,
  };
  const seen = (orderType: string) => get({ orderId, orderType, clientOrderId: 'k-1' }, { atMs: 50 });
  const of = async (orderType: string) =>
    echoesOf(await recordOfExchanges(payout, seen(orderType))).flatMap(returnsUnchanged);
  expect(await of('PAYOUT')).toMatchObject([{ here: 'K-1', there: 'k-1' }]);
  // A cross payout has exchange legs of the same order.
  expect(await of('EXCHANGE')).toEqual([]);
});

test('a request that crashed and was repeated is no other use of its id', async () => {
  const crashed: SampleExchange = { ...payin('own', {}), status: 500, answer: {} };
  const repeated: SampleExchange = { ...payin('own', { comment: 'changed' }), repeats: 'p0-1', atMs: 50 };
  expect(echoesOf(await recordOfExchanges(crashed, repeated)).flatMap(returnsUnchanged)).toHaveLength(1);
});
