import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { keyedDigests } from '../../schemas/domain/signingSchemes.ts';
import { formsOf } from '../../traffic/redaction/redactor.ts';
import { derivedTexts } from '../../traffic/redaction/secretVariants.ts';
import type { TesteeScheme } from '../protocol/messages.ts';
import type { AuthenticationFacts, SignatureFacts } from './clientLines.ts';

/** The token id and secret that the client was given, and the scheme that it was asked for. */
export interface ClientCredential {
  tokenId: string;
  secret: string;
  scheme?: TesteeScheme;
}

/** A request as it arrived: its headers as pairs, and the bytes of its body. */
export interface ArrivedRequest {
  method: string;
  target: string;
  headers: readonly (readonly [string, string])[];
  body: Buffer;
}

const names = { token: 'x-token-api-id', secret: 'x-token-api-secret', salt: 'x-salt' };
const signatureName = keyedDigests.signed.header.toLowerCase();

/** Headers whose values prove the sender, or are the secret itself. */
const proofs: ReadonlySet<string> = new Set([names.token, names.secret, signatureName]);

const valuesOf = (headers: ArrivedRequest['headers'], name: string) =>
  headers.filter(([own]) => own.toLowerCase() === name).map(([, value]) => value);

const hmac = (secret: string, hash: string) => (parts: readonly Buffer[]) => {
  const mac = createHmac(hash, secret);
  for (const part of parts) mac.update(part);
  return mac.digest();
};

const isSame = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other);

/** JSON texts of the same value that a client may have signed instead of the one it sent. */
function otherTexts(body: Buffer): [string, Buffer][] {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    const forms = [JSON.stringify(value), JSON.stringify(value, null, 2), JSON.stringify(value, null, 4)];
    // As Python writes it.
    const spaced = JSON.stringify(value, null, 1)
      .replace(/\n */g, ' ')
      .replace(/([[{]) | ([\]}])/g, '$1$2');
    return [...forms, spaced].map((text) => ['the body in another JSON form', Buffer.from(text)]);
  } catch {
    return [];
  }
}

/** Says what a wrong signature is over, if it is one of the usual mistakes. */
function insteadOf(
  digest: string,
  { body, salt, secret }: { body: Buffer; salt: Buffer; secret: string },
): string | undefined {
  const given = [Buffer.from(digest, 'hex'), Buffer.from(digest, 'base64')];
  const none = Buffer.alloc(0);
  const texts: [string, readonly Buffer[]][] = [
    ['the body and the salt, not in hex', [body, salt]],
    ['the body without the salt', [body]],
    ['the salt without the body', [salt]],
    ['the salt before the body', [salt, body]],
    ['{} and the salt', [Buffer.from('{}'), salt]],
    ['null and the salt', [Buffer.from('null'), salt]],
    ['the body and the bytes that the salt stands for', [body, Buffer.from(salt.toString('latin1'), 'hex')]],
    ['an empty text', [none]],
    ...otherTexts(body).map(([words, text]): [string, readonly Buffer[]] => [words, [text, salt]]),
  ];
  const isDigest = (made: Buffer) => given.some((one) => isSame(one, made));
  const found = texts.find(([, parts]) => isDigest(hmac(secret, 'sha256')(parts)));
  if (found) return found[0];
  const hash = ['sha1', 'sha512', 'md5'].find((name) => isDigest(hmac(secret, name)([body, salt])));
  if (hash) return `the right text by HMAC-${hash.toUpperCase()}`;
  const plain = createHash('sha256').update(body).update(salt).digest();
  return isDigest(plain) ? 'the right text without the key' : undefined;
}

function signatureFacts({ headers, body }: ArrivedRequest, secret: string): SignatureFacts | undefined {
  const [digest] = valuesOf(headers, signatureName);
  if (digest === undefined) return undefined;
  const [text = ''] = valuesOf(headers, names.salt);
  // Node reads header values as latin1, so this gives back their bytes.
  const salt = Buffer.from(text, 'latin1');
  const right = [salt, Buffer.from(text, 'utf8')].map((bytes) => hmac(secret, 'sha256')([body, bytes]).toString('hex'));
  const form = /^[0-9a-f]+$/.test(digest) ? 'hex' : /^[0-9a-f]+$/i.test(digest) ? 'upper-case hex' : 'other';
  const isValid = right.includes(digest.toLowerCase());
  const instead = isValid ? undefined : insteadOf(digest, { body, salt, secret });
  return { isValid, form, ...(instead !== undefined && { instead }) };
}

/** Returns the places of a request, besides the header of the simple scheme, in which a secret is, in any encoding. */
function secretPlaces({ target, headers, body }: ArrivedRequest, secret: string): string[] {
  const forms = [...formsOf(secret), ...derivedTexts(secret)].map((form) => form.toLowerCase());
  const shows = (text: string) => forms.some((form) => text.toLowerCase().includes(form));
  return [
    ...(shows(target) ? ['the address'] : []),
    ...headers
      .filter(([name, value]) => name.toLowerCase() !== names.secret && shows(value))
      .map(([name]) => `the header ${name}`),
    ...(shows(body.toString('latin1')) ? ['the body'] : []),
  ];
}

/** Returns what of a request proves the sender. It is judged when the request arrives, because secrets are not stored. */
export function authenticationFacts(
  arrived: ArrivedRequest,
  { tokenId, secret, scheme }: ClientCredential,
): AuthenticationFacts {
  const secrets = valuesOf(arrived.headers, names.secret);
  const signature = signatureFacts(arrived, secret);
  return {
    schemes: [...(signature ? (['signed'] as const) : []), ...(secrets.length > 0 ? (['simple'] as const) : [])],
    ...(scheme && { asked: scheme }),
    isTokenRight: valuesOf(arrived.headers, names.token).join() === tokenId,
    ...(secrets.length > 0 && { isSecretRight: secrets.join() === secret }),
    ...(signature && { signature }),
    salts: valuesOf(arrived.headers, names.salt),
    secretIn: secretPlaces(arrived, secret),
  };
}

/** Replaces what proves the sender in the headers of a request. */
export const withoutProofs = (headers: ArrivedRequest['headers']): [string, string][] =>
  headers.map(([name, value]) => [name, proofs.has(name.toLowerCase()) ? `<${value.length} characters>` : value]);
