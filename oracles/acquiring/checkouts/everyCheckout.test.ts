import { expect, test } from '@playwright/test';
import { creationOf, readOf } from '../../../tests/support/records/acquiringRecords.ts';
import { recordOfExchanges } from '../../../tests/support/records/records.ts';
import { showsWhatWasSent } from './everyCheckout.ts';

const [first, second] = ['https://pay.example.com/1', 'https://pay.example.com/2'];

/** Returns the state of the assertion for two checkouts with these pages, and a later read of the first. */
async function stateOf(one: string | null, other: string | null, later: string | null) {
  const record = await recordOfExchanges(
    creationOf('checkout', { id: 'CCO-1', acquiringUrl: one }),
    creationOf('checkout', { id: 'CCO-2', acquiringUrl: other }, 2_000),
    readOf('checkout', { id: 'CCO-1', acquiringUrl: later }, 3_000),
  );
  return showsWhatWasSent(record, { of: 'texts' }).state;
}

test('CHK-04 two checkouts never show one page', async () => {
  expect(await stateOf(first, second, first)).toBe('held');
  expect(await stateOf(first, null, null)).toBe('held');
  expect(await stateOf(null, null, null)).toBe('held');
  // Nothing says that the address of a page is written in one way for ever.
  expect(await stateOf(first, second, `${first}?lang=en`)).toBe('held');
  expect(await stateOf(first, first, first)).toBe('broken');
  expect(await stateOf(first, second, second)).toBe('broken');
});

// No mutant: CHK-02b itself pays no checkout, so that alone it would not meet such a change.
test('CHK-02b a checkout without a price has none later either', async () => {
  const priced = async (type: string, later: object | null) => {
    const body = JSON.stringify({ type });
    const states = ['REQUEST_CREATED', 'SUCCESS'].map((status, nth) =>
      readOf('checkout', { status, type, fixedAmount: later }, 2_000 + nth),
    );
    const record = await recordOfExchanges({ ...creationOf('checkout', { type }), body }, ...states);
    return showsWhatWasSent(record, { of: 'no price' }).state;
  };
  expect(await priced('NO_PRICE', null)).toBe('held');
  expect(await priced('NO_PRICE', { amount: null, currency: null })).toBe('held');
  expect(await priced('NO_PRICE', { amount: 5, currency: 'USDT' })).toBe('broken');
  // The end user picks an option or enters an amount, which the checkout may show.
  expect(await priced('SUGGESTED_FIXED_PRICE', { amount: 5, currency: 'USD' })).toBe('held');
});

test('CHK-04 a later read shows expiresAt as sent, cut or rounded, and no other instant', async () => {
  const sentAt = '2026-01-02T03:04:05.3Z';
  const shown = async (expiresAt: string) => {
    const created = creationOf('checkout', { expiresAt: sentAt });
    const record = await recordOfExchanges(
      { ...created, body: JSON.stringify({ type: 'NO_PRICE', expiresAt: sentAt }) },
      readOf('checkout', { status: 'NEW', expiresAt }, 2_000),
    );
    return showsWhatWasSent(record, { of: 'texts' }).state;
  };
  for (const fine of [sentAt, '2026-01-02T03:04:05Z', '2026-01-02T03:04:06Z', '2026-01-02T03:04:05.300Z'])
    expect(await shown(fine), fine).toBe('held');
  for (const odd of ['2026-01-02T03:04:05.003Z', '2026-01-02T03:04:05.31Z', '2026-01-02T03:04:04Z'])
    expect(await shown(odd), odd).toBe('broken');
});
