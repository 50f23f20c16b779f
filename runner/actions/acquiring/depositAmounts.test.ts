import { expect, test } from '@playwright/test';
import { decimal, parseExact } from '../../../schemas/json/exact.ts';
import { ampleAmount, mostOf } from './depositAmounts.ts';

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
