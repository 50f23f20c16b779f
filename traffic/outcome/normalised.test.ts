import { expect, test } from '@playwright/test';
import { normalised } from './normalised.ts';

test('queries are replaced by a placeholder', () => {
  expect(normalised('GET /v2/a?sort=x%2Casc&size=1 was answered? yes')).toBe('GET /v2/a?<query> was answered? yes');
});

test('ids, keys, times, digests, quoted texts and numbers are replaced by placeholders', () => {
  const words =
    'PMT-503be28d-44bc-4e7e-b5ff-313a8f5410da at 2026-11-22T03:53:45.655Z, 00aabbccddeeff0011, "a \\" b", -1.5e+3 and\n 12';
  expect(normalised(words)).toBe('PMT-<uuid> at <time>, <hex>, <text>, <number> and <number>');
});
