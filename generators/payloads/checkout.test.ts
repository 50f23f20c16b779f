import { expect, test } from '@playwright/test';
import { checkoutBody, namedInTurn, numberedId } from './checkout.ts';

test('checkouts with the name by default get names of several lengths, and keep every other field', () => {
  const bodies = Array.from({ length: 14 }, (_, nth) => namedInTurn(checkoutBody('NO_PRICE'), nth));
  expect(new Set(bodies.map(({ name }) => name?.length)).size).toBeGreaterThan(5);
  for (const { name, ...others } of bodies) {
    expect(name?.trim()).toBe(name);
    expect({ ...others, name: 'an order of goods' }).toEqual(checkoutBody('NO_PRICE'));
  }
});

test('a body with a name of its own, or without one, stays as it is', () => {
  for (const body of [checkoutBody('NO_PRICE', { name: 'Zoë' }), { type: 'NO_PRICE' }, { name: 5 }])
    expect(namedInTurn(body, 3)).toBe(body);
});

test('numbers for different ids are different, however alike the ids begin', () => {
  const numbers = ['a', 'b', 'c'].map((end) => numberedId(`${'x'.repeat(200)}${end}`));
  expect(new Set(numbers).size).toBe(3);
  for (const one of numbers) expect(one).toMatch(/^00\d{20}$/);
});
