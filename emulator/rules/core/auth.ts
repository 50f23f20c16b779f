import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Operation } from '../../domain/operations.ts';
import type { Standing } from '../../domain/tokens.ts';
import { always, choice, manner, never, predicate, transform } from './ruleKind.ts';

/** The parts of the simple scheme that match one account. */
export interface SimpleProof {
  readonly id: boolean;
  readonly secret: boolean;
}

/** The parts of the signed scheme that match one account. */
export interface SignedProof {
  readonly id: boolean;
  /** True if the request has a signature, valid or not. */
  readonly signature: boolean;
  readonly salt: boolean;
  readonly digest: boolean;
  /** True if the salt and the signature are those of an accepted request before. */
  readonly seen: boolean;
}

/** The inputs of a signature. */
export interface SignedParts {
  readonly verb: string;
  readonly body: Buffer;
  readonly salt: Buffer;
  readonly query: string;
}

/** The parts of a signature, and functions to compute other digests from them. */
export interface Signable {
  readonly parts: SignedParts;
  readonly digest: (signed: Buffer) => string;
  /** Computes the MAC of the correct text with another hash, or with a key decoded from the hex secret. */
  readonly mac: (hash: 'sha1' | 'sha256' | 'sha512', key: 'utf8' | 'hex') => Buffer;
}

/** The rules of authentication (§ Authentication). */
export const authRules = {
  /** Every documented endpoint needs authentication. */
  needsAuthentication: always((_operation: Operation): boolean => true),
  /** An unauthenticated request has no effect. */
  servedThoughUnproven: never((_operation: Operation): boolean => false),
  /** A token authenticates its account while it is in use, for every HTTP method. */
  tokenStands: predicate((standing: Standing, _verb: string, _isKnown?: boolean): boolean => standing === 'alive'),
  /** A token id must equal the account's own. */
  tokenMatches: predicate((given: string, own: string): boolean => sameText(given, own)),
  /** A token secret must equal the account's own. */
  secretMatches: predicate((given: string, own: string): boolean => sameText(given, own)),
  /** The simple scheme needs both headers: token id and secret. */
  simpleAccepted: predicate((proof: SimpleProof, _operation: Operation): boolean => proof.id && proof.secret),
  /** The signed scheme needs a known token, a salt and a matching digest. */
  signedAccepted: predicate(
    (proof: SignedProof, _operation: Operation): boolean => proof.id && proof.salt && proof.digest,
  ),
  /** A salt must be present and not empty. */
  saltAccepted: predicate((salt: Buffer): boolean => salt.length > 0),
  /** A salt may be used again, because interface.md does not say that the service stores salts. */
  saltFree: manner((_usedBefore: boolean): boolean => true),
  /** The signed body: the exact bytes received, empty for GET. */
  signedBody: choice((body: Buffer, verb: string): Buffer => (verb === 'GET' ? Buffer.alloc(0) : body)),
  /** The signed text: body, then salt. */
  signedText: transform((body: Buffer, parts: SignedParts): Buffer => Buffer.concat([body, parts.salt])),
  /** The digest: hex HMAC, keyed with the token secret. */
  digestOf: choice((signed: Buffer, secret: string, hash: string): string =>
    createHmac(hash, secret).update(signed).digest('hex'),
  ),
  /** A digest must equal the expected one; its hex digits may be in either case. */
  digestMatches: predicate((given: string, expected: string, _over: Signable): boolean =>
    sameText(given.toLowerCase(), expected),
  ),
};

/** Compares two texts in a time that depends only on their lengths. */
function sameText(given: string, own: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(own)];
  return left.length === right.length && timingSafeEqual(left, right);
}
