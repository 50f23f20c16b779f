import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { targetContract } from '../target/targetContract.ts';
import { harLimits, readHar } from './harFile.ts';
import { commonBase, recordedLines } from './recordedLines.ts';
import { cleanerFor } from './recordedSecrets.ts';

const secret = 'a-secret-of-the-merchant';
const pan = '4111111111111111';

const entry = (url: string, more: object = {}) => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  time: 12.5,
  request: {
    method: 'POST',
    url,
    headers: [
      { name: ':authority', value: 'pay.example' },
      { name: 'X-Token-API-Secret', value: secret },
      { name: 'Cookie', value: 'sid=1' },
    ],
    postData: {
      mimeType: 'application/json',
      text: JSON.stringify({
        amount: 5,
        firstName: 'Anna',
        comment: `for ${secret}`,
        cardNumber: pan,
        clientOrderId: 'a-1',
      }),
    },
  },
  response: {
    status: 200,
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    content: { size: 60, text: JSON.stringify({ receiverName: 'Anna', payoutCardNumber: pan, comment: secret }) },
  },
  ...more,
});

/** Writes a file, reads it, and removes it. */
function readText(text: string) {
  const folder = mkdtempSync(test.info().outputPath('har-'));
  try {
    const file = join(folder, 'one.har');
    writeFileSync(file, text);
    return readHar(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const harOf = (entries: readonly unknown[]) => JSON.stringify({ log: { version: '1.2', entries } });
const payin = 'https://pay.example/gate/v1/user/payments/payin?a_token=abcdef';

test('recorded requests become lines without a secret, a card or a name', async () => {
  const { exchanges, unread } = readText(harOf([entry(payin), entry('https://pay.example/logo.svg'), { odd: true }]));
  expect(unread).toBe(1);
  const contract = await targetContract(undefined);
  const base = commonBase(exchanges, contract);
  expect(base).toBe('https://pay.example/gate');
  const { lines, elsewhere } = recordedLines(exchanges, { base: base ?? '', contract, clean: cleanerFor(exchanges) });
  expect(elsewhere).toBe(1);
  const [line] = lines;
  expect(line).toMatchObject({ operation: 'POST /v1/user/payments/payin', request: { clientOrderId: 'a-1' } });
  expect(line?.request.path).toBe('/v1/user/payments/payin?a_token=<secret>');
  const text = JSON.stringify(lines);
  for (const private_ of [secret, pan, 'Anna', 'sid=1', 'abcdef']) expect(text).not.toContain(private_);
});

test('equal words about a person stay equal, and a card reads the same in each view', async () => {
  const { exchanges } = readText(harOf([entry(payin)]));
  const clean = cleanerFor(exchanges);
  const [one, other] = ['{"firstName":"Anna"}', '{"receiverName":"Anna"}'].map(
    (text) => clean.text(text).split(':')[1],
  );
  expect(one).toBe(other);
  expect(clean.text(`{"cardNumber":"${pan}"}`)).toBe('{"cardNumber":"<card>"}');
  expect(clean.text(`{"payoutCardNumber":"${pan}"}`)).toBe('{"payoutCardNumber":"<card>"}');
});

test('no header lets a credential through, and its parts are replaced wherever they are repeated', () => {
  const [bearer, cookie, key, signature] = [
    'bearer-0123456789',
    'cookie-0123456789',
    'key-0123456789',
    'sig-0123456789',
  ];
  const basic = Buffer.from('anna:password-0123456789').toString('base64');
  const headers = [
    ...[
      ['Authorization', `Bearer ${bearer}`],
      ['Proxy-Authorization', `Basic ${basic}`],
      ['Cookie', `a=1; sid=${cookie}; b=2`],
    ],
    ...[
      ['X-Auth-Token', 'auth-0123456789'],
      ['X-Access-Token', 'access-0123456789'],
      ['X-Acme', 'acme-0123456789'],
    ],
    ...[
      ['X-Hub-Signature-256', signature],
      ['Content-Type', 'application/json'],
      ['Retry-After', '7'],
    ],
    ['Referer', `https://shop.example/pay?access_token=${key}&page=2`],
  ] as [string, string][];
  const answer = {
    status: 302,
    headers: [['Location', `/next?session=${key}#top`]] as [string, string][],
    body: Buffer.from(''),
    isCut: false,
  };
  const clean = cleanerFor([
    { method: 'GET', url: 'https://a.example/v1', headers, answer, startedMs: 0, durationMs: 1 },
  ]);
  const cleaned = [...clean.headers(headers), ...clean.headers(answer.headers)];
  expect(cleaned).toContainEqual(['Content-Type', 'application/json']);
  expect(cleaned).toContainEqual(['Retry-After', '7']);
  expect(cleaned).toContainEqual(['Referer', 'https://shop.example/pay?access_token=<secret>&page=2']);
  expect(cleaned).toContainEqual(['Location', '/next?session=<secret>#top']);
  const members = { apiKey: 'm-1', access_token: 'm-2', refreshToken: 'm-3', clientSecret: 'm-4', amount: 5 };
  const repeated = [bearer, cookie, 'password-0123456789', 'auth-0123456789', 'access-0123456789'];
  const text = clean.text(JSON.stringify({ ...members, comment: repeated.join(' ') }));
  expect(text).toContain('"amount":5');
  const all = JSON.stringify(cleaned) + text;
  const secrets = [...repeated, basic, key, signature, 'acme-0123456789', 'm-1', 'm-2', 'm-3', 'm-4'];
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
});

test('a body that was left out of the file is no empty body', async () => {
  const { exchanges } = readText(
    harOf([entry(payin, { response: { status: 200, headers: [], content: { size: 9 } } })]),
  );
  expect(exchanges[0]?.answer?.isCut).toBe(true);
});

const refused: Readonly<Record<string, string>> = {
  'no JSON': 'hello',
  'no entries': '{"log":{}}',
  'a list': '[]',
  'too deep': '['.repeat(harLimits.depth + 1) + ']'.repeat(harLimits.depth + 1),
  'too many entries': `{"log":{"entries":[${'0,'.repeat(harLimits.entries)}0]}}`,
};

for (const [name, text] of Object.entries(refused))
  test(`a file is refused with a sentence: ${name}`, () => {
    expect(() => readText(text)).toThrow(/expected|wanted/);
  });

test('a file that is not there is refused with a sentence', () => {
  expect(() => readHar(join(tmpdir(), 'no-such-file.har'))).toThrow(/got no such file/);
});

test('entries of any form are read or counted, and never break the reader', () => {
  const odd = [
    null,
    1,
    [],
    { request: [] },
    { request: { method: 'GET', url: 'x' } },
    entry(payin, { response: 7 }),
    entry(payin, { startedDateTime: 5 }),
    entry(payin, { startedDateTime: '0000-01-01T00:00:00Z' }),
    entry(payin, { startedDateTime: '1969-12-31T23:59:59Z' }),
    entry(payin, { startedDateTime: '+275760-09-13T00:00:00Z' }),
  ];
  const { exchanges, unread } = readText(harOf(odd));
  expect([exchanges.length, unread]).toEqual([1, 9]);
  expect(exchanges[0]?.answer).toBeUndefined();
});
