import { expect, test } from '@playwright/test';
import { pricedCheckout, sampleCreation } from '../../../tests/support/records/priceRecords.ts';
import { recordOfExchanges, type SampleExchange } from '../../../tests/support/records/records.ts';
import { checkoutsIn } from '../../answers/acquiringRecords.ts';
import {
  carriesNoPrice,
  carriesPrice,
  furtherFields,
  keepsFraction,
  returnsAsSent,
  returnsIfTaken,
  startsNew,
} from './newCheckout.ts';

type Fields = Readonly<Record<string, unknown>>;

const sent = {
  ...{
    type: 'FIXED_PRICE',
    name: 'conformance',
    returnUrl: 'https://merchant.example.com/return',
    clientOrderId: 'C-1',
  },
  ...{ fixedAmount: { amount: 12.34, currency: 'USD' }, expiresAt: '2026-01-01T01:00:02Z' },
};

const creation = (fields: Fields = {}, more: Fields = {}): SampleExchange =>
  sampleCreation('checkouts', { ...sent, ...more }, pricedCheckout(fields));

const refusal: SampleExchange = { ...creation(), status: 400, answer: {} };

const exchange = 'p0-1';
const what = 'a checkout';

async function faultsAtStart(fields: Fields) {
  return checkoutsIn(await recordOfExchanges(creation(fields))).flatMap(startsNew);
}

test('a new checkout is NEW and has its project and type', async () => {
  expect(await faultsAtStart({})).toEqual([]);
  expect(await faultsAtStart({ type: null })).toEqual([]);
  for (const fields of [{ status: 'REQUEST_CREATED' }, { status: null }, { projectId: 'CAP-2' }, { type: 'NO_PRICE' }])
    expect(await faultsAtStart(fields)).toHaveLength(1);
});

test('a price is returned to the last digit, however it is written', async () => {
  const ruled = async (fixedAmount: unknown) =>
    carriesPrice(await recordOfExchanges(creation({ fixedAmount })), { exchange, what }).state;
  expect(await ruled({ amount: 12.34, currency: 'USD', converted: 12.27 })).toBe('held');
  for (const fixedAmount of [
    { amount: 12.3, currency: 'USD' },
    { amount: 12.34, currency: 'EUR' },
    { amount: 12.34 },
    null,
  ])
    expect(await ruled(fixedAmount)).toBe('broken');
  expect(carriesPrice(await recordOfExchanges(refusal), { exchange, what }).state).toBe('broken');
  const larger = sampleCreation('checkouts', sent, JSON.stringify(pricedCheckout()).replace('12.34', '12.340'));
  expect(
    carriesPrice(await recordOfExchanges({ ...larger, headers: [['content-type', 'application/json']] }), {
      exchange,
      what,
    }).state,
  ).toBe('held');
});

test('a checkout without a price carries none', async () => {
  const ruled = async (fixedAmount: unknown) =>
    carriesNoPrice(await recordOfExchanges(creation({ fixedAmount })), { exchange, what }).state;
  for (const none of [null, undefined, { amount: null, currency: null }]) expect(await ruled(none)).toBe('held');
  for (const amount of [6.66, 0]) expect(await ruled({ amount, currency: 'USD' })).toBe('broken');
  expect(carriesNoPrice(await recordOfExchanges(refusal), { exchange, what }).state).toBe('broken');
  expect(carriesNoPrice(await recordOfExchanges(refusal), { exchange, what, mayRefuse: true }).state).toBe('held');
});

test('the sent fields are returned, times as the same instant', async () => {
  const ruled = async (fields: Fields) =>
    returnsAsSent(await recordOfExchanges(creation(fields)), { exchange, what }).state;
  expect(await ruled({})).toBe('held');
  for (const expiresAt of ['2026-01-01T01:00:02.000000000Z', '2026-01-01T01:00:02+00:00', '2026-01-01T01:00:02'])
    expect(await ruled({ expiresAt })).toBe('held');
  const wrong: Fields[] = [
    { expiresAt: '2026-01-01T01:00:03Z' },
    { expiresAt: '2026-01-01T01:00:02.001Z' },
    { expiresAt: null },
    { createdAt: '2026-01-01T01:00:02.5Z' },
    { name: 'Conformance' },
    { name: null },
    { clientOrderId: 'C-2' },
    { returnUrl: 'https://merchant.example.com/' },
    { acquiringUrl: '/checkout/1' },
    { acquiringUrl: null },
  ];
  for (const fields of wrong) expect(await ruled(fields)).toBe('broken');
});

test('a refused text is learned, a changed one fails', async () => {
  const key = 'a name beyond ASCII';
  const ruled = async (one: SampleExchange) => returnsIfTaken(await recordOfExchanges(one), { exchange, key });
  expect(await ruled(refusal)).toMatchObject({ state: 'learned', key, value: 'refused (400)' });
  expect((await ruled(creation({ name: 'Zoë' }, { name: 'Zoë' }))).state).toBe('held');
  expect((await ruled(creation({ name: 'Zo?' }, { name: 'Zoë' }))).state).toBe('broken');
  expect(await ruled({ ...creation(), status: 429, answer: {} })).toMatchObject({ state: 'undecided' });
});

test('a fraction may be cut or rounded, but the instant stays', async () => {
  const key = 'milliseconds';
  const ruled = async (expiresAt: string, sentAt = '2026-01-01T01:00:02.347Z') =>
    keepsFraction(await recordOfExchanges(creation({ expiresAt }, { expiresAt: sentAt })), { exchange, key });
  expect(await ruled('2026-01-01T01:00:02.347000Z')).toMatchObject({ value: 'kept' });
  expect(await ruled('2026-01-01T01:00:02Z')).toMatchObject({ value: 'cut to whole seconds' });
  expect(await ruled('2026-01-01T01:00:03Z')).toMatchObject({ value: 'rounded to whole seconds' });
  expect((await ruled('2026-01-01T01:01:00Z')).state).toBe('broken');
  const fine = '2026-01-01T01:00:02.347123456Z';
  expect(await ruled('2026-01-01T01:00:02.347Z', fine)).toMatchObject({ value: 'cut to milliseconds' });
  expect(await ruled('2026-01-01T01:00:02.347123Z', fine)).toMatchObject({ value: 'cut to microseconds' });
  expect(await ruled('2026-01-01T01:00:02.347124Z', fine)).toMatchObject({ value: 'rounded to microseconds' });
  expect(await ruled('2026-01-01T01:00:02.347Z', '2026-01-01T01:00:02.347+00:00')).toMatchObject({ value: 'kept' });
  // A reader of milliseconds that takes all digits for a number of them.
  expect((await ruled('2026-01-01T01:05:49.123Z', '2026-01-01T01:00:02.347123Z')).state).toBe('broken');
  expect(keepsFraction(await recordOfExchanges(refusal), { exchange, key })).toMatchObject({ value: 'refused (400)' });
});

test('further fields are reported by name', async () => {
  const ruled = async (one: SampleExchange) =>
    furtherFields(await recordOfExchanges(one), { exchange, key: 'further fields' });
  expect(await ruled(creation())).toMatchObject({ state: 'learned', value: 'none' });
  expect(await ruled(creation({ suggestedAmounts: null, minLimits: {} }))).toMatchObject({
    value: 'minLimits, suggestedAmounts',
  });
  expect((await ruled(refusal)).state).toBe('broken');
});
