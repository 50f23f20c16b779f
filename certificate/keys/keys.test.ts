import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@playwright/test';
import {
  fingerprintOf,
  newKeys,
  privateKeyFrom,
  publicHalf,
  publicKeyFrom,
  publicKeyOf,
  publicKeyText,
} from './keys.ts';

test('both halves of a new key have the same fingerprint', () => {
  const keys = newKeys();
  const half = publicHalf(privateKeyFrom(keys.secret));
  expect(fingerprintOf(publicKeyFrom(keys.public))).toBe(fingerprintOf(half));
  expect(fingerprintOf(half)).toMatch(/^SHA256:[0-9a-f]{64}$/);
});

test('a public key is read only from the exact line that it is written as', () => {
  const line = publicKeyText(publicKeyFrom(newKeys().public));
  expect(publicKeyOf(line)).toBeDefined();
  expect(publicKeyOf(line.replace(/=$/, ''))).toBeUndefined();
  expect(publicKeyOf(`${line} `)).toBeUndefined();
});

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const rsaText = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

for (const [what, text, seen] of [
  ['no key', 'hello', 'a text that is no key'],
  ['an RSA key', rsaText, 'a private key of another kind'],
  ['a public key', newKeys().public, 'a public key of another kind'],
  ['a long text', 'x'.repeat(5_000), 'a text of 5000 characters'],
] as const)
  test(`${what} is refused as a private key, and nothing of it is shown`, () => {
    expect(() => privateKeyFrom(text)).toThrow(`expected an Ed25519 private key in PEM, got ${seen}`);
  });
