import { createHash } from 'node:crypto';

/** Returns every encoding of a secret that the tests use, made without the code under test. */
export function encodingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const hex = bytes.toString('hex');
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    [...secret].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    encodeURIComponent(secret),
    hex.replace(/../g, '%$&'),
    hex,
    hex.toUpperCase(),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    // The base64 of a secret within a longer text depends on its position modulo three.
    Buffer.from(`id:${secret}`).toString('base64'),
    Buffer.from(`user:${secret}`).toString('base64'),
    Buffer.from(`token:${secret};`).toString('base64'),
  ];
}

/** Returns the part of a base64 text that depends only on the secret, not on the text around it. */
function core(secret: string, before: string): string {
  const text = Buffer.from(before + secret)
    .toString('base64')
    .replaceAll('=', '');
  return text.slice(Math.ceil((before.length * 8) / 6), -1);
}

/** Returns texts that no file may contain; each reveals the secret, or nearly all of it. */
export function leakingTextsOf(secret: string): string[] {
  const nearly = secret.slice(0, -1);
  const hex = Buffer.from(nearly).toString('hex');
  return [
    nearly,
    JSON.stringify(nearly).slice(1, -1),
    encodeURIComponent(nearly),
    hex,
    hex.replace(/../g, '%$&'),
    ...['', 'i', 'id'].map((before) => core(secret, before)),
    createHash('sha256').update(secret).digest('hex'),
  ].flatMap((text) => [text.toLowerCase(), text.replaceAll('+', '-').replaceAll('/', '_').toLowerCase()]);
}
