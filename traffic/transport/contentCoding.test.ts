import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { test } from '../../tests/support/network/scriptedServer.ts';
import { answerClassOf } from '../journal/answerClass.ts';
import { Redactor } from '../redaction/redactor.ts';
import { maxStoredBytes, storedBody } from './body.ts';
import { decodedBody } from './contentCoding.ts';
import { exchange, openWire } from './wire.ts';

const text = JSON.stringify({ echo: 'top-secret-1', more: 'x'.repeat(5_000) });

const coders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gzipSync,
  'X-GZip': gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  'gzip, br': (bytes) => brotliCompressSync(gzipSync(bytes)),
  identity: (bytes) => bytes,
};

const secretive = () => {
  const redactor = new Redactor();
  redactor.know({ label: 'secret of main', value: 'top-secret-1' });
  return redactor;
};

const headers = (coding: string): [string, string][] => [['Content-Encoding', coding]];

const bodyOf = (bytes: Buffer, coding: string, cut = false) => decodedBody({ bytes, cut }, headers(coding));

for (const [coding, encode] of Object.entries(coders))
  test(`an answer in ${coding} is decoded without its secrets, and its facts cover the sent bytes`, async () => {
    const sent = encode(Buffer.from(text));
    const { text: stored = '', bytes, cut, unread } = storedBody(await bodyOf(sent, coding), secretive());
    expect([stored, bytes, cut, unread]).toEqual([
      text.replace('top-secret-1', '<secret of main>'),
      sent.length,
      undefined,
      undefined,
    ]);
  });

test('raw deflate is decoded as well', async () => {
  expect((await bodyOf(deflateRawSync(Buffer.from(text)), 'deflate')).bytes.toString()).toBe(text);
});

test('a decompression bomb is read no further than any other body', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 'x'));
  for (const [bytes, coding] of [
    [bomb, 'gzip'],
    [gzipSync(bomb), 'gzip, gzip'],
    [brotliCompressSync(Buffer.alloc(16 * 1024 * 1024)), 'br'],
  ] as const) {
    const body = await bodyOf(bytes, coding);
    expect([body.bytes.length, body.cut]).toEqual([maxStoredBytes, true]);
  }
});

test('the beginning of a cut coded body is decoded', async () => {
  for (const coding of ['gzip', 'deflate', 'br'] as const) {
    const coded = coders[coding]?.(Buffer.from(JSON.stringify(Array.from({ length: 40_000 }, (_, at) => at ** 3))));
    const { bytes, cut } = await bodyOf((coded ?? Buffer.alloc(0)).subarray(0, 60_000), coding, true);
    expect([cut, bytes.toString().startsWith('[0,1,8,27')]).toEqual([true, true]);
  }
});

const unread: readonly (readonly [name: string, coding: string, bytes: Buffer, why: string])[] = [
  ['a coding that nobody here knows', 'zstd', Buffer.from('top-secret-1'), 'coded'],
  ['a name that every object has', 'constructor', Buffer.from('top-secret-1'), 'coded'],
  ['more codings than anybody needs', 'gzip, gzip, gzip, gzip', gzipSync('x'), 'coded'],
  ['plain text that says gzip', 'gzip', Buffer.from('top-secret-1'), 'miscoded'],
  ['half of a gzip', 'gzip', gzipSync(text).subarray(0, 40), 'miscoded'],
];

for (const [name, coding, bytes, why] of unread)
  test(`${name} is reported by its kind, and none of it is stored`, async () => {
    const body = storedBody(await bodyOf(bytes, coding), secretive());
    expect(body).toMatchObject({ text: '', bytes: bytes.length, cut: true, unread: why });
    expect(answerClassOf({ answer: { status: 200, headers: [], body } })).toBe('illegible');
  });

test('the wire decodes an answer', async ({ serve }) => {
  const packed = gzipSync(text);
  const peer = await serve((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`);
    socket.write(packed);
  });
  const wire = openWire();
  const answer = await exchange(wire, { url: peer.url, method: 'GET', headers: [], deadlineMs: 10_000 });
  expect('body' in answer && answer.body.bytes.toString()).toBe(text);
  await wire.destroy();
});

test('JSON that is too deep or too wide is marked, and its beginning is stored', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const wide = `[${'0,'.repeat(400_000)}0]`;
  for (const [body, why] of [
    [deep, 'nested'],
    [wide, 'wide'],
  ] as const) {
    const stored = storedBody({ bytes: Buffer.from(body), cut: false }, new Redactor());
    expect([stored.unread, stored.cut, stored.bytes]).toEqual([why, true, body.length]);
    expect(stored.text?.length).toBeLessThanOrEqual(16 * 1024);
  }
  const page = JSON.stringify(Array.from({ length: 4_000 }, (_, at) => ({ id: at, amount: 1, of: [1, 2] })));
  expect(storedBody({ bytes: Buffer.from(page), cut: false }, new Redactor()).unread).toBeUndefined();
});
