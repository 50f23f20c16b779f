import type { Signable } from '../../../rules/auth.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** A service that takes another proof beside the right digest. */
const takenToo = (other: (given: string, signed: Signable) => boolean): Mutant['rules'] => ({
  digestMatches: (given, expected, signed) =>
    conformingRules.digestMatches(given, expected, signed) || other(given, signed),
});

const reads: readonly string[] = ['orderId', 'clientOrderId'];

/** Mutants that take a signature which § Authentication does not give. */
export const proofMutants: readonly Mutant[] = [
  {
    name: 'bundles-not-verified',
    breaks: 'AUT-05',
    level: 'request',
    because: 'the newest path of all went live before its signature was verified',
    rules: {
      signedAccepted: (proof, operation) =>
        operation === 'createBundle' ? proof.id && proof.salt : conformingRules.signedAccepted(proof, operation),
    },
  },
  {
    name: 'bundle-before-verified',
    breaks: 'AUT-05',
    level: 'state',
    because: 'the address is made while the signature is still being verified, and stays when it is refused',
    rules: { servedThoughUnproven: (operation) => operation === 'createBundle' },
  },
  {
    name: 'exchange-before-verified',
    breaks: 'AUT-05',
    level: 'state',
    because: 'a price is taken as soon as it is asked for, and the signature is looked at afterwards',
    rules: { servedThoughUnproven: (operation) => operation === 'createExchange' },
  },
  {
    name: 'missing-salt-is-empty',
    breaks: 'AUT-05',
    level: 'request',
    because: 'a header that is not there is read as an empty text, and so a signature of the body alone will do',
    rules: { saltAccepted: () => true },
  },
  {
    name: 'salt-left-out-of-posts',
    breaks: 'AUT-05',
    level: 'request',
    because: 'what verifies bodies is that of webhooks, which have no salt',
    rules: takenToo((given, { parts, digest }) => parts.verb === 'POST' && given === digest(parts.body)),
  },
  {
    name: 'search-not-verified',
    breaks: 'AUT-05',
    level: 'request',
    because: 'the gateway in front of /v2 looks at the token id only',
    rules: {
      signedAccepted: (proof, operation) =>
        operation === 'searchPayments' ? proof.id : conformingRules.signedAccepted(proof, operation),
    },
  },
  {
    name: 'sha1-too',
    breaks: 'AUT-05',
    level: 'request',
    because: 'HMAC-SHA1, by which webhooks are signed, is taken for requests too',
    rules: takenToo((given, { mac }) => given === mac('sha1', 'utf8').toString('hex')),
  },
  {
    name: 'sha512-too',
    breaks: 'AUT-05',
    level: 'request',
    because: 'the hash is chosen by the length of the signature',
    rules: takenToo((given, { mac }) => given === mac('sha512', 'utf8').toString('hex')),
  },
  {
    name: 'base64-too',
    breaks: 'AUT-05',
    level: 'request',
    because: 'a digest in base64 is taken from clients of the version before',
    rules: takenToo((given, { mac }) => given === mac('sha256', 'utf8').toString('base64')),
  },
  {
    name: 'secret-in-hex-too',
    breaks: 'AUT-05',
    level: 'request',
    because: 'some servers decode the secret from hex before they key the HMAC with it',
    rules: takenToo((given, { mac }) => given === mac('sha256', 'hex').toString('hex')),
  },
  {
    name: 'get-over-empty-object-too',
    breaks: 'AUT-05',
    level: 'request',
    because: 'for clients that sign {} where there is no body, this is taken for GET',
    rules: takenToo(
      (given, { parts, digest }) =>
        parts.verb === 'GET' && given === digest(Buffer.concat([Buffer.from('{}'), parts.salt])),
    ),
  },
  {
    name: 'half-of-signed',
    breaks: 'AUT-05',
    level: 'request',
    because: 'token id and salt will do where no signature is sent',
    rules: {
      signedAccepted: (proof, operation) =>
        conformingRules.signedAccepted(proof, operation) || (proof.id && proof.salt && !proof.signature),
    },
  },
];

/** Mutants that depart from what was seen of authentication (§ Authentication leaves it open). */
export const authenticationDetailMutants: readonly Mutant[] = [
  {
    name: 'upper-case-digest-refused',
    breaks: 'AUT-06',
    level: 'request',
    because: 'digests are compared as texts from now on',
    rules: { digestMatches: (given, expected) => given === expected },
  },
  {
    name: 'salt-used-before-refused',
    breaks: 'AUT-06',
    level: 'state',
    because: 'salts are remembered from now on, and none is taken twice',
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

/** Mutants that serve whom they should not: revoked tokens, other accounts, the other environment. */
export const accessMutants: readonly Mutant[] = [
  {
    name: 'revoked-token-reads',
    breaks: 'AUT-08',
    level: 'request',
    because: 'the replica that answers reads never hears of revocations',
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
    name: 'other-environment-works',
    breaks: 'SBX-01',
    level: 'request',
    because: 'sandbox and production ask the same store of tokens',
    rules: { tokenStands: (standing) => standing !== 'revoked' },
  },
  {
    name: 'payment-of-others-by-id',
    breaks: 'AUT-09',
    level: 'request',
    because: 'who knows the id of a payment may read it, whosever it is',
    rules: { ownRecord: () => true },
  },
  {
    name: 'search-finds-others',
    breaks: 'AUT-09',
    level: 'request',
    because: 'a search by an order id asks the index of all accounts',
    rules: { accountsSeen: (own, all, by) => (by?.some((filter) => reads.includes(filter)) ? all : [own]) },
  },
  {
    name: 'search-by-currency-finds-others',
    breaks: 'AUT-09',
    level: 'answer',
    because: 'the condition on the account is lost where one on the currency is added',
    rules: { accountsSeen: (own, all, by) => (by?.includes('currency') ? all : [own]) },
  },
  {
    name: 'list-shows-others',
    breaks: 'AUT-09',
    level: 'answer',
    because: 'the list is cached without the account in its key',
    rules: { accountsSeen: (own, all, by) => (by === null ? all : [own]) },
  },
  {
    name: 'deposit-options-of-others',
    breaks: 'AUT-09',
    level: 'request',
    because: 'deposit options are served for any project, since the widget shows them anyway',
    rules: { ownProject: (own, operation) => own || operation === 'getDepositOptions' },
  },
  {
    name: 'project-of-others-used',
    breaks: 'AUT-09',
    level: 'state',
    because: 'whose project it is, is looked at where it is set up, not where it is used',
    rules: { ownProject: (own, operation) => own || operation.startsWith('create') },
  },
];
