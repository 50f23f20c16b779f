import { unauthorized } from '../core/problem.ts';
import type { Token } from '../domain/account.ts';
import { sameText, signature } from './signature.ts';

/** What a request brings to prove who sent it. */
export interface Credentials {
  header: (name: string) => string | undefined;
  body: Uint8Array;
}

/** Finds the token of a request, or refuses; every proof that is given must be right, and one must be given. */
export function authenticate(tokens: Token[], credentials: Credentials): Token {
  const id = credentials.header('X-Token-API-Id');
  if (!id) throw unauthorized('X-Token-API-Id is missing');
  const token = tokens.find((candidate) => candidate.id === id);
  if (token === undefined || token.environment !== 'sandbox' || token.revoked) {
    throw unauthorized('the token is not valid here');
  }
  const secret = credentials.header('X-Token-API-Secret');
  const signed = credentials.header('X-HMAC-SHA256-Signature');
  if (secret === undefined && signed === undefined) throw unauthorized('neither a secret nor a signature is given');
  if (secret !== undefined && !sameText(secret, token.secret)) throw unauthorized('the secret is wrong');
  if (signed !== undefined) checkSignature(token, signed, credentials);
  return token;
}

function checkSignature(token: Token, signed: string, { header, body }: Credentials): void {
  const salt = header('X-Salt');
  if (!salt) throw unauthorized('X-Salt is missing');
  const expected = signature(body, Buffer.from(salt, 'latin1'), token.secret);
  if (!sameText(signed.toLowerCase(), expected)) throw unauthorized('the signature is wrong');
}
