import { expect, test } from '@playwright/test';
import { recordOfExchanges } from '../../tests/support/records/records.ts';
import { keepsLeadingZeros } from './lostZeros.ts';

/** Returns the faults of answers whose times have these fractions. */
async function faultsOf(fractions: readonly string[]) {
  const items = fractions.map((fraction, at) => ({ id: `CCO-${at}`, createdAt: `2026-01-01T10:00:00${fraction}Z` }));
  const record = await recordOfExchanges({ operation: 'GET /v1/user/payments', answer: items });
  return keepsLeadingZeros(record.exchanges);
}

/** Microseconds that are spread over a second, those of its first tenth included. */
const spread = Array.from({ length: 300 }, (_, at) => String(((at + 1) * 3_331) % 1_000_000));

test('GEN-04a fractions of a second keep the zeros that they begin with', async () => {
  const padded = spread.map((one) => `.${one.padStart(6, '0')}`);
  const bare = spread.map((one) => `.${one}`);
  expect(await faultsOf(padded)).toEqual([]);
  expect((await faultsOf(bare)).map(({ code }) => code)).toEqual(['differs']);
  // Times of another precision are looked at apart.
  const nanoseconds = padded.map((one) => `${one}789`);
  expect(await faultsOf([...bare, ...nanoseconds])).toHaveLength(1);
});

test('GEN-04a few fractions, coarse ones and none decide nothing', async () => {
  expect(await faultsOf(spread.slice(0, 100).map((one) => `.${one}`))).toEqual([]);
  expect(await faultsOf(spread.map((_, at) => `.${1 + (at % 9)}00`))).toEqual([]);
  expect(await faultsOf(spread.map(() => ''))).toEqual([]);
});
