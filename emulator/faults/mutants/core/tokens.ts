import type { Mutant } from '../../shared/faultTypes.ts';

/** The secrets with which this process has compared any: those of all its tokens after the first request. */
const comparedWith = new Set<string>();

/** Mutants that confuse the tokens of a server, or misread a salt. */
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
