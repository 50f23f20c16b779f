import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Operation } from '../domain/operations.ts';
import type { Standing } from '../domain/tokens.ts';
import type { RuleKinds } from './ruleKind.ts';

/** What the simple scheme of a request shows against one account. */
export interface SimpleProof {
  readonly id: boolean;
  readonly secret: boolean;
}

/** What the signed scheme of a request shows against one account. */
export interface SignedProof {
  readonly id: boolean;
  /** Whether a signature was sent at all. */
  readonly signature: boolean;
  readonly salt: boolean;
  readonly digest: boolean;
}

/** What a signature is computed over. */
export interface SignedParts {
  readonly verb: string;
  readonly body: Buffer;
  readonly salt: Buffer;
  readonly query: string;
}

/** The parts of a signature, and what the digest over other bytes would be. */
export interface Signable {
  readonly parts: SignedParts;
  readonly digest: (signed: Buffer) => string;
  /** The MAC of the right text by another hash, or with the secret read as hex digits for its key. */
  readonly mac: (hash: 'sha1' | 'sha256' | 'sha512', key: 'utf8' | 'hex') => Buffer;
}

/** Who may use the service (§ Authentication). */
export const authRules = {
  /** Every documented endpoint needs authentication. */
  needsAuthentication(_operation: Operation): boolean {
    return true;
  },
  /** A request that does not prove its account does nothing. */
  servedThoughUnproven(_operation: Operation): boolean {
    return false;
  },
  /** A token proves its account while it is in use, on every HTTP method. */
  tokenStands(standing: Standing, _verb: string): boolean {
    return standing === 'alive';
  },
  /** A token id is this account's own. */
  tokenMatches(given: string, own: string): boolean {
    return sameText(given, own);
  },
  /** A token secret is this account's own. */
  secretMatches(given: string, own: string): boolean {
    return sameText(given, own);
  },
  /** The simple scheme needs both of its halves. */
  simpleAccepted(proof: SimpleProof, _operation: Operation): boolean {
    return proof.id && proof.secret;
  },
  /** The signed scheme needs a known token, a salt and a matching digest. */
  signedAccepted(proof: SignedProof, _operation: Operation): boolean {
    return proof.id && proof.salt && proof.digest;
  },
  /** A salt is there and not empty. */
  saltAccepted(salt: Buffer): boolean {
    return salt.length > 0;
  },
  /** A salt may be used again: nothing says that the service remembers them. */
  saltFree(_usedBefore: boolean): boolean {
    return true;
  },
  /** The body as it is signed: the exact bytes received, nothing for GET. */
  signedBody(body: Buffer, verb: string): Buffer {
    return verb === 'GET' ? Buffer.alloc(0) : body;
  },
  /** The text that is signed: body, then salt. */
  signedText(body: Buffer, parts: SignedParts): Buffer {
    return Buffer.concat([body, parts.salt]);
  },
  /** The digest: hex HMAC-SHA256, keyed with the token secret. */
  digestOf(signed: Buffer, secret: string): string {
    return createHmac('sha256', secret).update(signed).digest('hex');
  },
  /** A digest is the expected one, its hex digits in either case. */
  digestMatches(given: string, expected: string, _over: Signable): boolean {
    return sameText(given.toLowerCase(), expected);
  },
};

/** How each rule of this group can be broken mechanically. */
export const authKinds: RuleKinds<typeof authRules> = {
  needsAuthentication: 'always',
  servedThoughUnproven: 'never',
  tokenStands: 'predicate',
  tokenMatches: 'predicate',
  secretMatches: 'predicate',
  simpleAccepted: 'predicate',
  signedAccepted: 'predicate',
  saltAccepted: 'predicate',
  saltFree: 'manner',
  signedBody: 'choice',
  signedText: 'transform',
  digestOf: 'choice',
  digestMatches: 'predicate',
};

/** Compares in a time that depends on the lengths only. */
function sameText(given: string, own: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(own)];
  return left.length === right.length && timingSafeEqual(left, right);
}
