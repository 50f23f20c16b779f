import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** The secrets with which this process has compared any: those of all its tokens after the first request. */
const comparedWith = new Set<string>();

/** Mutants that confuse the tokens of a server, misread a salt, or take a signature for verified. */
export const tokenMutants: readonly Mutant[] = [
  {
    name: 'secret-of-any-token',
    breaks: 'AUT-05',
    level: 'request',
    because: 'secrets are looked up in one table, whichever token they belong to',
    rules: {
      secretMatches: (given, own) => {
        comparedWith.add(own);
        return comparedWith.has(given);
      },
    },
  },
  {
    name: 'signature-verified-once',
    breaks: 'AUT-05',
    level: 'request',
    because: 'verified signatures are kept by their salt, and found there for whatever request comes with them',
    rules: {
      signedAccepted: (proof, operation) =>
        conformingRules.signedAccepted(proof, operation) || (proof.id && proof.seen),
    },
  },
  {
    name: 'signature-verified-once-for-acquiring',
    breaks: 'AUT-05',
    level: 'request',
    because: 'crypto acquiring asks payments for a signature, which answers from what it verified before',
    rules: {
      signedAccepted: (proof, operation) =>
        conformingRules.signedAccepted(proof, operation) ||
        (proof.id && proof.seen && ['createCheckout', 'createRequest', 'createBundle'].includes(operation)),
    },
  },
  {
    name: 'plus-in-salt-decoded',
    breaks: 'AUT-06',
    level: 'request',
    because: 'the salt is decoded like a form field, so a plus sign is read as a space',
    rules: {
      signedText: (body, { salt }) =>
        Buffer.concat([body, Buffer.from(salt.toString('latin1').replaceAll('+', ' '), 'latin1')]),
    },
  },
];
