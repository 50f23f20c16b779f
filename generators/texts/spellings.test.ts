import { expect, test } from '@playwright/test';
import { assert, bigInt, nat, property, subarray } from 'fast-check';
import { decimal } from '../../schemas/json/exact.ts';
import { everySpelling, fittingSpelling, numberSpellings, spellings, spellingsTogether } from './spellings.ts';

const validBody =
  '{"amount":105.82306278,"currency":"EUR","comment":"conformance","firstName":"Anna","n":null,"b":true}';

const members = (text: string) => JSON.parse(text) as Record<string, unknown>;

const bundle = '{"referenceId":"assay-neutral","assets":["TRON_USDT"],"allEnabledAssets":false}';

/** Spellings that add characters to the free text. */
const saysMore = /UTF-8|surrogate|beyond|Latin-1|script|quotes|no one sees/;

for (const [body, free] of [
  [validBody, 'comment'],
  [bundle, 'referenceId'],
] as const)
  for (const { name, text } of spellings)
    test(`${name} of a body with a ${free}: other characters, and the same value except for additions`, () => {
      expect(text(body)).not.toBe(body);
      expect(members(text(body))).toEqual({ ...members(body), [free]: members(text(body))[free] });
      if (!saysMore.test(name)) expect(members(text(body))).toEqual(members(body));
      expect(String(members(text(body))[free])).toContain(String(members(body)[free]));
    });

test('a surrogate pair is the same character raw and escaped', () => {
  const saying = (name: string) => members(spellings.find((one) => one.name === name)?.text(bundle) ?? '{}');
  const raw = saying('a raw character beyond the basic plane');
  expect(saying('a surrogate pair in escapes')).toEqual(raw);
  expect(raw['referenceId']).toBe('assay-neutral \u{1d11e}');
});

for (const { name, text } of numberSpellings)
  test(`an amount written with ${name} is the same amount in other characters`, () => {
    assert(
      property(nat(10 ** 9), nat(8), (units, places) => {
        const digits = String(units).padStart(places + 1, '0');
        const at = digits.length - places;
        const plain = places === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
        const body = `{"amount":${plain},"currency":"EUR"}`;
        const written = /"amount":([^,]+),/.exec(text(body))?.[1] ?? '';
        expect(written).not.toBe(plain);
        expect(decimal(written).eq(decimal(plain))).toBe(true);
        expect(members(text(body))['currency']).toBe('EUR');
      }),
    );
  });

test('an amount is not written with more decimals than its method allows', () => {
  const namesOf = (sent: string, scale: number) =>
    numberSpellings.map((spelling) => fittingSpelling(spelling, sent, scale).name);
  const all = numberSpellings.map(({ name }) => name);
  const [zero = '', , plain = '', java = ''] = all;
  expect(namesOf('12.5', 2)).toEqual(all);
  expect(namesOf('12.50', 2)).toEqual(all.map((name) => (name === zero ? plain : name)));
  expect(namesOf('5', 0)).toEqual(all.map((name) => (name === zero || name === java ? plain : name)));
  expect(namesOf('100', 0)).toEqual(all.map((name) => (name === zero ? plain : name)));
  // An amount that has more decimals as it is gets no further ones.
  expect(namesOf('1.234', 2)).not.toContain(zero);
});

test('one text combines every spelling', () => {
  const all = everySpelling(validBody);
  const { comment, ...others } = members(all);
  expect({ ...others, comment: 'conformance' }).toEqual(members(validBody));
  for (const part of ['e\u0301', 'Müller', 'دفع', '\u2028', '𝄞']) expect(comment).toContain(part);
  expect(Object.keys(members(all))).toEqual(Object.keys(members(validBody)).toReversed());
  expect(all).toMatch(/\\u00/);
  expect(all).toMatch(/[^ -~\s]/u);
  expect(all).toMatch(/" :\t/);
  expect(all).toMatch(/\r\n\n$/);
  expect(all).toMatch(/^\n/);
  expect(Buffer.byteLength(all)).toBeGreaterThan(16 * 1024);
});

test('any spellings together keep everything but the free text', () => {
  assert(
    property(subarray([...spellings], { minLength: 1 }), (some) => {
      const { comment, ...others } = members(spellingsTogether(some)(validBody));
      expect({ ...others, comment: 'conformance' }).toEqual(members(validBody));
      expect(String(comment)).toContain('conformance');
    }),
  );
});

test('no spelling loses a digit of an amount', () => {
  assert(
    property(bigInt({ min: 0n, max: 10n ** 30n }), (units) => {
      const amount = `${units}.${String(units).padStart(18, '0').slice(-18)}`;
      const text = validBody.replace('105.82306278', amount);
      for (const spelling of spellings) expect(spelling.text(text)).toContain(amount);
      expect(everySpelling(text)).toContain(amount);
    }),
  );
});
