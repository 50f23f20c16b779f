import { expect, test } from '@playwright/test';
import { assert, bigInt, property } from 'fast-check';
import { everySpelling, spellings } from './text.ts';

const sound = '{"amount":105.82306278,"currency":"EUR","comment":"conformance","firstName":"Anna","n":null,"b":true}';

const members = (text: string) => JSON.parse(text) as Record<string, unknown>;

for (const { name, text } of spellings) {
  test(`${name}: other characters, and the same value but for the comment`, () => {
    expect(text(sound)).not.toBe(sound);
    expect(members(text(sound))).toEqual({ ...members(sound), comment: members(text(sound))['comment'] });
    if (name !== 'raw UTF-8') expect(members(text(sound))).toEqual(members(sound));
  });
}

test('every spelling is in the one text that has them all', () => {
  const all = everySpelling(sound);
  expect(members(all)).toEqual({ ...members(sound), comment: 'Zoë ☂ 𝄞' });
  expect(Object.keys(members(all))).toEqual(Object.keys(members(sound)).toReversed());
  expect(all).toMatch(/\\u00/);
  expect(all).toMatch(/[^ -~\s]/u);
  expect(all).toMatch(/" :\t/);
  expect(all).toMatch(/\r\n$/);
  expect(Buffer.byteLength(all)).toBeGreaterThan(16 * 1024);
});

test('no spelling loses a digit of an amount', () => {
  assert(
    property(bigInt({ min: 0n, max: 10n ** 30n }), (units) => {
      const amount = `${units}.${String(units).padStart(18, '0').slice(-18)}`;
      const text = sound.replace('105.82306278', amount);
      for (const spelling of spellings) expect(spelling.text(text)).toContain(amount);
      expect(everySpelling(text)).toContain(amount);
    }),
  );
});
