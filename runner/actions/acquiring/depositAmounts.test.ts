import { expect, test } from '@playwright/test';
import { decimal, parseExact } from '../../../schemas/json/exact.ts';
import { ampleAmount, depositInTurn, leastAmount, mostOf } from './depositAmounts.ts';

const terms = {
  ...{ address: 'T', id: undefined, percentFee: decimal('1') },
  ...{ minLimit: decimal('2'), fixedFee: decimal('0.5'), networkFeeEstimate: decimal('1') },
};

const asked = (most: string | undefined, of = terms) =>
  ampleAmount(of, { by: 20, nth: 3, most: most === undefined ? undefined : decimal(most) }).toFixed();

test('a deposit is many times the minimum, but never above the maximum', () => {
  expect(asked(undefined)).toBe('44.11');
  expect(asked('44.11')).toBe('44.11');
  expect(asked('12')).toBe('6');
  const small = {
    ...terms,
    minLimit: decimal('0.0002'),
    fixedFee: decimal('0.00001'),
    networkFeeEstimate: decimal('0'),
  };
  expect(asked('0.5', small)).toBe('0.2001');
});

test('the maximum of an asset is read from either map', () => {
  const most = (text: string) => {
    const parsed = parseExact(text);
    return mostOf('value' in parsed ? parsed.value : undefined, 'A_B')?.toFixed();
  };
  expect(most('{"limits":{"A_B":{"maxLimit":5}}}')).toBe('5');
  expect(most('{"maxLimits":{"A_B":7}}')).toBe('7');
  expect(most('{}')).toBeUndefined();
});

test('drawn deposits are of every magnitude and precision, exactly the least one, and too little', () => {
  const all = Array.from({ length: 400 }, (_, nth) => decimal(depositInTurn(terms, nth * 163)));
  const least = leastAmount(terms);
  const ample = all.filter((amount) => amount.gte(least));
  expect(new Set(ample.map((amount) => amount.decimalPlaces()))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]));
  for (const times of [3, 30, 300, 3_000])
    expect(ample.some((amount) => amount.gte(least.times(times)) && amount.lt(least.times(10 * times)))).toBe(true);
  expect(ample.filter((amount) => amount.eq(least)).length).toBeGreaterThan(20);
  const below = all.filter((amount) => amount.lt(least));
  expect(below.length).toBeGreaterThan(20);
  expect(below.every((amount) => amount.lt(terms.minLimit))).toBe(true);
  expect(depositInTurn(terms, 65_534, decimal('50'))).toBe(least.toFixed());
});
