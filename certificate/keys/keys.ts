import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** A text that is no key of the kind that is expected. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

/** The two halves of a new key, as PEM texts. */
export interface NewKeys {
  secret: string;
  public: string;
}

/** More characters than the PEM text of any Ed25519 key. */
const longestKey = 4_096;

/** Makes a new Ed25519 key. */
export function newKeys(): NewKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    secret: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    public: publicKey.export({ type: 'spki', format: 'pem' }) as string,
  };
}

const wanted = { secret: 'an Ed25519 private key in PEM', public: 'an Ed25519 public key in PEM' };

/** Names what a text is, without showing anything of it. */
function kindOf(text: string): string {
  if (text.length > longestKey) return `a text of ${text.length} characters`;
  if (/-----BEGIN (?:\w+ )?PRIVATE KEY-----/.test(text)) return 'a private key of another kind';
  if (/-----BEGIN PUBLIC KEY-----/.test(text)) return 'a public key of another kind';
  return 'a text that is no key';
}

function keyFrom(text: string, half: keyof typeof wanted): KeyObject {
  try {
    const isReadable = text.length <= longestKey && text.includes(half === 'secret' ? 'PRIVATE KEY' : 'PUBLIC KEY');
    const key = isReadable ? (half === 'secret' ? createPrivateKey(text) : createPublicKey(text)) : undefined;
    if (key?.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // The text begins like a key and is none; its own message might show a part of it.
  }
  throw new KeyError(`expected ${wanted[half]}, got ${kindOf(text)}`);
}

/** Reads a private key. Throws KeyError, whose message shows nothing of the text. */
export const privateKeyFrom = (pem: string): KeyObject => keyFrom(pem, 'secret');

/** Reads a public key. Throws KeyError. */
export const publicKeyFrom = (pem: string): KeyObject => keyFrom(pem, 'public');

/** Returns the public half of a private key. */
export const publicHalf = (key: KeyObject): KeyObject => createPublicKey(key);

const derOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

/** Returns a public key as one line of base64: SubjectPublicKeyInfo in DER. */
export const publicKeyText = (key: KeyObject): string => derOf(key).toString('base64');

/** Reads a public key from its line of base64; undefined unless it is the exact line of an Ed25519 key. */
export function publicKeyOf(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), type: 'spki', format: 'der' });
    return key.asymmetricKeyType === 'ed25519' && publicKeyText(key) === text ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the fingerprint by which people compare a public key, and by which an envelope names it. */
export const fingerprintOf = (key: KeyObject): string =>
  `SHA256:${createHash('sha256').update(derOf(key)).digest('hex')}`;
