import { expect, test } from '@playwright/test';
import { assert, integer, property } from 'fast-check';
import { isMultiple } from './multiples.ts';

test('a decimal is a multiple of its last place, and not with half a place more', () => {
  const places = integer({ min: 1, max: 12 });
  assert(
    property(integer(), places, (units, scale) => {
      const at = (digits: string) => Number(`${digits}e-${scale}`);
      return isMultiple(at(String(units)), at('1')) && !isMultiple(at(`${units}.5`), at('1'));
    }),
  );
});

test('doubles of any size are judged by their shortest text', () => {
  expect(isMultiple(0.07, 0.01)).toBe(true);
  expect(isMultiple(123_456_789_012.34, 0.01)).toBe(true);
  expect(isMultiple(1e300, 1e-300)).toBe(true);
  expect(isMultiple(1e-7, 1e-8)).toBe(true);
  expect(isMultiple(1e-7, 3e-8)).toBe(false);
  expect(isMultiple(-0, 0.1)).toBe(true);
  expect(isMultiple(7, 2)).toBe(false);
});
