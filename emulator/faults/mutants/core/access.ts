import type { Signable } from '../../../rules/core/auth.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** A service that accepts another digest besides the correct one. */
const takenToo = (other: (given: string, signed: Signable) => boolean): Mutant['rules'] => ({
  digestMatches: (given, expected, signed) =>
    conformingRules.digestMatches(given, expected, signed) || other(given, signed),
});

/** Mutants that accept a signature which § Authentication does not define. */
export const proofMutants: readonly Mutant[] = [
  {
    name: 'bundles-not-verified',
    breaks: 'AUT-05',
    level: 'request',
    because: 'the newest endpoint went live before its signature was verified',
    rules: {
      signedAccepted: (proof, operation) =>
        operation === 'createBundle' ? proof.id && proof.salt : conformingRules.signedAccepted(proof, operation),
    },
  },
  {
    name: 'bundle-before-verified',
    breaks: 'AUT-05',
    level: 'state',
    because: 'the address is created while the signature is still being verified, and stays after the refusal',
    rules: { servedThoughUnproven: (operation) => operation === 'createBundle' },
  },
  {
    name: 'exchange-before-verified',
    breaks: 'AUT-05',
    level: 'state',
    because: 'an exchange is executed as soon as it is requested, and the signature is checked afterwards',
    rules: { servedThoughUnproven: (operation) => operation === 'createExchange' },
  },
  {
    name: 'missing-salt-is-empty',
    breaks: 'AUT-05',
    level: 'request',
    because: 'a missing salt header is read as empty text, so a signature of the body alone passes',
    rules: { saltAccepted: () => true },
  },
  {
    name: 'salt-left-out-of-posts',
    breaks: 'AUT-05',
    level: 'request',
    because: 'bodies are verified by the webhook code, which uses no salt',
    rules: takenToo((given, { parts, digest }) => parts.verb === 'POST' && given === digest(parts.body)),
  },
  {
    name: 'search-not-verified',
    breaks: 'AUT-05',
    level: 'request',
    because: 'the gateway in front of /v2 checks the token id only',
    rules: {
      signedAccepted: (proof, operation) =>
        operation === 'searchPayments' ? proof.id : conformingRules.signedAccepted(proof, operation),
    },
  },
  {
    name: 'sha1-too',
    breaks: 'AUT-05',
    level: 'request',
    because: 'HMAC-SHA1, which signs webhooks, is accepted for requests too',
    rules: takenToo((given, { mac }) => given === mac('sha1', 'utf8').toString('hex')),
  },
  {
    name: 'sha512-too',
    breaks: 'AUT-05',
    level: 'request',
    because: 'the length of the signature selects the hash',
    rules: takenToo((given, { mac }) => given === mac('sha512', 'utf8').toString('hex')),
  },
  {
    name: 'base64-too',
    breaks: 'AUT-05',
    level: 'request',
    because: 'a base64 digest is accepted from clients of the previous version',
    rules: takenToo((given, { mac }) => given === mac('sha256', 'utf8').toString('base64')),
  },
  {
    name: 'secret-in-hex-too',
    breaks: 'AUT-05',
    level: 'request',
    because: 'some servers decode the secret from hex before they use it as the HMAC key',
    rules: takenToo((given, { mac }) => given === mac('sha256', 'hex').toString('hex')),
  },
  {
    name: 'get-over-empty-object-too',
    breaks: 'AUT-05',
    level: 'request',
    because: 'a GET signed over {} is accepted, for clients that sign {} instead of an empty body',
    rules: takenToo(
      (given, { parts, digest }) =>
        parts.verb === 'GET' && given === digest(Buffer.concat([Buffer.from('{}'), parts.salt])),
    ),
  },
  {
    name: 'half-of-signed',
    breaks: 'AUT-05',
    level: 'request',
    because: 'token id and salt suffice if no signature is sent',
    rules: {
      signedAccepted: (proof, operation) =>
        conformingRules.signedAccepted(proof, operation) || (proof.id && proof.salt && !proof.signature),
    },
  },
];

/** Mutants that depart from observed authentication details (§ Authentication leaves them open). */
export const authenticationDetailMutants: readonly Mutant[] = [
  {
    name: 'upper-case-digest-refused',
    breaks: 'AUT-06',
    level: 'request',
    because: 'digests are now compared as text, with their letter case',
    rules: { digestMatches: (given, expected) => given === expected },
  },
  {
    name: 'salt-used-before-refused',
    breaks: 'AUT-06',
    level: 'state',
    because: 'salts are now stored, and a used one is refused',
    rules: { saltFree: (usedBefore) => !usedBefore },
  },
  {
    name: 'long-salt-refused',
    breaks: 'AUT-06',
    level: 'request',
    because: 'the column for salts holds 64 characters',
    rules: { saltAccepted: (salt) => salt.length > 0 && salt.length <= 64 },
  },
  {
    name: 'unauthorized-as-forbidden',
    breaks: 'AUT-06',
    level: 'answer',
    because: 'the new gateway answers 403 where the old one answered 401',
    rules: { refusalStatus: (code) => (code === 'unauthorized' ? 403 : conformingRules.refusalStatus(code)) },
  },
];

/** Mutants that serve unauthorized callers: revoked tokens and the other environment. */
export const accessMutants: readonly Mutant[] = [
  {
    name: 'revoked-token-reads',
    breaks: 'AUT-08',
    level: 'request',
    because: 'the replica that serves reads receives no revocations',
    rules: { tokenStands: (standing, verb) => standing === 'alive' || (standing === 'revoked' && verb === 'GET') },
  },
  {
    name: 'revoked-token-works',
    breaks: 'AUT-08',
    level: 'request',
    because: 'a revoked token is only hidden in the dashboard',
    rules: { tokenStands: (standing) => standing !== 'elsewhere' },
  },
  {
    name: 'token-let-in-once-is-let-in-always',
    breaks: 'AUT-08',
    level: 'answer',
    because: 'a token is looked up at its first request only, so that nobody notices its revocation later',
    rules: {
      tokenStands: (standing, _verb, isKnown = false) => standing === 'alive' || (standing === 'revoked' && isKnown),
    },
  },
  {
    name: 'other-environment-works',
    breaks: 'SBX-01',
    level: 'request',
    because: 'sandbox and production share one store of tokens',
    rules: { tokenStands: (standing) => standing !== 'revoked' },
  },
];
