import { expect, test } from '@playwright/test';
import { array, assert, bigInt, date, integer, property } from 'fast-check';
import { decimal } from '../../schemas/json/exact.ts';
import { amountRanges, encodings, filterQueries, invalidQueries, pageSizes, timeRanges } from './searchQuery.ts';

const amounts = array(bigInt({ min: -1000n, max: 10n ** 12n })).map((list) =>
  list.map((one) => decimal(String(one)).div(100)),
);

test('each of the two amount ranges leaves something out, and no amount is a bound', () => {
  assert(
    property(amounts, (drawn) => {
      const there = drawn.filter((amount) => amount.gt(0));
      for (const { low, high } of amountRanges(drawn)) {
        const [from, to] = [decimal(low), decimal(high)];
        const inside = there.filter((amount) => amount.gt(from) && amount.lt(to));
        expect(inside.length).toBeGreaterThan(0);
        expect(inside.length).toBeLessThan(there.length);
        expect(there.some((amount) => amount.eq(from) || amount.eq(to))).toBe(false);
      }
    }),
  );
});

test('fewer than two amounts make no range', () => {
  expect(amountRanges([decimal('10'), decimal('10'), decimal('-5')])).toEqual([]);
  expect(amountRanges([])).toEqual([]);
});

test('each of the two time ranges leaves something out at the shown precision', () => {
  const times = array(date({ min: new Date(0), max: new Date('2030-01-01'), noInvalidDate: true }), { minLength: 2 });
  assert(
    property(times, (drawn) => {
      const texts = drawn.map((one) => one.toISOString());
      for (const { low, high } of timeRanges(texts)) {
        const inside = drawn.filter((one) => one.getTime() > Date.parse(low) && one.getTime() < Date.parse(high));
        expect(inside.length).toBeGreaterThan(0);
        expect(inside.length).toBeLessThan(drawn.length);
      }
    }),
  );
});

test('times in whole seconds make ranges only if they are more than two seconds apart', () => {
  expect(timeRanges(['2026-01-01T00:00:01Z', '2026-01-01T00:00:02Z'])).toEqual([]);
  expect(timeRanges(['2026-01-01T00:00:01Z', '2026-01-01T00:00:09Z'])).toHaveLength(2);
});

test('filters use every shown value, listed values, and shortened ids', () => {
  const queries = filterQueries([{ currency: 'EUR', orderType: 'PAYIN', status: 'NEW', clientOrderId: 'K-12' }]);
  for (const query of [
    { currency: 'EUR' },
    { status: 'FROZEN' },
    { clientOrderId: 'K-12' },
    { clientOrderId: 'K-1' },
    { clientOrderId: 'K-1_' },
  ])
    expect(queries).toContainEqual(query);
  expect(queries).toContainEqual({ currency: 'EUR', orderType: 'PAYIN' });
});

test('pages are never empty or larger than the largest', () => {
  assert(
    property(integer({ min: 0, max: 500 }), integer({ min: 1, max: 200 }), (payments, largest) => {
      for (const size of pageSizes(payments, largest)) {
        expect(size).toBeGreaterThanOrEqual(1);
        expect(size).toBeLessThanOrEqual(largest);
      }
    }),
  );
});

test('no two encodings and no two bad queries are alike', () => {
  const written = encodings.map(({ query }) => JSON.stringify(query('amount', '1', '2')));
  expect(new Set(written).size).toBe(encodings.length);
  expect(new Set(invalidQueries.map(({ query }) => JSON.stringify(query))).size).toBe(invalidQueries.length);
});
