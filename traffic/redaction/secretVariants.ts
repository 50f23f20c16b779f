import { createHash } from 'node:crypto';
import { shortestSecret } from './redactor.ts';

/** The secret with its last character turned: the plainest wrong one. */
const lastTurned = (secret: string) => `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;

const caseTurned = (secret: string) =>
  secret.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

/** Secrets that nobody was given, nearly ours, by name: who shows one shows almost all of ours. */
export const secretVariants = {
  wrongSecret: lastTurned,
  secretCut: (secret) => secret.slice(0, -1),
  secretLonger: (secret) => `${secret}0`,
  secretInAnotherCase: (secret) => (caseTurned(secret) === secret ? lastTurned(secret) : caseTurned(secret)),
  secretHashed: (secret) => createHash('sha256').update(secret).digest('hex'),
  secretInBase64: (secret) => Buffer.from(secret, 'utf8').toString('base64'),
} satisfies Record<string, (secret: string) => string>;

/** The bytes that a secret is the hex text of; undefined for one that is no hex. */
export function bytesOfHex(secret: string): Buffer | undefined {
  return /^(?:[0-9a-f]{2})+$/i.test(secret) ? Buffer.from(secret, 'hex') : undefined;
}

/** The bytes that a secret is the base64 text of; undefined for one that is not written as base64 writes it. */
export function bytesOfBase64(secret: string): Buffer | undefined {
  const bytes = Buffer.from(secret, 'base64');
  const written = (['base64', 'base64url'] as const).map((form) => bytes.toString(form).replace(/=+$/, ''));
  return written.includes(secret.replace(/=+$/, '')) ? bytes : undefined;
}

const encodings = ['latin1', 'utf8', 'hex', 'base64', 'base64url'] as const;

const isLong = (text: string) => text.length >= shortestSecret;

/** Every nearly right secret of ours that is sent as it stands: to be written in no form, as little as the secret itself. */
export function secretVariantsOf(secret: string): string[] {
  const { secretHashed: _hash, secretInBase64: _form, ...near } = secretVariants;
  return Object.values(near).map((make) => make(secret));
}

/** What wrong ways to sign derive from a secret, as texts: its hash, and the keys of which it is the hex or base64 text. */
export function derivedTexts(secret: string): string[] {
  const keys = [bytesOfHex(secret), bytesOfBase64(secret)].filter((key) => key !== undefined);
  const texts = keys.flatMap((key) => encodings.map((encoding) => key.toString(encoding)));
  return [secretVariants.secretHashed(secret), secretVariants.secretInBase64(secret), ...new Set(texts)].filter(isLong);
}
