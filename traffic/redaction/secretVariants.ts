import { createHash } from 'node:crypto';
import { shortestSecret } from './redactor.ts';

/** The secret with its last character changed: the simplest wrong one. */
const lastTurned = (secret: string) => `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;

const caseTurned = (secret: string) =>
  secret.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

/** Secrets that are almost our secret but belong to nobody, by name. A text that shows a variant reveals most of our secret. */
export const secretVariants = {
  wrongSecret: lastTurned,
  secretCut: (secret) => secret.slice(0, -1),
  secretLonger: (secret) => `${secret}0`,
  secretInAnotherCase: (secret) => (caseTurned(secret) === secret ? lastTurned(secret) : caseTurned(secret)),
  secretHashed: (secret) => createHash('sha256').update(secret).digest('hex'),
  secretInBase64: (secret) => Buffer.from(secret, 'utf8').toString('base64'),
} satisfies Record<string, (secret: string) => string>;

/** Decodes a secret that is a hex text; undefined if it is not hex. */
export function bytesOfHex(secret: string): Buffer | undefined {
  return /^(?:[0-9a-f]{2})+$/i.test(secret) ? Buffer.from(secret, 'hex') : undefined;
}

/** Decodes a secret that is a base64 text; undefined if it is not in canonical base64. */
export function bytesOfBase64(secret: string): Buffer | undefined {
  const bytes = Buffer.from(secret, 'base64');
  const written = (['base64', 'base64url'] as const).map((form) => bytes.toString(form).replace(/=+$/, ''));
  return written.includes(secret.replace(/=+$/, '')) ? bytes : undefined;
}

const encodings = ['latin1', 'utf8', 'hex', 'base64', 'base64url'] as const;

const isLong = (text: string) => text.length >= shortestSecret;

/** Returns every variant of a secret that is sent in plain text. A variant must not be written in any form, just like the secret itself. */
export function secretVariantsOf(secret: string): string[] {
  const { secretHashed: _hash, secretInBase64: _form, ...near } = secretVariants;
  return Object.values(near).map((make) => make(secret));
}

/** Returns the texts that signing faults derive from a secret: its hash, and the keys that it encodes in hex or base64. */
export function derivedTexts(secret: string): string[] {
  const keys = [bytesOfHex(secret), bytesOfBase64(secret)].filter((key) => key !== undefined);
  const texts = keys.flatMap((key) => encodings.map((encoding) => key.toString(encoding)));
  return [secretVariants.secretHashed(secret), secretVariants.secretInBase64(secret), ...new Set(texts)].filter(isLong);
}
