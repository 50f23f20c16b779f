import type { Mutant } from '../broken.ts';

/** Mutants of the answer to a new pay-in. */
export const payinMutants: readonly Mutant[] = [
  {
    name: 'payin-external-id-at-once',
    breaks: 'PAY-10a',
    level: 'state',
    because: 'a new pay-in already carries an external id',
    rules: { payinExternalId: (fresh) => fresh },
  },
  {
    name: 'payin-balance-at-once',
    breaks: 'PAY-10a',
    level: 'state',
    because: 'a new pay-in already shows the balance after it',
    rules: { balanceAtStart: (balance) => balance },
  },
  {
    name: 'payin-starts-frozen',
    breaks: 'PAY-10a',
    level: 'state',
    because: 'every pay-in begins under review',
    rules: { payinStart: () => 'FROZEN' },
  },
  {
    name: 'pay-url-relative',
    breaks: 'PAY-10b',
    level: 'answer',
    because: 'payUrl is a path without a host',
    rules: { payUrlShown: (payUrl) => payUrl && new URL(payUrl).pathname },
  },
  {
    name: 'pay-url-missing-for-qr',
    breaks: 'PAY-10b',
    level: 'answer',
    because: 'virtual-account pay-ins come without a page',
    rules: { payUrlShown: (payUrl, method) => (method === 'VA_QR' ? null : payUrl) },
  },
  {
    name: 'pay-url-missing-for-crypto',
    breaks: 'PAY-10c',
    level: 'answer',
    because: 'crypto pay-ins come without a page',
    rules: { payUrlShown: (payUrl, method) => (method === 'CRYPTOCOIN' ? null : payUrl) },
  },
];
