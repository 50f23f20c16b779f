import type { Token } from '../../../domain/tokens.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const secretsOf = (tokens: readonly Token[]): string => tokens.map(({ credential }) => credential.secret).join(' ');

const ELSEWHERE = 'https://id.elsewhere.example';

/** Mutants of what is asked of any API: no requirement of the catalogue is broken by them, and campaigns alone find them. */
export const disclosureMutants: readonly Mutant[] = [
  {
    name: 'secret-in-a-header',
    breaks: 'ANY-09',
    level: 'answer',
    because: 'a header for those who look for faults has stayed on: it shows the secrets of the account',
    rules: { accountHeaders: (tokens) => ({ 'x-debug': `keys ${secretsOf(tokens)}` }) },
  },
  {
    name: 'secret-in-base64',
    breaks: 'ANY-09',
    level: 'answer',
    because: 'the gateway hands its own credential for the service on, as it writes it',
    rules: {
      accountHeaders: (tokens) => ({ 'x-upstream': Buffer.from(`main:${secretsOf(tokens)}`).toString('base64') }),
    },
  },
  {
    name: 'refused-proof-shows-the-secret',
    breaks: 'ANY-09',
    level: 'answer',
    because: 'who signs wrongly is told the secret to sign with',
    rules: {
      unprovenMessage: (message, named) => (named ? `${message}: wanted a digest by ${secretsOf([named])}` : message),
    },
  },
  {
    name: 'unproven-led-to-a-login',
    breaks: 'ANY-10',
    level: 'answer',
    because: 'who proves nothing is sent on to the login page of another host',
    rules: { leadsTo: ({ status }) => (status === 401 ? `${ELSEWHERE}/login` : null) },
  },
  {
    name: 'limit-moved-to-another-host',
    breaks: 'ANY-10',
    level: 'answer',
    because: 'the limit of a pair has moved to another host, to which the request is sent on with its credential',
    rules: { leadsTo: ({ operation, path }) => (operation === 'getLimit' ? `${ELSEWHERE}${path}` : null) },
  },
];
