import { CURRENCIES } from '../../../domain/currencies.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const KNOWN: readonly string[] = CURRENCIES;

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
    because: 'a new pay-in already shows balanceAfterPayment',
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
    name: 'pay-url-of-qr-encoded',
    breaks: 'PAY-10b',
    level: 'answer',
    because: 'the payUrl of a virtual-account pay-in is the content of its QR code, not an address',
    rules: { payUrlShown: (payUrl, method) => (method === 'VA_QR' ? payUrl && btoa(payUrl) : payUrl) },
  },
  {
    name: 'nowhere-to-pay-into',
    breaks: 'PAY-10b',
    level: 'answer',
    because: 'a virtual-account pay-in shows neither a page nor a bank account',
    rules: {
      payUrlShown: (payUrl, method) => (method === 'VA_QR' ? null : payUrl),
      recordShown: (record) => ({ ...record, payinBankAccount: null }),
    },
  },
  {
    name: 'no-page-for-cards',
    breaks: 'PAY-10b',
    level: 'answer',
    because: 'a pay-in by card has no page',
    rules: { payUrlShown: (payUrl, method) => (method === 'CC_VISAMC' ? null : payUrl) },
  },
  {
    name: 'pay-url-missing-in-lira',
    breaks: 'PAY-10b',
    level: 'answer',
    because: 'the processor of lira tells the address of its page too late for the answer',
    rules: {
      payUrlShown: (payUrl, method, currency) => (method === 'CC_VISAMC' && currency === 'TRY' ? null : payUrl),
    },
  },
  {
    name: 'pay-url-missing-for-crypto',
    breaks: 'PAY-10c',
    level: 'answer',
    because: 'crypto pay-ins come without a page',
    rules: { payUrlShown: (payUrl, method) => (method === 'CRYPTOCOIN' ? null : payUrl) },
  },
  {
    name: 'listed-payin-refused',
    breaks: 'PIN-01',
    level: 'request',
    because: 'card pay-ins in tenge are listed, but their processor is not connected',
    rules: {
      methodUsable: ({ orderType, currency, methodKey }) =>
        orderType !== 'PAYIN' || currency !== 'KZT' || methodKey !== 'CC_VISAMC',
    },
  },
  {
    name: 'payin-answered-by-id',
    breaks: 'PIN-01',
    level: 'answer',
    because: 'a pay-in is answered with its id only',
    rules: {
      jsonAnswered: (value, operation) => (operation === 'createPayin' ? { id: (value as JsonRecord).id } : value),
    },
  },
  {
    name: 'amount-defaults-to-minimum',
    breaks: 'PIN-02',
    level: 'request',
    because: 'an order without an amount is created for minLimit',
    rules: { amountUnsaid: (minLimit) => minLimit },
  },
  {
    name: 'channel-code-ignored',
    breaks: 'PIN-05',
    level: 'request',
    because: 'any channelCode is now accepted, because the page asks for the bank',
    rules: { channelAccepted: () => true },
  },
  {
    name: 'unknown-currency-converted',
    breaks: 'PIN-06',
    level: 'request',
    because: 'an unlisted currency is charged in the first currency of the method',
    rules: {
      methodFits: (method, wish) =>
        conformingRules.methodFits(method, wish) ||
        (!KNOWN.includes(wish.currency) && method.methodKey === wish.method),
    },
  },
  {
    name: 'unknown-method-by-card',
    breaks: 'PIN-06',
    level: 'request',
    because: 'an unlisted method falls back to the card',
    rules: {
      methodFits: (method, wish) =>
        conformingRules.methodFits(method, wish) ||
        (!['CC_VISAMC', 'VA_QR', 'CRYPTOCOIN'].includes(wish.method) && method.currency === wish.currency),
    },
  },
  {
    name: 'word-for-amount-taken',
    breaks: 'PIN-07',
    level: 'request',
    because: 'a non-numeric amount counts as missing, and a missing amount becomes minLimit',
    rules: { wordRefused: () => false, amountUnsaid: (minLimit) => minLimit },
  },
  {
    name: 'payin-over-limit-kept',
    breaks: 'PIN-07',
    level: 'state',
    because: 'a pay-in above maxLimit is refused but stays in the list',
    rules: {
      recordedThough: (refusal, operation) => refusal === 'above_maximum' && operation === 'createPayin',
    },
  },
  {
    name: 'pay-page-locked',
    breaks: 'PIN-08',
    level: 'answer',
    because: 'the page of a pay-in asks the payer for the merchant’s token',
    rules: { payPageStatus: () => 401 },
  },
];
