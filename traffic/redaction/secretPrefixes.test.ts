import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { SecretPrefixes } from './secretPrefixes.ts';

const letters = fc.string({
  unit: fc.constantFrom('a', 'B', 'ß', 'K', '0', '\u212a', 'İ'),
  minLength: 5,
  maxLength: 8,
});

test("every place where a secret's form begins is found, in any letter case", () => {
  fc.assert(
    fc.property(letters, fc.tuple(fc.string(), fc.string()), fc.boolean(), (form, [before, after], upper) => {
      const beginnings = new SecretPrefixes();
      beginnings.add(form);
      const shown = upper ? form.replace(/[a-z]/g, (one) => one.toUpperCase()) : form;
      const text = before + shown + after;
      let at = beginnings.next(text, 0);
      while (at >= 0 && at < before.length) at = beginnings.next(text, at + 1);
      expect(at).toBe(before.length);
    }),
  );
});

test('a text without such a start has no place, and a short form is refused', () => {
  const beginnings = new SecretPrefixes();
  beginnings.add('secret');
  expect(beginnings.next('nothing of it, secre', 0)).toBe(15);
  expect(beginnings.next('nothing of it, secr', 0)).toBe(-1);
  expect(beginnings.next('', 0)).toBe(-1);
  expect(() => beginnings.add('abcd')).toThrow(RangeError);
});
