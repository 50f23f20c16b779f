import type { Token } from '../../../domain/tokens.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const secretsOf = (tokens: readonly Token[]): string => tokens.map(({ credential }) => credential.secret).join(' ');

const ELSEWHERE = 'https://id.elsewhere.example';

/** Mutants that break rules which hold for any service. */
export const disclosureMutants: readonly Mutant[] = [
  {
    name: 'secret-in-a-header',
    breaks: 'AUT-11',
    level: 'answer',
    because: 'a debug header that shows the account’s secrets was left on',
    rules: { accountHeaders: (tokens) => ({ 'x-debug': `keys ${secretsOf(tokens)}` }) },
  },
  {
    name: 'secret-in-base64',
    breaks: 'AUT-11',
    level: 'answer',
    because: 'the gateway passes on the encoded credential that it uses for the service',
    rules: {
      accountHeaders: (tokens) => ({ 'x-upstream': Buffer.from(`main:${secretsOf(tokens)}`).toString('base64') }),
    },
  },
  {
    name: 'refused-proof-shows-the-secret',
    breaks: 'AUT-11',
    level: 'answer',
    because: 'a refused signature is answered with the secret to sign with',
    rules: {
      unprovenMessage: (message, named) => (named ? `${message}: wanted a digest by ${secretsOf([named])}` : message),
    },
  },
  {
    name: 'unproven-led-to-a-login',
    breaks: 'AUT-12',
    level: 'answer',
    because: 'an unauthenticated request is redirected to a login page on another host',
    rules: { leadsTo: ({ status }) => (status === 401 ? `${ELSEWHERE}/login` : null) },
  },
  {
    name: 'limit-moved-to-another-host',
    breaks: 'AUT-12',
    level: 'answer',
    because: 'the limit of a pair has moved to another host, and the request is redirected there with its credential',
    rules: { leadsTo: ({ operation, path }) => (operation === 'getLimit' ? `${ELSEWHERE}${path}` : null) },
  },
];
