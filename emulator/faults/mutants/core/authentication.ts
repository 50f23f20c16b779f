import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** The body as a service verifies it after parsing and rewriting its JSON; other text stays unchanged. */
function reformatted(body: Buffer): Buffer {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(body.toString())));
  } catch {
    return body;
  }
}

const SIGNED_AT_MOST = 8192;

/** Mutants that refuse what § Authentication accepts. */
export const strictAuthMutants: readonly Mutant[] = [
  {
    name: 'simple-not-for-search',
    breaks: 'AUT-01',
    level: 'request',
    because: 'the newer search endpoint knows the signed scheme only',
    rules: { simpleAccepted: (proof, operation) => operation !== 'searchPayments' && proof.id && proof.secret },
  },
  {
    name: 'simple-only-reads',
    breaks: 'AUT-01',
    level: 'request',
    because: 'the simple scheme is accepted for reads only',
    rules: { simpleAccepted: (proof, operation) => !operation.startsWith('create') && proof.id && proof.secret },
  },
  {
    name: 'signed-not-for-methods',
    breaks: 'AUT-02',
    level: 'request',
    because: 'the methods list is served by a gateway that knows the simple scheme only',
    rules: {
      signedAccepted: (proof, operation) =>
        operation !== 'listMethods' && conformingRules.signedAccepted(proof, operation),
    },
  },
  {
    name: 'query-signed',
    breaks: 'AUT-02',
    level: 'request',
    because: 'the query string is part of what must be signed',
    rules: { signedText: (body, parts) => Buffer.concat([body, Buffer.from(parts.query), parts.salt]) },
  },
  {
    name: 'verified-after-reformatting',
    breaks: 'AUT-03',
    level: 'request',
    because: 'the signature is verified over the body parsed and written again',
    rules: { signedBody: (body, verb) => (verb === 'GET' ? Buffer.alloc(0) : reformatted(body)) },
  },
  {
    name: 'verified-over-trimmed-body',
    breaks: 'AUT-03',
    level: 'request',
    because:
      'the signature is verified over the body without white space around it, as a file with a final newline has',
    rules: { signedBody: (body, verb) => Buffer.from(verb === 'GET' ? '' : body.toString('utf8').trim()) },
  },
  {
    name: 'verified-as-latin1',
    breaks: 'AUT-03',
    level: 'request',
    because: 'the body is decoded as Latin-1 but verified as UTF-8',
    rules: { signedBody: (body, verb) => Buffer.from(verb === 'GET' ? '' : body.toString('latin1')) },
  },
  {
    name: 'verified-in-part',
    breaks: 'AUT-03',
    level: 'request',
    because: 'only the first 8 KiB of a body reach the verifier',
    rules: { signedBody: (body, verb) => (verb === 'GET' ? Buffer.alloc(0) : body.subarray(0, SIGNED_AT_MOST)) },
  },
  {
    name: 'get-signed-as-empty-object',
    breaks: 'AUT-04',
    level: 'request',
    because: 'a GET must be signed as if its body were {}',
    rules: { signedBody: (body, verb) => (verb === 'GET' ? Buffer.from('{}') : body) },
  },
];

/** Mutants that accept what § Authentication refuses. */
export const laxAuthMutants: readonly Mutant[] = [
  {
    name: 'half-of-simple',
    breaks: 'AUT-05',
    level: 'request',
    because: 'either half of the simple scheme suffices',
    rules: { simpleAccepted: (proof) => proof.id || proof.secret },
  },
  {
    name: 'digest-half-compared',
    breaks: 'AUT-05',
    level: 'request',
    because: 'only the first 32 hex digits of the digest are compared',
    rules: { digestMatches: (given, expected) => given.slice(0, 32) === expected.slice(0, 32) },
  },
  {
    name: 'salt-cut-at-64',
    breaks: 'AUT-05',
    level: 'request',
    because: 'the salt is cut to the width of its column before the signature is compared',
    rules: { signedText: (body, parts) => Buffer.concat([body, parts.salt.subarray(0, 64)]) },
  },
  {
    name: 'long-salt-cut-at-256',
    breaks: 'AUT-05',
    level: 'request',
    because: 'only the first 256 characters of a salt are looked at',
    rules: { signedText: (body, parts) => Buffer.concat([body, parts.salt.subarray(0, 256)]) },
  },
  {
    name: 'salt-read-from-its-end',
    breaks: 'AUT-05',
    level: 'request',
    because: 'only the last 64 characters of a salt are looked at',
    rules: { signedText: (body, parts) => Buffer.concat([body, parts.salt.subarray(-64)]) },
  },
  {
    name: 'unsalted-not-verified',
    breaks: 'AUT-05',
    level: 'request',
    because: 'a signature without a salt is not checked',
    rules: { signedAccepted: (proof) => proof.id && (!proof.salt || proof.digest) },
  },
  {
    name: 'salt-first-too',
    breaks: 'AUT-05',
    level: 'request',
    because: 'salt + body is accepted as well as body + salt',
    rules: {
      digestMatches: (given, expected, { parts, digest }) =>
        [expected, digest(Buffer.concat([parts.salt, parts.body]))].includes(given),
    },
  },
  {
    name: 'reformatted-too',
    breaks: 'AUT-05',
    level: 'request',
    because: 'a signature of the same JSON in another format is accepted',
    rules: {
      digestMatches: (given, expected, { parts, digest }) =>
        [expected, digest(Buffer.concat([reformatted(parts.body), parts.salt]))].includes(given),
    },
  },
  {
    name: 'salt-cut-at-128',
    breaks: 'AUT-05',
    level: 'request',
    because: 'a salt is cut to the width of its column before the signature is computed',
    rules: { signedText: (body, parts) => Buffer.concat([body, parts.salt.subarray(0, 128)]) },
  },
  {
    name: 'salt-in-lower-case-too',
    breaks: 'AUT-05',
    level: 'request',
    because: 'a salt is read in lower case, as hex, before the signature is computed',
    rules: {
      digestMatches: (given, expected, { parts, digest }) =>
        [expected, digest(Buffer.from(`${parts.body}${String(parts.salt).toLowerCase()}`))].includes(given),
    },
  },
  {
    name: 'token-by-shape',
    breaks: 'AUT-05',
    level: 'request',
    because: 'any token id with the right prefix works with the right secret',
    rules: { tokenMatches: (given) => given.startsWith('TKN-') },
  },
  {
    name: 'salt-left-out',
    breaks: 'AUT-05',
    level: 'request',
    because: 'a signature of the body alone is accepted, with any salt',
    rules: {
      digestMatches: (given, expected, { parts, digest }) => [expected, digest(parts.body)].includes(given),
    },
  },
  {
    name: 'secret-not-compared',
    breaks: 'AUT-05',
    level: 'request',
    because: 'a known token id works with any secret of the right length',
    rules: { secretMatches: (given, own) => given.length === own.length },
  },
  {
    name: 'rates-open',
    breaks: 'AUT-07',
    level: 'request',
    because: 'rates are public',
    rules: { needsAuthentication: (operation) => operation !== 'listRates' && operation !== 'getRate' },
  },
  {
    name: 'reads-of-payments-open',
    breaks: 'AUT-07',
    level: 'request',
    because: 'anyone who knows a payment id may read the payment',
    rules: { needsAuthentication: (operation) => operation !== 'getPayment' },
  },
  {
    name: 'secret-as-pattern',
    breaks: 'AUT-05',
    level: 'request',
    because: 'the secret is looked up by prefix',
    rules: { secretMatches: (given, own) => given.length > 0 && own.startsWith(given) },
  },
  {
    name: 'secret-in-any-case',
    breaks: 'AUT-05',
    level: 'request',
    because: 'the secrets column ignores case',
    rules: { secretMatches: (given, own) => given.toLowerCase() === own.toLowerCase() },
  },
  {
    name: 'secret-and-more',
    breaks: 'AUT-05',
    level: 'request',
    because: 'characters beyond the length of the secret are not compared',
    rules: { secretMatches: (given, own) => given.startsWith(own) },
  },
  {
    name: 'empty-signature-passes',
    breaks: 'AUT-05',
    level: 'request',
    because: 'an empty signature compares no characters, so it passes',
    rules: { digestMatches: (given, ...rest) => given === '' || conformingRules.digestMatches(given, ...rest) },
  },
  {
    name: 'body-left-out',
    breaks: 'AUT-05',
    level: 'request',
    because: 'a signature of the salt alone is accepted too, for clients that stream their body',
    rules: {
      digestMatches: (given, expected, signed) =>
        conformingRules.digestMatches(given, expected, signed) || given === signed.digest(signed.parts.salt),
    },
  },
];
