import type { Setup } from './setup.ts';
import { tokensOf } from './tokens.ts';
import { type Asked, type Seen, simple, type Trial } from './trial.ts';

const PAYIN = '/v1/user/payments/payin';
const METHODS = '/v1/user/methods';
const CARD = { amount: 400, currency: 'UAH', method: 'CC_VISAMC' };

/** The headers of the simple scheme for the token of a label. */
function headersOf({ accounts }: Setup, label: string): Record<string, string> {
  const credential = tokensOf(accounts).find(({ token }) => token.label === label)?.token.credential;
  return simple(credential?.tokenId, credential?.secret);
}

/** Tokens that were revoked or are of another environment: each reads and writes. */
const strangers = (setup: Setup): Asked[] =>
  ['revoked', 'elsewhere'].flatMap((label) => {
    const headers = headersOf(setup, label);
    return [
      { path: METHODS, headers },
      { path: PAYIN, body: CARD, headers },
    ];
  });

/** Runs errands as every token that a world knows. Gives back all answers. */
export async function errands(trial: Trial, base: string): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const asked of strangers(trial.setup)) seen.push(await trial.ask({ ...asked, path: base + asked.path }));
  return seen;
}
