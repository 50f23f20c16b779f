import { expect, test } from '@playwright/test';
import { type Arbitrary, assert, bigInt, constantFrom, integer, oneof, property, string, uuid } from 'fast-check';
import { storedBody } from '../transport/body.ts';
import { isLuhnValid } from './cardNumbers.ts';
import { formsOf, Redactor, shortestSecret } from './redactor.ts';

const secret = 'k3y/With+plus "quote" \\ Zoë~!';

function knowing(...values: string[]): Redactor {
  const redactor = new Redactor();
  for (const value of values) redactor.know({ label: 'the secret', value });
  return redactor;
}

const base64At = (value: string, offset: number) => Buffer.from(`${'x'.repeat(offset)}${value}yz`).toString('base64');
const everyByte = (value: string) => Buffer.from(value).toString('hex').replace(/../g, '%$&');

/** Every way in which a target may show a text, written here without the code under test. */
const shownAs: Readonly<Record<string, (value: string) => string>> = {
  plain: (value) => value,
  'JSON-escaped': (value) => JSON.stringify({ value }),
  'JSON-escaped, slashes too': (value) => JSON.stringify({ value }).replaceAll('/', '\\/'),
  'JSON-escaped to ASCII': (value) =>
    JSON.stringify({ value }).replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  '\\u-escaped': (value) =>
    value.replace(/[\s\S]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`),
  'URL-encoded': (value) => encodeURIComponent(value),
  'URL-encoded in lower case': (value) => encodeURIComponent(value).replace(/%../g, (code) => code.toLowerCase()),
  'form-encoded': (value) => new URLSearchParams({ value }).toString(),
  'URL-encoded byte for byte': everyByte,
  'hex in lower case': (value) => Buffer.from(value).toString('hex'),
  'hex in upper case': (value) => Buffer.from(value).toString('hex').toUpperCase(),
  'base64 at the first alignment': (value) => base64At(value, 0),
  'base64 at the second alignment': (value) => base64At(value, 1),
  'base64 at the third alignment': (value) => base64At(value, 2),
  base64url: (value) => Buffer.from(value).toString('base64url'),
  'UTF-8 read as Latin-1': (value) => Buffer.from(value).toString('latin1'),
};

for (const [name, show] of Object.entries(shownAs)) {
  test(`a secret shown ${name} is replaced wherever it occurs`, () => {
    const secrets = oneof(
      string({ minLength: shortestSecret, maxLength: 40 }),
      string({ unit: 'grapheme', minLength: shortestSecret }),
    );
    const around = string({ unit: 'grapheme', maxLength: 20 });
    assert(
      property(secrets, around, around, (value, before, after) => {
        const cleaned = knowing(value).clean(`${before} ${show(value)} ${after}`);
        expect(cleaned).toContain('<the secret>');
        expect(cleaned).not.toContain(show(value));
      }),
      { examples: [[secret, '', '']] },
    );
  });
}

test('the rest of a secret in base64 reveals at most its first and last character', () => {
  for (const offset of [0, 1, 2]) {
    const [before = '', after = ''] = knowing(secret).clean(base64At(secret, offset)).split('<the secret>');
    expect(Buffer.from(before.padEnd(4, 'A'), 'base64').toString().length).toBeLessThanOrEqual(3);
    expect(Buffer.from(after, 'base64').length).toBeLessThanOrEqual(4);
  }
});

test('each secret keeps its first label, and the longer one is replaced first', () => {
  const redactor = new Redactor();
  redactor.know({ label: 'short', value: 'swordfish' });
  redactor.know({ label: 'long', value: 'swordfish-and-more' });
  redactor.know({ label: 'again', value: 'swordfish' });
  expect(redactor.clean('swordfish swordfish-and-more SWORDFISH')).toBe('<short> <long> <short>');
});

test('a redactor without secrets changes only cards', () => {
  expect(new Redactor().clean(secret)).toBe(secret);
});

test('a cut body loses a possible part of a secret', () => {
  const redactor = knowing(secret);
  const forms = formsOf(secret);
  const longest = Math.max(...forms.map((form) => form.length));
  const words = 'lorem ipsum '.repeat(30);
  const cuts = forms.flatMap((form) => Array.from(form, (_, at) => form.slice(0, at + 1)));
  const kept = cuts.filter((cut) => {
    const cleaned = redactor.clean(`${words}${cut}`, true);
    return cleaned.length < words.length - longest || !`${words}<the secret>`.includes(cleaned);
  });
  expect(kept).toEqual([]);
});

test('a cut body loses part of an unknown card', () => {
  const card = '4111 1111 1111 1111';
  for (let length = 1; length < card.length; length += 1)
    expect(new Redactor().clean(`${'lorem '.repeat(20)}${card.slice(0, length)}`, true)).not.toMatch(/\d/);
});

const luhnCompleted = (digits: string) => [...'0123456789'].map((digit) => digits + digit).find(isLuhnValid) ?? '';

const cards: Arbitrary<string> = bigInt({ min: 10n ** 11n, max: 10n ** 18n - 1n }).map((most) =>
  luhnCompleted(String(most)),
);

test('a Luhn-valid run of 13 to 19 digits is masked except its end, in groups too', () => {
  const separators = constantFrom('', ' ', '-');
  assert(
    property(cards, separators, constantFrom('"', ' ', ':', ''), (card, separator, around) => {
      const grouped = card.replace(/\d{4}(?=\d)/g, `$&${separator}`);
      const cleaned = new Redactor().clean(`${around}${grouped}${around}`);
      expect(cleaned).toBe(`${around}<card ending ${card.slice(-4)}>${around}`);
    }),
  );
});

const visa = '4111111111111111';

/** What may separate the groups of a card number, plain or escaped. */
const between = [
  ' ',
  '-',
  '.',
  '/',
  '\\/',
  '\t',
  '\u00a0',
  '\u2007',
  '\u2009',
  '\u202f',
  '\u3000',
  '\u2010',
  '\u2011',
  '\u2013',
  '\u2014',
  '\u2212',
  '\u00ad',
  '\u200b',
  '\\u00a0',
  '\\u2011',
  '%20',
  '+',
  '%2D',
  '%2F',
  '%2e',
  '%C2%A0',
  '%E2%80%91',
  '&nbsp;',
  ' - ',
  '_',
];

test('a card number is masked with any separators and in any place', () => {
  const left: string[] = [];
  for (const [groups, card] of [
    [['4111', '1111', '1111', '1111'], visa],
    [['3782', '822463', '10005'], '378282246310005'],
    [['3056', '930902', '5904'], '30569309025904'],
  ] as const)
    for (const gap of between)
      for (const around of [
        '{"a":"#"}',
        '/cards?number=#&x=1',
        'X: #, y',
        '#',
        'valid (#)',
        '{"a":"# 12/26 123"}',
        'a=1 # 2',
      ]) {
        const cleaned = new Redactor().clean(around.replace('#', groups.join(gap)));
        if (!cleaned.includes(`<card ending ${card.slice(-4)}>`) || cleaned.includes(groups[0]))
          left.push(`${gap} ${cleaned}`);
      }
  expect(left).toEqual([]);
});

test('a card number that is a JSON number is masked, and the JSON stays valid', () => {
  for (const card of [
    visa,
    '5555555555554444',
    '378282246310005',
    '2223000048400011',
    '6011111111111117',
    '4000000000000002',
  ])
    for (const text of [
      `{"pan":${card}}`,
      `{"a":[1,${card} ,"x"],"b":2}`,
      `[${card}]`,
      `{"a" : ${card}\n}`,
      `{"t":"\\"{",  "n":${card}}`,
    ]) {
      const known = knowing('4000000000000002').clean(text);
      expect(known).not.toContain(card);
      expect(() => JSON.parse(known), known).not.toThrow();
      expect(JSON.stringify(JSON.parse(known))).toMatch(/"<(?:card ending \d{4}|the secret)>"/);
    }
});

test('several cards are masked separately, and the text beside them stays', () => {
  expect(new Redactor().clean(`a ${visa} 5555 5555 5555 4444, 12/26 and {"x":"${visa}"}`)).toBe(
    'a <card ending 1111> <card ending 4444>, 12/26 and {"x":"<card ending 1111>"}',
  );
});

test('an amount or a time is not a card, however long it is', () => {
  for (const name of ['amount', 'minLimit', 'totalBalance', 'createdAt', 'timestamp', 'rate'])
    expect(new Redactor().clean(`{"${name}":${visa}}`)).toBe(`{"${name}":${visa}}`);
  for (const number of [`${visa}.5`, `0.${visa}`, `-${visa}`, `${visa}e2`, `1${visa}0000`])
    expect(new Redactor().clean(`{"x":${number}}`)).toBe(`{"x":${number}}`);
});

test('the checksum matches the published examples', () => {
  for (const card of ['79927398713', '4111111111111111', '5555555555554444', '378282246310005'])
    expect(isLuhnValid(card)).toBe(true);
  for (const card of ['79927398710', '4111111111111112', '5555555555554445']) expect(isLuhnValid(card)).toBe(false);
});

const hexId = integer({ min: 0, max: 2 ** 31 - 1 }).map((seed) =>
  `${seed.toString(16)}0123456789`.repeat(8).slice(0, 64),
);

/** Texts of answers with many digits that are not cards. */
const ordinary: Readonly<Record<string, Arbitrary<string>>> = {
  'an amount': bigInt({ min: 0n, max: 10n ** 18n }).map(
    (units) => `{"amount":${units / 100n}.${String(units % 100n).padStart(2, '0')}}`,
  ),
  'an amount below zero': bigInt({ min: 1n, max: 10n ** 18n }).map((units) => `{"amount": -${units}}`),
  'a long fraction': bigInt({ min: 10n ** 17n, max: 10n ** 18n }).map(
    (digits) => `{"rate":0.${digits},"text":"0.${digits}"}`,
  ),
  'an epoch in milliseconds': integer({ min: 1_500_000_000, max: 2_000_000_000 }).map(
    (s) => `{"at":${s}000,\n "b" :\t${s}123}`,
  ),
  'an epoch in nanoseconds': integer({ min: 1_500_000_000, max: 2_000_000_000 }).map((s) => `{"at": ${s}123456789}`),
  'a number with an exponent': integer({ min: 0, max: 300 }).map(
    (e) => `{"a":1234567890123456e${e},"b":1234567890123452E-${e}}`,
  ),
  'an identifier': uuid().map((id) => `{"id":"PMT-${id}","upper":"ORD-${id.toUpperCase()}","bare":"${id}"}`),
  'a uuid of digits': bigInt({ min: 10n ** 31n, max: 10n ** 32n - 1n }).map((digits) =>
    String(digits)
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '"$1-$2-$3-$4-"')
      .replaceAll('"', ''),
  ),
  'an external id of 64 hex characters': hexId.map((id) => `{"externalId":"${id}"}`),
  'an external id of 64 digits': integer({ min: 1, max: 9 }).map(
    (digit) => `{"externalId":"${String(digit).repeat(64)}"}`,
  ),
  'a timestamp': integer({ min: 0, max: 999_999_999 }).map(
    (ns) => `{"at":"2026-01-01T00:00:00.${String(ns).padStart(9, '0')}Z"}`,
  ),
  'a run id': integer({ min: 0, max: 999_999 }).map(
    (n) => `{"clientOrderId":"20260101-235959-${String(n).padStart(6, '0')}-p0-12"}`,
  ),
  'a phone number': integer({ min: 1_000_000, max: 9_999_999 }).map((digits) => `{"phoneNumber":"+1555${digits}"}`),
  'an account number with letters': bigInt({ min: 10n ** 24n, max: 10n ** 25n }).map(
    (digits) => `{"iban":"UA${digits}"}`,
  ),
};

for (const [name, texts] of Object.entries(ordinary)) {
  test(`${name} is left unchanged`, () => {
    const redactor = knowing('a-secret-of-ours');
    assert(
      property(texts, (text) => {
        expect(redactor.clean(text)).toBe(text);
      }),
    );
  });
}

test('JSON stays valid after redaction and keeps its other values', () => {
  const secrets = string({ unit: 'grapheme', minLength: shortestSecret, maxLength: 40 });
  assert(
    property(secrets, cards, integer(), (value, card, amount) => {
      const shown = { value, nested: [value, { [`about ${value}`]: card }], amount, rest: 'rest' };
      const cleaned = knowing(value).clean(JSON.stringify(shown));
      expect(JSON.parse(cleaned)).toMatchObject({ value: '<the secret>', amount, rest: 'rest' });
    }),
  );
});

test('a secret in bytes that are not UTF-8 is found too', () => {
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(secret), Buffer.from([0x80])]);
  const { base64 = '', text } = storedBody({ bytes, cut: false }, knowing(secret));
  expect(text).toBeUndefined();
  expect(Buffer.from(base64, 'base64').toString('latin1')).toBe('\xff\xfe<the secret>\x80');
});

const mostBytes = 2 * 1024 * 1024;

/** Texts built to be slow: the start of each pattern, repeated and never completed. */
const slow: Readonly<Record<string, string>> = {
  spaces: ' ',
  'line breaks': '\n',
  digits: '1',
  'digits in groups': '1 ',
  'digits and dashes': '1-',
  'groups of four digits': '4111.',
  'digits and escapes': '4111%20',
  'a key before a long gap': `":${' '.repeat(1000)}`,
  quotes: '":',
  'beginnings of a secret': secret.slice(0, -1),
  'beginnings of its escapes': '\\u006b',
  'beginnings of its bytes': '%6b',
  backslashes: '\\',
};

function cpuMicroseconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

for (const [index, [name, unit]] of Object.entries(slow).entries()) {
  test(`the time for a body of ${name} is linear in its length`, { tag: index % 4 === 0 ? [] : '@full' }, () => {
    const cost = (bytes: number) => {
      const text = unit.repeat(Math.ceil(bytes / unit.length));
      const once = () => {
        // A new redactor each time, since it caches what it has cleaned.
        const redactor = knowing(secret, 'another-secret', '4000000000000002');
        redactor.clean('ready');
        return cpuMicroseconds(() => redactor.clean(text));
      };
      return Math.min(once(), once(), once());
    };
    // Eight times the text: eight times the work if it is linear, sixty-four times if it is quadratic.
    for (const bytes of [mostBytes / 64, mostBytes / 8, mostBytes])
      expect(cost(bytes)).toBeLessThan(40 * cost(bytes / 8) + 50_000);
  });
}
