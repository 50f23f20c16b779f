import { expect, test } from '@playwright/test';
import { urlOf } from '../../schemas/domain/urlOf.ts';
import { checkoutBody, checkoutTexts, numberedId, wordedInTurn } from './checkout.ts';

test('texts by default become plain ones of several lengths, and every other field stays', () => {
  const bodies = Array.from({ length: 40 }, (_, nth) => wordedInTurn(checkoutBody('NO_PRICE'), nth));
  for (const field of ['name', 'returnUrl'] as const)
    expect(new Set(bodies.map((body) => body[field]?.length)).size).toBeGreaterThan(3);
  for (const { name, returnUrl, ...others } of bodies) {
    expect(name?.trim()).toBe(name);
    expect(urlOf(returnUrl)).toBeDefined();
    expect({ ...others, ...checkoutTexts }).toEqual(checkoutBody('NO_PRICE'));
  }
});

test('a body with texts of its own, or without them, stays as it is', () => {
  const own = { name: 'Zoë', returnUrl: 'https://shop.example/back' };
  for (const body of [checkoutBody('NO_PRICE', own), { type: 'NO_PRICE' }, { name: 5 }])
    expect(wordedInTurn(body, 11)).toEqual(body);
});

test('numbers for different ids are different, however alike the ids begin', () => {
  const numbers = ['a', 'b', 'c'].map((end) => numberedId(`${'x'.repeat(200)}${end}`));
  expect(new Set(numbers).size).toBe(3);
  for (const one of numbers) expect(one).toMatch(/^00\d{20}$/);
});
