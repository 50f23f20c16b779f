import { expect, test } from '@playwright/test';
import { fillingFor, ownId } from '../journal/ownIds.ts';
import { normalised } from './normalised.ts';

test('queries are replaced by a placeholder', () => {
  expect(normalised('GET /v2/a?sort=x%2Casc&size=1 was answered? yes')).toBe('GET /v2/a?<query> was answered? yes');
});

test('ids, keys, times, digests, quoted texts and numbers are replaced by placeholders', () => {
  const words =
    'PMT-503be28d-44bc-4e7e-b5ff-313a8f5410da at 2026-11-22T03:53:45.655Z, 00aabbccddeeff0011, "a \\" b", -1.5e+3 and\n 12';
  expect(normalised(words)).toBe('<uuid> at <time>, <key>, <text>, <number> and <number>');
});

test('ids of a run are replaced, whatever form and beginning the run draws for them', () => {
  const drawn = Array.from({ length: 80 }, (_, seed) => ownId({ key: `key ${seed}`, seed }, 'a payment'));
  const long = drawn.map((id) => id + fillingFor('key', id).slice(0, 60));
  const left = [...drawn, ...long].map((id) => normalised(`the payment ${id} of it`));
  expect(new Set(left)).toEqual(new Set(['<uuid>', '<key>'].map((name) => `the payment ${name} of it`)));
});

test('names of fields and paths are kept', () => {
  const words = 'GET /v1/user/crypto-acquiring/checkouts answers transactionDestinationAddressTag of /requests/created';
  expect(normalised(words).replace('<number>', '1')).toBe(words);
});
