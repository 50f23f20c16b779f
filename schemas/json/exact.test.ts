import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { parse } from 'lossless-json';
import { type Exact, isExactNumber, isObject, maxDepth, parseExact, parsePlain, sameValue, toPlain } from './exact.ts';
import { scanJson } from './jsonScan.ts';

function parsed(text: string): Exact {
  const result = parseExact(text);
  if ('fault' in result) throw new Error(result.fault);
  return result.value;
}

const digits = fc.stringMatching(/^[0-9]{1,40}$/);
const numbers = fc
  .record({
    minus: fc.boolean(),
    whole: fc.stringMatching(/^(0|[1-9][0-9]{0,40})$/),
    fraction: fc.option(digits),
    power: fc.option(fc.integer({ min: -9999, max: 9999 })),
  })
  .map(
    ({ minus, whole: integer, fraction, power }) =>
      `${minus ? '-' : ''}${integer}${fraction === null ? '' : `.${fraction}`}${power === null ? '' : `e${power}`}`,
  );

test('a number keeps its source text', () => {
  fc.assert(
    fc.property(numbers, (text) => {
      const value = parsed(` [${text}]`);
      expect(Array.isArray(value) && isExactNumber(value[0]) && value[0].value).toBe(text);
    }),
  );
});

test('plain values are what the platform parses', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(toPlain(parsed(text))).toEqual(JSON.parse(text));
    }),
  );
});

test('a text is JSON exactly when the platform parses it', () => {
  const nearly = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '{', ']', '\\', '0', '\u0000', 'e'));
  fc.assert(
    fc.property(nearly, ([json, at, char]) => {
      const cut = at % (json.length + 1);
      const text = json.slice(0, cut) + char + json.slice(cut + 1);
      expect('value' in parseExact(text)).toBe(isPlatformJson(text));
    }),
    { numRuns: 150 },
  );
});

function isPlatformJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('every text is read as the exact parser reads it', () => {
  const spaces = fc.stringMatching(/^[ \n\r\t]{0,3}$/);
  const keys = fc.constantFrom(
    '"a"',
    '"b"',
    '"1"',
    '"01"',
    '"__proto__"',
    '"\\u0061"',
    '"a\\\\"',
    '"\\"{:"',
    '""',
    '"\\ud800"',
  );
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(numbers, fc.json({ maxDepth: 0 }), keys, fc.constantFrom('-0', '1e999', '"-1:[{"', '01', '-', '')),
      fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
      fc
        .array(fc.tuple(spaces, keys, spaces, tie('value'), spaces), { maxLength: 4 })
        .map((members) => `{${members.map(([a, key, b, member, c]) => `${a}${key}${b}:${member}${c}`).join(',')}}`),
    ),
  }));
  fc.assert(
    fc.property(value, (text) => {
      expect(parseExact(text)).toStrictEqual(readExactly(text));
      expect(JSON.stringify(parseExact(text))).toBe(JSON.stringify(readExactly(text)));
      expect(parsePlain(text)).toStrictEqual(plainly(parseExact(text)));
    }),
    { numRuns: 300 },
  );
});

const plainly = (read: ReturnType<typeof parseExact>) =>
  'fault' in read ? read : { ...read, value: toPlain(read.value) };

function readExactly(text: string) {
  const { duplicates } = scanJson(text, maxDepth);
  try {
    return { value: parse(text, undefined, { onDuplicateKey: ({ newValue }) => newValue }), duplicates };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}

test('no text makes the parser throw', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseExact(text)));
  const deepest = '['.repeat(maxDepth) + ']'.repeat(maxDepth);
  expect(parseExact(deepest)).toHaveProperty('value');
  expect(parseExact(`[${deepest}]`)).toEqual({ fault: 'Nested deeper than 512 levels' });
  for (const hostile of [
    '['.repeat(100_000),
    '{"a":'.repeat(100_000),
    `"${'['.repeat(1_000_000)}`,
    '"\\',
    `${'1'.repeat(1_000_000)}x`,
  ])
    expect(parseExact(hostile)).toHaveProperty('fault');
});

test('brackets inside a string do not count as nesting', () => {
  expect(parsed(JSON.stringify({ a: '['.repeat(1000) }))).toEqual({ a: '['.repeat(1000) });
});

test('the last value of a duplicate key counts, and each duplicate is reported', () => {
  const text = '{"a":1,"b":{"a":2},"\\u0061":[3],"a":[3]}';
  const result = parseExact(text);
  expect(result).toMatchObject({
    duplicates: [
      { key: 'a', offset: text.indexOf('"\\u0061"') },
      { key: 'a', offset: text.lastIndexOf('"a"') },
    ],
  });
  expect('value' in result && toPlain(result.value)).toEqual({ a: [3], b: { a: 2 } });
});

test('a key named __proto__ is a key like any other', () => {
  const value = parsed('{"__proto__":{"polluted":1},"constructor":null}');
  expect(isObject(value) && Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(Object.keys(Object(toPlain(value)))).toEqual(['__proto__', 'constructor']);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  expect(sameValue(value, parsed('{"constructor":null,"__proto__":{"polluted":1.0}}'))).toBe(true);
  expect(sameValue(value, parsed('{"constructor":null,"__proto__":{}}'))).toBe(false);
  expect(sameValue(parsed('{"toString":1}'), parsed('{"valueOf":1}'))).toBe(false);
});

test('an object that looks like an exact number stays an object', () => {
  expect(isObject(parsed('{"value":"1","isLosslessNumber":true}'))).toBe(true);
});

test('a number beyond the range of doubles becomes the largest double', () => {
  expect(toPlain(parsed('[1e999,-1e999,1e-999]'))).toEqual([Number.MAX_VALUE, -Number.MAX_VALUE, 0]);
});

const sames: [string, string][] = [
  ['1', '1.0'],
  ['1', '1e0'],
  ['100', '1E+2'],
  ['0.01', '1e-2'],
  ['-0', '0.00e9'],
  ['1e99999999999999999999', '10e99999999999999999998'],
  ['{"a":1,"b":[2]}', '{"b":[2.0],"a":1}'],
];
const differents: [string, string][] = [
  ['1', '-1'],
  ['1', '"1"'],
  ['0', 'null'],
  ['0', 'false'],
  ['0.1', '0.10000000000000000000000000000000000001'],
  ['9007199254740993', '9007199254740992'],
  ['1e99999999999999999999', '1e99999999999999999998'],
  ['[]', '{}'],
  ['[1,2]', '[2,1]'],
  ['{"a":null}', '{}'],
];

for (const [a, b] of sames) test(`${a} is the same as ${b}`, () => expect(sameValue(parsed(a), parsed(b))).toBe(true));
for (const [a, b] of differents) test(`${a} is not ${b}`, () => expect(sameValue(parsed(a), parsed(b))).toBe(false));

test('equality does not depend on how a number is written', () => {
  fc.assert(
    fc.property(numbers, fc.integer({ min: 0, max: 30 }), (text, zeros) => {
      const [mantissa = '', power = '0'] = text.split('e');
      const longer = `${mantissa}${mantissa.includes('.') ? '' : '.'}${'0'.repeat(zeros + 1)}E${power}`;
      expect(sameValue(parsed(text), parsed(longer))).toBe(true);
    }),
  );
});

test('lists become plain up to the requested number of items', () => {
  expect(toPlain(parsed('{"a":[[1,2,3],[4],[5]],"b":1}'), 2)).toEqual({ a: [[1, 2], [4]], b: 1 });
});

test('hostile numbers are compared quickly, with any zeros and exponents', () => {
  const [zeros, nines] = ['0'.repeat(1_000_000), '9'.repeat(1_000_000)];
  const pairs = [
    [`1${zeros}1`, `1${zeros}2`],
    [`1e${nines}`, `1e${nines}8`],
    [`1.${zeros}1e5`, `1.${zeros}2e5`],
  ] as const;
  for (const [one, other] of pairs) {
    expect(sameValue(parsed(one), parsed(other))).toBe(false);
    expect(sameValue(parsed(one), parsed(` ${one}`))).toBe(true);
  }
  expect(sameValue(parsed(`1${zeros}`), parsed('1e1000000'))).toBe(true);
});
