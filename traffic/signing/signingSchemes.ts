import { createHmac, randomBytes } from 'node:crypto';

/** The two header schemes of § Authentication, or none. */
export type SigningScheme = 'simple' | 'signed' | 'none';

/** A token and its secret, with the label by which the journal names them. */
export interface Credential {
  label: string;
  tokenId: string;
  secret: string;
}

/** What is signed: the exact body text (empty for GET) and the salt. */
export interface SigningInput {
  credential: Credential;
  body: string;
  salt: string;
}

/** Header names and values, in the order in which they are sent. */
export type Headers = [string, string][];

/** A 64-character hex salt from 32 random bytes, fresh for each request (§ Authentication, X-Salt). */
export function freshSalt(): string {
  return randomBytes(32).toString('hex');
}

/** Hex HMAC-SHA256 keyed with the secret over (body text + salt) (§ Authentication, signed scheme, rule 1). */
export function signatureOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
}

/** The headers of the simple scheme (§ Authentication). */
export function simpleHeaders(tokenId: string, secret: string): Headers {
  return [
    ['X-Token-API-Id', tokenId],
    ['X-Token-API-Secret', secret],
  ];
}

/** The values of the signed scheme's headers. */
export interface SignedValues {
  tokenId: string;
  digest: string;
  salt: string;
}

/** The headers of the signed scheme (§ Authentication). A salt beyond ASCII goes out as its UTF-8 bytes. */
export function signedHeaders({ tokenId, digest, salt }: SignedValues): Headers {
  return [
    ['X-Token-API-Id', tokenId],
    ['X-HMAC-SHA256-Signature', digest],
    ['X-Salt', Buffer.from(salt, 'utf8').toString('latin1')],
  ];
}

/** The values of a sound signature (§ Authentication, signed scheme, rules 1 and 2). */
export function validSignature({ credential, body, salt }: SigningInput): SignedValues {
  return { tokenId: credential.tokenId, digest: signatureOf(credential.secret, body + salt), salt };
}

/**
 * A header that was sent, without what proves who sends it. A digest may be sent again by whoever reads it, where the target takes a salt twice: its
 * length says enough. A token id is told by the label of its credential, and whatever was made of it by its fault.
 */
export function withoutProof([name, value]: readonly [string, string]): Headers[number] {
  if (/^x-token-api-id$/i.test(name)) return [name, '<token id>'];
  return /signature$/i.test(name) ? [name, `<${value.length} characters>`] : [name, value];
}
