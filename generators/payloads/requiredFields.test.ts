import { expect, test } from '@playwright/test';
import { requiredFields } from './requiredFields.ts';

test('the amount is always required, and an id of our own is never left out', () => {
  expect(requiredFields({ required: [] })).toEqual(['amount']);
  expect(requiredFields({ required: ['amount', 'email', 'email', 'clientOrderId'] })).toEqual(['amount', 'email']);
  const named = { required: ['paymentMethodId', 'currency', 'method'] };
  expect(requiredFields(named)).toEqual(['amount', 'currency', 'method']);
  expect(requiredFields({ ...named, isAmbiguous: true })).toEqual(['amount', ...named.required]);
  expect(requiredFields({ required: ['paymentMethodId'] })).toEqual(['amount', 'paymentMethodId']);
});
