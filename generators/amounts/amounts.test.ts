import { expect, test } from '@playwright/test';
import { type Arbitrary, assert, bigInt, constantFrom, integer, option, property, record, sample } from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import { decimal } from '../../schemas/json/exact.ts';
import {
  amountForAll,
  amountsOutsideLimits,
  beyondBalance,
  distinctiveAmount,
  exchangeAmount,
  farAbove,
  invalidAmounts,
  type Limits,
  leastAmount,
  mostAmount,
  nextAmount,
  overPrecise,
  partialPaymentAmounts,
  partialShares,
  payinAmount,
  payoutCost,
  smallAmount,
} from './amounts.ts';
import { isSameDouble } from './nextDouble.ts';

/** Generates a decimal with up to 18 places. */
const money = record({ units: bigInt({ min: 1n, max: 10n ** 24n }), places: integer({ min: 0, max: 18 }) }).map(
  ({ units, places }) => decimal(String(units)).div(decimal('10').pow(places)),
);

const limits: Arbitrary<Limits> = record({
  scale: integer({ min: 0, max: 18 }),
  minLimit: option(money, { nil: undefined }),
  span: option(money, { nil: undefined }),
}).map(({ scale, minLimit, span }) => {
  const unit = decimal('10').pow(-scale);
  // The maximum leaves room for at least one amount that the scale can write.
  const maxLimit = span && (minLimit ?? decimal('0')).plus(span).plus(unit);
  return { scale, ...(minLimit && { minLimit }), ...(maxLimit && { maxLimit }) };
});

const drawn = <T>(arbitrary: Arbitrary<T>, seed: number) => sample(arbitrary, { seed, numRuns: 3 });

const placesOf = (text: string) => text.split('.')[1]?.length ?? 0;

test('a small amount is less than four times the least one, and has any number of decimals', () => {
  for (const least of ['0.0013', '1', '10', '9000']) {
    const given = { scale: 8, minLimit: decimal(least) };
    const amounts = sample(smallAmount(given), { seed: 1, numRuns: 300 }).map(({ value }) => value);
    for (const one of amounts) expect(decimal(one).lt(decimal(least).times(4))).toBe(true);
    const places = new Set(amounts.map(placesOf));
    expect([4, 5, 6, 7, 8].filter((one) => !places.has(one))).toEqual([]);
  }
});

test('the least and a small amount are within the limits and the scale', () => {
  assert(
    property(limits, integer(), (given, seed) => {
      const amounts = [leastAmount(given), ...drawn(smallAmount(given), seed), ...drawn(payinAmount(given), seed)];
      for (const { value } of amounts) {
        const amount = decimal(value);
        expect(amount.gt(0)).toBe(true);
        if (given.minLimit) expect(amount.gte(given.minLimit)).toBe(true);
        if (given.maxLimit) expect(amount.lte(given.maxLimit)).toBe(true);
        expect(placesOf(value)).toBeLessThanOrEqual(given.scale);
      }
    }),
  );
});

test('a small amount stays clear of the minimum, which may move, and little, if the maximum leaves room', () => {
  assert(
    property(integer(), (seed) => {
      for (const { value } of drawn(smallAmount({ scale: 8, minLimit: decimal('10') }), seed)) {
        expect(decimal(value).gte('11.2')).toBe(true);
        expect(decimal(value).lte('16')).toBe(true);
      }
    }),
  );
  const small = (given: Limits) => drawn(smallAmount(given), 1)[0]?.value;
  expect(small({ scale: 0, minLimit: decimal('1') })).toBe('2');
  expect(small({ scale: 2, minLimit: decimal('10'), maxLimit: decimal('11') })).toBe('10');
});

test('amounts of pay-ins have every magnitude and number of decimals up to the maximum', () => {
  const given = { scale: 6, minLimit: decimal('1'), maxLimit: decimal('100000') };
  const amounts = sample(payinAmount(given), { seed: 1, numRuns: 300 }).map(({ value }) => value);
  expect(new Set(amounts.map((text) => text.split('.')[0]?.length)).size).toBeGreaterThan(4);
  expect(new Set(amounts.map(placesOf)).size).toBeGreaterThan(4);
});

test('amounts are written digit by digit, never as doubles', () => {
  const least = (minLimit: string, scale: number) => leastAmount({ scale, minLimit: decimal(minLimit) }).value;
  for (const text of ['105.82306278', '0.000000000000000001', '123456789012345678901234567890.1', '10'])
    expect(least(text, 18)).toBe(text);
  expect(least('0.1000000000000000055511151231257827', 18)).toBe('0.100000000000000006');
  expect(least('0.001', 2)).toBe('0.01');
});

test('amounts beyond the limits exceed them by one unit, or by the next step that another double shows', () => {
  assert(
    property(limits, (given) => {
      const unit = decimal('10').pow(-given.scale);
      for (const { why, amount } of amountsOutsideLimits(given)) {
        const value = decimal(amount);
        if (why === 'zero') expect(value.isZero()).toBe(true);
        else {
          const limit = (why === 'below minLimit' ? given.minLimit : given.maxLimit) ?? decimal('0');
          const step = value.minus(limit).times(why === 'below minLimit' ? -1 : 1);
          expect(value.gt(0) && !isSameDouble(value, limit)).toBe(true);
          expect(step.div(unit).log(10).isInteger()).toBe(true);
          const nearer = limit.plus(value.minus(limit).div(10));
          expect(step.eq(unit) || isSameDouble(nearer, limit)).toBe(true);
        }
      }
    }),
  );
});

test('an amount beyond a limit is another double than the limit', () => {
  const beyond = (minLimit: string, maxLimit: string, scale: number) =>
    amountsOutsideLimits({ scale, minLimit: decimal(minLimit), maxLimit: decimal(maxLimit) }).map(
      ({ amount }) => amount.value,
    );
  expect(beyond('1', '100', 18)).toEqual(['0', '0.9999999999999999', '100.00000000000001']);
  expect(beyond('10', '9007199254740993000', 2)).toEqual(['0', '9.99', '9007199254740994000']);
  expect(beyond('0.000000000000000002', '5', 18)[1]).toBe('0.000000000000000001');
  // A limit that no double holds stops no run.
  expect(beyond('1', `1${'0'.repeat(400)}`, 2)).toHaveLength(3);
});

test('the amount next to another one is within the maximum and another double', () => {
  const next = (amount: string, scale: number, maxLimit: string) =>
    nextAmount(new LosslessNumber(amount), { scale, maxLimit: decimal(maxLimit) }).value;
  expect(next('10.5', 2, '100')).toBe('10.51');
  expect(next('100', 2, '100')).toBe('99.99');
  expect(next('1', 18, '100')).toBe('1.000000000000001');
});

test('the cost of a pay-out is between its amount and its amount with all fees', () => {
  const fees = { scale: 1, percent: decimal('1.5'), fixed: decimal('0.25') };
  const { least, most } = payoutCost(new LosslessNumber('100'), fees);
  expect(least).toBe('100');
  expect(most).toBe('101.8');
  expect(payoutCost(new LosslessNumber('100'), { ...fees, leastFee: decimal('5') }).most).toBe('105');
});

test('a part of an amount and its rest add up to the amount exactly', () => {
  assert(
    property(money, integer({ min: 0, max: 18 }), constantFrom(...partialShares), (amount, scale, share) => {
      const fees = { percent: decimal('0'), fixed: decimal('0') };
      const { requested, processed, rest } = partialPaymentAmounts(
        new LosslessNumber(amount.toFixed()),
        {
          scale,
          ...fees,
        },
        share,
      );
      expect(decimal(processed).plus(decimal(rest)).eq(decimal(requested))).toBe(true);
      expect(decimal(requested).eq(amount)).toBe(true);
      expect(decimal(processed).lte(share === partialShares[0] ? decimal(rest) : amount)).toBe(true);
      expect(placesOf(processed)).toBeLessThanOrEqual(scale);
    }),
  );
});

test('the largest amount is the maximum, cut to the scale', () => {
  assert(
    property(limits, (given) => {
      const most = mostAmount(given);
      expect(most === undefined).toBe(given.maxLimit === undefined);
      if (!most || !given.maxLimit) return;
      expect(placesOf(most.value)).toBeLessThanOrEqual(given.scale);
      expect(decimal(most).lte(given.maxLimit)).toBe(true);
      expect(given.maxLimit.minus(decimal(most)).lt(decimal('10').pow(-given.scale))).toBe(true);
    }),
  );
});

test('an amount with one decimal too many is within the limits, between two writable amounts', () => {
  assert(
    property(limits, (given) => {
      const { sent, below, above } = overPrecise(given);
      expect(placesOf(sent.value)).toBe(given.scale + 1);
      for (const side of [below, above]) expect(placesOf(side)).toBeLessThanOrEqual(given.scale);
      expect(decimal(sent).gt(decimal(below)) && decimal(sent).lt(decimal(above))).toBe(true);
      if (given.minLimit) expect(decimal(sent).gt(given.minLimit)).toBe(true);
    }),
  );
});

test('an invalid amount has no second defect', () => {
  assert(
    property(limits, (given) => {
      const found = Object.fromEntries(invalidAmounts(given).map(({ why, amount }) => [why, amount]));
      expect(found).toMatchObject({ 'a text that is no number': 'ten', null: null });
      expect(decimal(found['negative'] as LosslessNumber).lt(0)).toBe(true);
      expect('above maxLimit' in found).toBe(given.maxLimit !== undefined);
      expect(decimal(farAbove(given)).gt(0)).toBe(true);
    }),
  );
});

test('more than a balance is more, and exceeds the maximum only if the balance does', () => {
  assert(
    property(limits, money, (given, balance) => {
      const amount = decimal(beyondBalance(balance, given));
      if (given.maxLimit?.gt(balance.plus(decimal('10').pow(-given.scale)))) {
        expect(amount.gt(balance)).toBe(true);
        expect(amount.lte(given.maxLimit)).toBe(true);
      } else if (!given.maxLimit?.gt(balance)) expect(amount.gt(balance)).toBe(true);
    }),
  );
});

test('an amount for all methods fits its own and every other method that accepts it', () => {
  const of = (minLimit: string, maxLimit: string) => ({
    scale: 2,
    minLimit: decimal(minLimit),
    maxLimit: decimal(maxLimit),
  });
  expect(amountForAll(of('10', '5000'), [of('100', '9'), of('1000', '1e6'), of('20000', '1e6')]).value).toBe('1234.57');
  expect(amountForAll(of('10', '5000'), []).value).toBe('12.35');
  assert(
    property(limits, limits, (given, other) => {
      const amount = decimal(amountForAll(given, [other]));
      if (given.maxLimit && given.minLimit?.lte(given.maxLimit)) expect(amount.lte(given.maxLimit)).toBe(true);
    }),
  );
});

test('a distinctive amount is within the limits, a little above a small one', () => {
  assert(
    property(limits, integer({ min: 1, max: 20 }), (given, nth) => {
      const { value } = distinctiveAmount(given, nth);
      expect(placesOf(value)).toBeLessThanOrEqual(given.scale);
      if (given.minLimit) expect(decimal(value).gte(given.minLimit)).toBe(true);
      if (given.maxLimit) expect(decimal(value).lte(given.maxLimit)).toBe(true);
    }),
  );
  const amounts = [1, 2, 3].map((nth) => distinctiveAmount({ scale: 2, minLimit: decimal('10') }, nth).value);
  expect(amounts).toEqual(['12.42', '12.49', '12.56']);
});

test('an exchange amount is a few times the minimum and a little more, as far as the maximum allows', () => {
  const amountsFor = (minLimit: string, maxLimit: string) =>
    [1, 2].map((nth) => exchangeAmount({ minLimit: decimal(minLimit), maxLimit: decimal(maxLimit) }, nth).value);
  expect(amountsFor('0.5', '100')).toEqual(['1.7', '2']);
  expect(amountsFor('10', '35')).toEqual(['32', '35']);
  const amounts = Array.from({ length: 20 }, (_, nth) => exchangeAmount({ minLimit: decimal('10'), scale: 2 }, nth));
  expect(new Set(amounts.map(({ value }) => decimal(value).decimalPlaces()))).toEqual(new Set([0, 1, 2]));
  expect(new Set(amounts.map(({ value }) => value)).size).toBe(20);
});
