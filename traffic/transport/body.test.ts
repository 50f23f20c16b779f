import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from '@playwright/test';
import { assert, asyncProperty, integer, string, uint8Array } from 'fast-check';
import { Redactor } from '../redaction/redactor.ts';
import { maxStoredBytes, readBounded, storedBody, storedSentBody } from './body.ts';

const streamOf = (bytes: Buffer, chunk: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, at) => bytes.subarray(at * chunk, (at + 1) * chunk)),
    { objectMode: false },
  );

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('a body up to the limit is stored complete, one byte more is cut', async () => {
  for (const [length, cut] of [
    [0, false],
    [maxStoredBytes - 1, false],
    [maxStoredBytes, false],
    [maxStoredBytes + 1, true],
    [maxStoredBytes * 2, true],
  ] as const) {
    const body = await readBounded(streamOf(Buffer.alloc(length, 'x'), 65_536));
    expect([body.bytes.length, body.cut]).toEqual([Math.min(length, maxStoredBytes), cut]);
  }
});

test('a cut stops the sender', async () => {
  const stream = streamOf(Buffer.alloc(maxStoredBytes * 3), 65_536);
  await readBounded(stream);
  expect(stream.destroyed).toBe(true);
});

test('the division of a body into chunks does not matter', async () => {
  const texts = string({ unit: 'grapheme', maxLength: 200 });
  await assert(
    asyncProperty(texts, integer({ min: 1, max: 7 }), async (text, chunk) => {
      const stored = storedBody(await readBounded(streamOf(Buffer.from(text), chunk)), new Redactor());
      expect(stored).toEqual({ text, bytes: Buffer.byteLength(text), sha256: sha256(Buffer.from(text)) });
    }),
  );
});

test('bytes that are not UTF-8 are stored as base64, with their own length and hash', async () => {
  const texts = uint8Array({ minLength: 1, maxLength: 50 });
  await assert(
    asyncProperty(texts, async (raw) => {
      const bytes = Buffer.concat([Buffer.from([0xc3, 0x28]), raw]);
      const { base64 = '', ...rest } = storedBody(await readBounded(streamOf(bytes, 3)), new Redactor());
      expect(Buffer.from(base64, 'base64')).toEqual(bytes);
      expect(rest).toEqual({ bytes: bytes.length, sha256: sha256(bytes) });
    }),
  );
});

for (const character of ['é', '☂', '𝄞']) {
  test(`half of ${character} at the cut is dropped, and the text before it stays`, async () => {
    const width = Buffer.byteLength(character);
    for (let inside = 1; inside < width; inside += 1) {
      const text = `${'x'.repeat(maxStoredBytes - inside)}${character} and more`;
      const stored = storedBody(await readBounded(streamOf(Buffer.from(text), 65_536)), new Redactor());
      expect(stored).toMatchObject({ bytes: maxStoredBytes, cut: true });
      expect(stored.base64).toBeUndefined();
      expect(stored.text).toMatch(/x$/);
    }
  });
}

test('half a character at the end of an uncut body is not UTF-8', () => {
  const bytes = Buffer.from('☂').subarray(0, 2);
  expect(storedBody({ bytes, cut: false }, new Redactor())).toMatchObject({ base64: bytes.toString('base64') });
});

test('length and hash cover the raw bytes, the text is without secrets', () => {
  const redactor = new Redactor();
  redactor.know({ label: 'secret of main', value: 'top-secret-1' });
  const bytes = Buffer.from('{"echo":"top-secret-1"}');
  expect(storedBody({ bytes, cut: false }, redactor)).toEqual({
    text: '{"echo":"<secret of main>"}',
    bytes: bytes.length,
    sha256: sha256(bytes),
  });
});

test('of a long sent body the beginning is stored, with the full length and digest', () => {
  const body = 'é'.repeat(100_000);
  const stored = storedSentBody(body, new Redactor());
  expect(stored).toMatchObject({ bytes: 200_000, cut: true, sha256: createHash('sha256').update(body).digest('hex') });
  expect(stored.text?.length).toBeGreaterThan(30_000);
  expect(stored.text?.length).toBeLessThan(40_000);
  expect(storedSentBody('{}', new Redactor())).toMatchObject({ text: '{}', bytes: 2 });
});
