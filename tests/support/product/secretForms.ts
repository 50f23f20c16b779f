import { createHash } from 'node:crypto';

/** Every way in which the tests write a secret, made without the code under test. */
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
    // A secret inside a longer text has another base64 for each of the three places where it may begin.
    Buffer.from(`id:${secret}`).toString('base64'),
    Buffer.from(`user:${secret}`).toString('base64'),
    Buffer.from(`token:${secret};`).toString('base64'),
  ];
}

/** What of a base64 text is the secret's own, whatever stands before and after it. */
function core(secret: string, before: string): string {
  const text = Buffer.from(before + secret)
    .toString('base64')
    .replaceAll('=', '');
  return text.slice(Math.ceil((before.length * 8) / 6), -1);
}

/** Texts that no file may hold: each gives the secret away, or nearly all of it. */
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
