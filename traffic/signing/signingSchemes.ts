import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { type HeaderScheme, type KeyedDigest, keyedDigests } from '../../schemas/domain/signingSchemes.ts';
import { hexSalts } from './salts.ts';

/** A header scheme of § Authentication, or none. */
export type SigningScheme = HeaderScheme | 'none';

/** A token and its secret, with the label that the journal uses for them. */
export interface Credential {
  label: string;
  tokenId: string;
  secret: string;
}

/** The signed content: the exact body text (empty for GET) and the salt; and the digest that signs it. */
export interface SigningInput {
  by: KeyedDigest;
  credential: Credential;
  body: string;
  salt: string;
}

/** Header names and values, in the order of sending. */
export type Headers = [string, string][];

/** Two of three salts come from 32 random bytes; the others look like something else to a careless reader. */
const kindsOfSalt = 3 * hexSalts.length;

/** Returns a salt of 64 random hex characters, fresh for each request (§ Authentication, X-Salt). */
export function freshSalt(): string {
  return hexSalts[randomInt(kindsOfSalt)]?.make() ?? randomBytes(32).toString('hex');
}

/** Returns the hex HMAC of (body text + salt), keyed with the secret (§ Authentication, signed scheme, rule 1). */
export function signatureOf(secret: string, text: string, { hash }: KeyedDigest = keyedDigests.signed): string {
  return createHmac(hash, secret).update(text, 'utf8').digest('hex');
}

/** Returns the headers of the simple scheme (§ Authentication). */
export function simpleHeaders(tokenId: string, secret: string): Headers {
  return [
    ['X-Token-API-Id', tokenId],
    ['X-Token-API-Secret', secret],
  ];
}

/** The values of a signed scheme's headers, and the name of the header of the digest. */
export interface SignedValues {
  header: string;
  tokenId: string;
  digest: string;
  salt: string;
}

/** Returns the headers of a signed scheme (§ Authentication). A salt beyond ASCII is sent as its UTF-8 bytes. */
export function signedHeaders({ header, tokenId, digest, salt }: SignedValues): Headers {
  return [
    ['X-Token-API-Id', tokenId],
    [header, digest],
    ['X-Salt', Buffer.from(salt, 'utf8').toString('latin1')],
  ];
}

/** Returns the values of a valid signature (§ Authentication, signed scheme, rules 1 and 2). */
export function validSignature({ by, credential, body, salt }: SigningInput): SignedValues {
  const { tokenId, secret } = credential;
  return { header: by.header, tokenId, digest: signatureOf(secret, body + salt, by), salt };
}

/**
 * Removes from a sent header what proves the sender. If the target accepts a salt twice, anyone who reads a digest could send it again, so only the length of
 * the digest is stored. The token id is not stored either: the record has the label of its credential, and the name of the fault for a derived token id.
 */
export function withoutProof([name, value]: readonly [string, string]): Headers[number] {
  if (/^x-token-api-id$/i.test(name)) return [name, '<token id>'];
  return /signature$/i.test(name) ? [name, `<${value.length} characters>`] : [name, value];
}
