import { randomBytes, randomInt, randomUUID } from 'node:crypto';

/** A kind of salt. Each call makes a new one, since a target may refuse a salt it has seen before. */
export interface SaltKind {
  name: string;
  make(): string;
}

const digits = '0123456789';
const letters = 'abcdef';
const hex = digits + letters;
const base64url = `${digits}${hex}ghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_`;

/** Returns random characters of an alphabet. */
function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Salts that a careless reader may misread. They have 64 hex characters, like the example in § Authentication. */
export const hexSalts: readonly SaltKind[] = [
  { name: 'a salt of digits alone', make: () => randomText(digits, 64) },
  { name: 'a salt of letters alone', make: () => randomText(letters, 64) },
  { name: 'a salt that begins with zeros', make: () => '0'.repeat(16) + randomText(hex, 48) },
  { name: 'a salt that reads as a number with an exponent', make: () => `1e${randomText(digits, 62)}` },
];

/** Returns 32 random bytes in base64, with each sign that a careless reader decodes: plus, slash and equals sign. */
export function saltInBase64(): string {
  const text = randomBytes(32).toString('base64');
  return text.includes('+') && text.includes('/') ? text : saltInBase64();
}

/** Returns 32 random bytes in the base64 of addresses. */
export const saltInBase64url = (): string => randomText(base64url, 43);

/** Salts that § Authentication neither allows nor forbids: it asks for a "random value" and shows one example. */
export const otherSalts: readonly SaltKind[] = [
  { name: 'an empty salt', make: () => '' },
  ...[1, 8, 16, 32, 63, 65, 255, 1024, 8192].map((length) => ({
    name: `a salt of ${length} ${length === 1 ? 'character' : 'characters'}`,
    make: () => randomText(hex, length),
  })),
  { name: 'a salt in upper case', make: () => `A${randomText(hex, 63)}`.toUpperCase() },
  { name: 'a salt in base64url', make: saltInBase64url },
  { name: 'a salt in base64', make: saltInBase64 },
  { name: 'a salt that is a UUID', make: () => randomUUID() },
  { name: 'a salt of ten digits', make: () => `1${randomText(digits, 9)}` },
  { name: 'a salt with a space', make: () => `${randomText(hex, 32)} ${randomText(hex, 31)}` },
  { name: 'a salt with punctuation', make: () => `${randomText(hex, 32)};,="+/:${randomText(hex, 25)}` },
  { name: 'a salt beyond ASCII', make: () => `${randomText(hex, 32)}é☂${randomText(hex, 30)}` },
];
