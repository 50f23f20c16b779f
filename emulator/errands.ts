import type { Setup } from './setup.ts';
import { type Asked, headersOf, type Seen, type Trial } from './trial.ts';

const PAYIN = '/v1/user/payments/payin';
const METHODS = '/v1/user/methods';
const CARD = { amount: 400, currency: 'UAH', method: 'CC_VISAMC' };

/** Tokens that were revoked or are of another environment: each reads and writes. */
const strangers = (setup: Setup): Asked[] =>
  ['revoked', 'elsewhere'].flatMap((label) => {
    const headers = headersOf(setup, label);
    return [
      { path: METHODS, headers },
      { path: PAYIN, body: CARD, headers },
    ];
  });

/** What an account of few requests may send, and more: the first refusal by POST, then reads, one more than it may. */
const crowd = (setup: Setup): Asked[] => {
  const headers = headersOf(setup, 'limited');
  const [posts, gets] = [13, 24];
  return [
    ...Array.from({ length: posts }, () => ({ path: PAYIN, body: CARD, headers })),
    ...Array.from({ length: gets }, () => ({ path: '/v1/user/payments', headers })),
    { path: '/v1/user/wallet/balances', headers },
  ];
};

/** Runs errands as every token that a world knows. Gives back all answers. */
export async function errands(trial: Trial, base: string): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const asked of [...strangers(trial.setup), ...crowd(trial.setup)])
    seen.push(await trial.ask({ ...asked, path: base + asked.path }));
  return seen;
}
