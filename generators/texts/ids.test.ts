import { expect, test } from '@playwright/test';
import { equivalentIds, idInTurn, idsInUrls, longestIds, maxIdCharacters, numericIds, paddedId } from './ids.ts';

const id = '20260101-000000-abcdef-p0-1';

test('a padded id begins with its original and has the requested length', () => {
  for (const more of [0, 1]) {
    const text = paddedId(id, maxIdCharacters + more);
    expect(text.startsWith(id)).toBe(true);
    expect([text.length, Buffer.byteLength(text)]).toEqual([maxIdCharacters + more, maxIdCharacters + more]);
  }
});

test('the longest ids have 256 code points, code units or bytes', () => {
  const counts = Object.values(longestIds(id)).map((text) => [[...text].length, text.length, text.startsWith(id)]);
  expect(counts).toEqual([
    [256, 256, true],
    [256, 256 + 256 - id.length, true],
    [id.length + 1 + (256 - id.length - 1) / 2, 256, true],
  ]);
});

test('two ids that may count as equal are never the same text', () => {
  for (const [name, [one, other]] of Object.entries({ ...equivalentIds(id), ...idsInUrls(id) })) {
    expect(one, name).not.toBe(other);
    for (const text of [one, other]) expect(text.trim().startsWith(id), name).toBe(true);
  }
});

test('ids of digits differ as texts, and are one number', () => {
  for (const [name, [one, other]] of Object.entries(numericIds(id))) {
    expect(one, name).not.toBe(other);
    expect(Number(one), name).toBe(Number(other));
    for (const text of [one, other]) expect(text, name).not.toMatch(/(?<!\d)\d{13,19}(?!\d)/);
  }
});

test('ids of digits differ where the ids differ that draw them', () => {
  const all = Array.from({ length: 40 }, (_, nth) => Object.values(numericIds(`${id}${nth}`)).flat()).flat();
  expect(new Set(all).size).toBe(all.length);
});

test('ids in turn differ at their end, their start or their middle, and leave room for an addition', () => {
  const ids = Array.from({ length: 40 }, (_, nth) => idInTurn(`${id}${nth}`, nth));
  for (const [nth, one] of ids.entries()) expect(one).toContain(`${id}${nth}`);
  expect(Math.max(...ids.map(({ length }) => length))).toBe(252);
  const long = ids.map((one, nth) => ({ one, own: `${id}${nth}` })).filter(({ one }) => one.length === 252);
  expect(long.some(({ one, own }) => one.endsWith(own))).toBe(true);
  expect(long.some(({ one, own }) => one.startsWith(own))).toBe(true);
});
