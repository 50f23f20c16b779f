import { expect, test } from '@playwright/test';
import { assert, bigInt, integer, property } from 'fast-check';
import { decimal } from '../../../schemas/json/exact.ts';
import {
  askedCheckout,
  askedRequest,
  belowMinimum,
  overTwiceTheLeast,
  transfersOf,
  twiceTheLeast,
} from './transfers.ts';

test('the transfers of an amount are exact and distinguishable', () => {
  expect(transfersOf(decimal('2'))).toEqual({
    exact: '2',
    over: '2.2',
    under: '1.8',
    underByUnit: '1.999999',
    halves: ['1', '1'],
  });
  expect(transfersOf(decimal('99.46291'))).toEqual({
    exact: '99.46291',
    over: '109.40921',
    under: '89.516619',
    underByUnit: '99.462909',
    halves: ['49.73145', '49.73146'],
  });
});

test('for any amount less is less, more is more, and the halves add up', () => {
  const amounts = [bigInt({ min: 2n, max: 10n ** 20n }), integer({ min: 0, max: 18 })] as const;
  assert(
    property(...amounts, integer({ min: 0, max: 65_535 }), (digits, places, drawn) => {
      const amount = decimal(digits.toString()).times(decimal('10').pow(-places));
      const { over, under, underByUnit, halves } = transfersOf(amount, drawn, { nth: drawn, drawn });
      expect(decimal(over).gt(amount)).toBe(true);
      expect(decimal(under).lt(amount) && decimal(under).gt(0)).toBe(true);
      expect(decimal(underByUnit).lt(amount) && decimal(underByUnit).gt(0)).toBe(true);
      const [one, other] = halves.map((half) => decimal(half));
      expect(one?.plus(other ?? 0).eq(amount) && one.gt(0)).toBe(true);
    }),
  );
});

test('less by a unit is less by the sixth decimal, which every coin has, or by a finer one that is written', () => {
  const less = (amount: string) => transfersOf(decimal(amount)).underByUnit;
  expect([less('2'), less('0.12345678')]).toEqual(['1.999999', '0.12345677']);
});

test('overpayments are of several sizes, in turn', () => {
  const overpaid = Array.from({ length: 7 }, (_, nth) => transfersOf(decimal('40'), 0, { nth, drawn: 2_999 }).over);
  expect(overpaid).toEqual(['44', '100', '40.01', '440', '160', '40.01', '60']);
});

test('an amount below the minimum is more than zero', () => {
  expect(belowMinimum(decimal('1'))).toBe('0.5');
  expect(belowMinimum(decimal('0.00001'))).toBe('0.000005');
});

test('a price is twice the minimum, so half of it is accepted', () => {
  expect(twiceTheLeast(decimal('1.0054')).value).toBe('2.0108');
  expect(twiceTheLeast(decimal('0')).value).toBe('1');
  expect(overTwiceTheLeast(decimal('1.0054')).value).toBe('2.12');
});

test('bodies have a price or none, and the requested expiry', () => {
  const price = { amount: twiceTheLeast(decimal('1')), currency: 'USDT' };
  expect(askedCheckout(price, '2026-01-01T00:00:00.000Z')).toMatchObject({
    type: 'FIXED_PRICE',
    fixedAmount: price,
    expiresAt: '2026-01-01T00:00:00.000Z',
  });
  expect(askedCheckout()).not.toHaveProperty('fixedAmount');
  expect(askedCheckout()).toMatchObject({ type: 'NO_PRICE' });
  expect(askedRequest('TRON_USDT', price)).toMatchObject({ amountIn: 'USDT' });
  expect(askedRequest('TRON_USDT')).toEqual({ cryptoCurrency: 'TRON_USDT' });
});
