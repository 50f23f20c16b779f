import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { type FormatName, formats, parseInstant } from './formats.ts';

const yearZeroNs = BigInt(new Date('0000-01-01T00:00:00Z').getTime()) * 1_000_000n;
const year9999Ns = BigInt(new Date('9999-12-31T23:59:59.999Z').getTime()) * 1_000_000n;
const instants = fc.bigInt({ min: yearZeroNs, max: year9999Ns });
const utcZones = fc.constantFrom('Z', '+00:00', '-00:00', '+00', '+0000');

function written(epochNs: bigint, digits: number): string {
  const withinSecond = ((epochNs % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  const seconds = new Date(Number((epochNs - withinSecond) / 1_000_000n)).toISOString().slice(0, 19);
  return `${seconds}.${String(withinSecond).padStart(9, '0').padEnd(digits, '0')}`;
}

test('an instant survives writing and reading to the nanosecond', () => {
  fc.assert(
    fc.property(instants, utcZones, fc.integer({ min: 9, max: 15 }), (epochNs, zone, fractionDigits) => {
      expect(parseInstant(written(epochNs, fractionDigits) + zone)).toEqual({ epochNs, fractionDigits, zone: 'utc' });
    }),
  );
});

test('an offset moves the instant and is reported', () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: 1, max: 23 }), fc.integer({ min: 0, max: 59 }), (local, hours, minutes) => {
      const offset = `+${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
      const epochNs = local - BigInt(hours * 60 + minutes) * 60_000_000_000n;
      expect(parseInstant(written(local, 9) + offset)).toEqual({ epochNs, fractionDigits: 9, zone: 'offset' });
      expect(formats['utc-instant'](written(local, 9) + offset)).toBe(false);
    }),
  );
});

test('a missing zone is read as UTC and reported', () => {
  expect(parseInstant('1970-01-01T00:00:01.5')).toEqual({
    epochNs: 1_500_000_000n,
    fractionDigits: 1,
    zone: 'missing',
  });
  expect(formats['utc-instant']('1970-01-01T00:00:01')).toBe(true);
});

test('a fraction beyond nanoseconds is cut', () => {
  expect(parseInstant('1970-01-01T00:00:00.0000000019Z')).toEqual({ epochNs: 1n, fractionDigits: 10, zone: 'utc' });
});

test('a leap second is the next second, and only at the end of a day', () => {
  const next = parseInstant('2017-01-01T00:00:00Z')?.epochNs;
  expect(parseInstant('2016-12-31T23:59:60Z')?.epochNs).toBe(next);
  expect(parseInstant('2016-12-31T22:59:60Z')).toBeUndefined();
});

for (const text of [
  '2025-02-30T00:00:00Z',
  '2025-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2025-13-01T00:00:00Z',
  '2025-00-10T00:00:00Z',
  '2025-01-00T00:00:00Z',
  '2025-01-01T24:00:00Z',
  '2025-01-01T00:60:00Z',
  '2025-01-01T00:00:61Z',
  '2025-01-01T00:00:00+24:00',
  '2025-01-01T00:00:00.Z',
  '2025-01-01 00:00:00Z',
  '20250101T000000Z',
  '2025-01-01',
  '1735689600',
  '',
])
  test(`"${text}" is no instant`, () => expect(parseInstant(text)).toBeUndefined());

test('the days of the calendar are those of the platform', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9999 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 31 }),
      (y, m, d) => {
        const text = `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}T00:00:00.000Z`;
        const exists = !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;
        expect(parseInstant(text) !== undefined).toBe(exists);
      },
    ),
  );
});

const prefixes = {
  'token-id': 'TKN',
  'payment-id': 'PMT',
  'order-id': 'ORD',
  'method-id': 'PMD',
  'owner-id': 'OWN',
  'checkout-id': 'CCO',
  'project-id': 'CAP',
  'request-id': 'CAPD',
  'bundle-id': 'CASB',
  'address-id': 'UBADR',
} as const satisfies Partial<Record<FormatName, string>>;

test('an id has the prefix of its own entity and no other', () => {
  const anyCase = fc.uuid().chain((uuid) => fc.constantFrom(uuid, uuid.toUpperCase()));
  const names = Object.keys(prefixes) as (keyof typeof prefixes)[];
  fc.assert(
    fc.property(anyCase, fc.constantFrom(...names), fc.constantFrom(...names), (uuid, name, other) => {
      expect(formats[name](`${prefixes[other]}-${uuid}`)).toBe(name === other);
      for (const bent of [
        uuid,
        `${prefixes[name]}${uuid}`,
        `${prefixes[name]}-${uuid}\n`,
        ` ${prefixes[name]}-${uuid}`,
      ])
        expect(formats[name](bent)).toBe(false);
    }),
  );
});

const cases: [FormatName, holds: string[], fails: string[]][] = [
  [
    'asset-id',
    ['ETHEREUM_USDT', 'TRON_USDT', 'SOLANA_USDC', 'BNB_SMART_CHAIN_USDT', 'ETHEREUM_1INCH'],
    ['USDT', 'ETHEREUM-USDT', 'ETHEREUM_', '_USDT', 'ETHEREUM USDT', ''],
  ],
  [
    'absolute-url',
    ['https://pay.example/a?b=c#d', 'http://127.0.0.1:8080/x', 'bankapp://pay/17'],
    ['/pay/17', '//pay.example/17', 'pay.example', 'https://', 'https://a b', ''],
  ],
  [
    'choices-json',
    [
      '{"description":"Bank","values":[{"value":"BT","name":"Permata"}]}',
      '{"bankCode":{"description":"Bank","list":[{"value":1,"name":"a"}]}}',
    ],
    [
      '{"description":"Bank"}',
      '{"values":[{"value":"BT"}],"description":"Bank"}',
      'Bank: BT',
      '"Bank"',
      '{',
      '['.repeat(100_000),
    ],
  ],
];

for (const [name, holds, fails] of cases)
  test(`${name} accepts its own texts and no others`, () => {
    for (const text of holds) expect(formats[name](text), text).toBe(true);
    for (const text of fails) expect(formats[name](text), text.slice(0, 60)).toBe(false);
  });
