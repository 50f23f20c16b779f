import { HOUR_MS, later } from '../../../domain/clock.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { isMoney, money, roundDown } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';
import { overrideRecord } from '../../shared/recordOverride.ts';

/** Longer than any checkout stays open. */
const LONG_MS = 10_000 * HOUR_MS;

const CRYPTO = ['USDT', 'USDC'];

/** Mutants of the fields of a checkout (§ Checkout). */
export const checkoutMutants: readonly Mutant[] = [
  {
    name: 'checkout-of-another-project',
    breaks: 'CHK-01',
    level: 'answer',
    because: 'projectId is that of the parent project, which supplies the settings',
    rules: overrideRecord('checkout', () => ({ projectId: 'CAP-00000000-0000-4000-8000-000000000000' })),
  },
  {
    name: 'checkout-without-page',
    breaks: 'CHK-01',
    level: 'answer',
    because: 'the page address is known only after the page was opened',
    rules: overrideRecord('checkout', () => ({ acquiringUrl: null })),
  },
  {
    name: 'checkout-without-status',
    breaks: 'CHK-01',
    level: 'answer',
    because: 'the status is shown only if it is not NEW',
    rules: overrideRecord('checkout', ({ status }) => ({ status: status === 'NEW' ? null : status })),
  },
  {
    name: 'checkout-prefix-cut',
    breaks: 'GEN-05',
    level: 'state',
    because: 'the table’s schema allows two letters for the prefix of a checkout',
    rules: { idText: (prefix, uuid) => `${prefix === 'CCO' ? 'CC' : prefix}-${uuid}` },
  },
  {
    name: 'crypto-price-lost',
    breaks: 'CHK-02a',
    level: 'state',
    because: 'fixedAmount is stored in a table of fiat amounts',
    rules: {
      fixedAmountKept: (fixed, type) =>
        CRYPTO.includes(fixed?.currency ?? '') ? null : conformingRules.fixedAmountKept(fixed, type),
    },
  },
  {
    name: 'large-price-in-whole-units',
    breaks: 'CHK-02a',
    level: 'state',
    because: 'cents do not matter above ten thousand',
    rules: {
      fixedAmountKept: (fixed, type) =>
        conformingRules.fixedAmountKept(
          fixed && { ...fixed, amount: fixed.amount.gt(10_000) ? roundDown(fixed.amount, 0) : fixed.amount },
          type,
        ),
    },
  },
  {
    name: 'price-in-cents',
    breaks: 'CHK-02a',
    level: 'state',
    because: 'fixedAmount is answered in minor units, as it is stored',
    rules: {
      fixedAmountKept: (fixed, type) =>
        conformingRules.fixedAmountKept(fixed && { ...fixed, amount: fixed.amount.times(100) }, type),
    },
  },
  {
    name: 'price-always-in-dollars',
    breaks: 'CHK-02a',
    level: 'state',
    because: 'the currency of a price comes from the settings instead of the body',
    rules: {
      fixedAmountKept: (fixed, type) => conformingRules.fixedAmountKept(fixed && { ...fixed, currency: 'USD' }, type),
    },
  },
  {
    name: 'price-as-text',
    breaks: 'CHK-02a',
    level: 'answer',
    because: 'the amount of a price is serialized as text to preserve its digits',
    rules: overrideRecord('checkout', (record) => {
      const { amount, currency } = (record['fixedAmount'] ?? {}) as JsonRecord;
      return isMoney(amount) ? { fixedAmount: { currency, amount: amount.toFixed() } } : {};
    }),
  },
  {
    name: 'no-price-is-zero',
    breaks: 'CHK-02b',
    level: 'answer',
    because: 'a checkout without an amount gets the amount zero',
    rules: {
      fixedAmountKept: (fixed, type) =>
        type === 'NO_PRICE' ? { amount: money(0), currency: 'USD' } : conformingRules.fixedAmountKept(fixed, type),
    },
  },
  {
    name: 'price-kept-for-any-type',
    breaks: 'CHK-02b',
    level: 'state',
    because: 'fixedAmount is stored for every type',
    rules: { fixedAmountKept: (fixed) => fixed },
  },
  {
    name: 'suggestions-from-the-body',
    breaks: 'CHK-02b',
    level: 'state',
    because: 'suggestedAmounts of the body override the settings',
    rules: { suggestionsKept: (settings, { suggested }) => (suggested.length > 0 ? suggested : settings) },
  },
  {
    name: 'price-among-suggestions',
    breaks: 'CHK-02b',
    level: 'state',
    because: 'an amount in the body replaces the first option',
    rules: {
      suggestionsKept: (settings, { fixedAmount }) =>
        settings && fixedAmount ? [fixedAmount.amount, ...settings.slice(1)] : settings,
    },
  },
  {
    name: 'fourth-suggestion',
    breaks: 'CHK-02b',
    level: 'state',
    because: 'the page offers one more option than the settings, and the checkout shows it',
    rules: { suggestionsKept: (settings) => settings && [...settings, money(100)] },
  },
  {
    name: 'fixed-price-without-price',
    breaks: 'CHK-03',
    level: 'request',
    because: 'no type requires an amount, because one type has none',
    rules: { needsFixedAmount: () => false },
  },
  {
    name: 'missing-price-is-zero',
    breaks: 'CHK-03',
    level: 'request',
    because: 'a missing amount counts as zero',
    rules: {
      needsFixedAmount: () => false,
      fixedAmountKept: (fixed, type) =>
        type === 'FIXED_PRICE' ? (fixed ?? { amount: money(0), currency: 'USD' }) : null,
    },
  },
  {
    name: 'expiry-in-local-time',
    breaks: 'CHK-04',
    level: 'state',
    because: 'expiresAt is read without its zone, three hours from UTC',
    rules: { expiryKept: (sent, createdAt) => conformingRules.expiryKept(sent && later(sent, 3 * HOUR_MS), createdAt) },
  },
  {
    name: 'expiry-fraction-as-milliseconds',
    breaks: 'CHK-04',
    level: 'state',
    because: 'the digits after the point are a number of milliseconds, however many they are',
    rules: {
      expiryKept: (sent, createdAt) => {
        const micros = sent === null ? 0n : (sent / 1000n) % 1_000_000n;
        const isFine = sent !== null && micros % 1000n !== 0n;
        return conformingRules.expiryKept(isFine ? later(sent - micros * 1000n, Number(micros)) : sent, createdAt);
      },
    },
  },
  {
    name: 'expiry-not-asked',
    breaks: 'CHK-04',
    level: 'state',
    because: 'every checkout is open for an hour, whatever the body says',
    rules: { expiryKept: (_sent, createdAt) => later(createdAt, HOUR_MS) },
  },
  {
    name: 'expiry-within-two-months',
    breaks: 'CHK-04',
    level: 'state',
    because: 'a checkout lives for sixty days at most, and one that should live longer is cut',
    rules: {
      expiryKept: (sent, createdAt) => {
        const most = later(createdAt, 60 * 24 * HOUR_MS);
        return conformingRules.expiryKept(sent !== null && sent > most ? most : sent, createdAt);
      },
    },
  },
  {
    name: 'checkout-created-when-archived',
    breaks: 'CHK-04',
    level: 'answer',
    because: 'createdAt is the date on which the record will be archived',
    rules: {
      instantShown: (instant, parts) =>
        conformingRules.instantShown(parts.field === 'checkout.createdAt' ? later(instant, LONG_MS) : instant, parts),
    },
  },
  {
    name: 'checkout-client-order-id-cut',
    breaks: 'CHK-04',
    level: 'state',
    because: 'the column of a checkout stores eight characters of its clientOrderId',
    rules: { checkoutTextKept: (text, field) => (field === 'clientOrderId' ? (text?.slice(0, 8) ?? null) : text) },
  },
  {
    name: 'checkout-name-cut',
    breaks: 'CHK-04',
    level: 'state',
    because: 'the column of names has 128 characters',
    rules: { checkoutTextKept: (text, field) => (field === 'name' ? (text?.slice(0, 128) ?? null) : text) },
  },
  {
    name: 'checkout-name-lost',
    breaks: 'CHK-04',
    level: 'state',
    because: 'the name of a checkout is shown on its page but not stored',
    rules: { checkoutTextKept: (text, field) => (field === 'name' ? null : text) },
  },
  {
    name: 'return-url-with-slash',
    breaks: 'CHK-04',
    level: 'state',
    because: 'a URL library adds a slash to returnUrl',
    rules: { checkoutTextKept: (text, field) => (field === 'returnUrl' && text ? `${text}/` : text) },
  },
  {
    name: 'page-address-relative',
    breaks: 'CHK-04',
    level: 'answer',
    because: 'the page address is relative to the service’s host',
    rules: { acquiringUrlText: (_base, id) => `/checkout/${id}` },
  },
  {
    name: 'page-address-without-scheme',
    breaks: 'CHK-04',
    level: 'answer',
    because: 'the page address takes its host from a setting without a scheme',
    rules: { acquiringUrlText: (_base, id) => `pay.example/checkout/${id}` },
  },
];
