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
