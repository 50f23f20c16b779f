import { expect, test } from '@playwright/test';
import { creationOf } from '../../tests/support/records/acquiringRecords.ts';
import { exchangeOf } from '../../tests/support/records/records.ts';
import { isOwnPlace } from './visitOpening.ts';

test('where an address sends its visitor is the page, unless it is where a merchant wants him back', () => {
  const made = exchangeOf(creationOf('checkout', { returnUrl: 'https://shop.example/back', failureLink: null }));
  expect(isOwnPlace(made, 'https://pay2.example/c/1')).toBe(true);
  expect(isOwnPlace(made, 'https://shop.example/other')).toBe(false);
  expect(isOwnPlace(made, 'about:blank')).toBe(false);
});
