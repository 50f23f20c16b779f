import { expect, test } from '@playwright/test';
import { creationOf, readOf } from '../../../tests/support/records/acquiringRecords.ts';
import { recordOfExchanges } from '../../../tests/support/records/records.ts';
import { keepsLimits, payAmountRests, repeatedlySeenLimits, rests } from './immutableFields.ts';

type Fields = Readonly<Record<string, unknown>>;

const seen = (kind: 'checkout' | 'request', first: Fields, ...reads: readonly Fields[]) =>
  recordOfExchanges(
    creationOf(kind, first),
    ...reads.map((fields, index) => readOf(kind, fields, 2_000 + 1_000 * index)),
  );

test('the fields of a creation never change', async () => {
  const made = { name: 'one', expiresAt: '2026-01-01T01:00:00Z' };
  const fields = ['name', 'expiresAt'];
  const ruled = async (...reads: Fields[]) =>
    rests(await seen('checkout', made, ...reads), { kind: 'checkout', fields });
  expect((await ruled(made, made)).state).toBe('held');
  expect((await ruled({ ...made, expiresAt: '2026-01-01T01:00:00.000Z' })).state).toBe('held');
  expect((await ruled({ ...made, expiresAt: '2026-01-01T02:00:00Z' })).state).toBe('broken');
  expect((await ruled({ ...made, name: 'two' })).state).toBe('broken');
  expect((await ruled({ expiresAt: made.expiresAt })).state, 'a read may leave it out').toBe('held');
  expect((await ruled(made, { ...made, name: null })).state, 'but not once it has told it').toBe('broken');
});

test('of an object only the members in both sightings are compared', async () => {
  const fixedAmount = { amount: 2, currency: 'USD' };
  const ruled = async (shown: Fields) =>
    rests(await seen('checkout', { fixedAmount }, { fixedAmount: shown }), {
      kind: 'checkout',
      fields: ['fixedAmount'],
    }).state;
  expect(await ruled({ ...fixedAmount, scale: 2 })).toBe('held');
  expect(await ruled({ ...fixedAmount, amount: 3 })).toBe('broken');
});

test('a record seen only once proves nothing', async () => {
  expect(rests(await seen('request', {}), { kind: 'request', fields: ['currency'] }).state).not.toBe('held');
});

const priced = { requestAmount: 2, requestAmountConverted: 2, convertRate: null, payAmount: 2 };

test('payAmount stays the same while its parts stay the same', async () => {
  const ruled = async (...reads: Fields[]) => payAmountRests(await seen('request', priced, ...reads), {}).state;
  expect(await ruled({ ...priced, status: 'CONFLICT', paidAmount: 1 })).toBe('held');
  expect(await ruled({ ...priced, status: 'CONFLICT', paidAmount: 1, payAmount: 1 })).toBe('broken');
  expect(await ruled({ ...priced, requestAmountConverted: 3, payAmount: 3 }), 'priced anew').toBe('held');
  expect(await ruled({ ...priced, payAmount: null }), 'left out').toBe('held');
});

test('a request without a price keeps its limits', async () => {
  const free = { payAmount: null, minLimit: 1, maxLimit: 9 };
  const faults = async (...reads: Fields[]) =>
    repeatedlySeenLimits(await seen('request', free, ...reads)).flatMap(keepsLimits);
  expect(await faults(free, { ...free, status: 'SUCCESS' })).toEqual([]);
  expect(await faults({}), 'a read may leave them out').toEqual([]);
  expect(await faults(free, { ...free, status: 'SUCCESS', minLimit: null })).toHaveLength(1);
});
