import { createHash } from 'node:crypto';
import { shortestSecret } from './redact.ts';

/** The secret with its last character turned: the plainest wrong one. */
const lastTurned = (secret: string) => `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;

const caseTurned = (secret: string) =>
  secret.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

/** Secrets that nobody was given, nearly ours, by name: who shows one shows almost all of ours. */
export const nearlyRight = {
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

/** The texts of a decoded key: as bytes, and in the other of the two forms. */
function textsOf(key: Buffer | undefined): string[] {
  const texts = key ? [key.toString('latin1'), key.toString('utf8'), key.toString('hex'), key.toString('base64')] : [];
  return texts.filter((text) => text.length >= shortestSecret);
}

/** Every nearly right secret that the wrong ways send, and every key that they derive: to be written as little as the secret itself. */
export function nearSecrets(secret: string): string[] {
  const near = Object.values(nearlyRight).map((make) => make(secret));
  return [...near, ...textsOf(bytesOfHex(secret)), ...textsOf(bytesOfBase64(secret))];
}
