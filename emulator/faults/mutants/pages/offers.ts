import { money } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants of what the page offers and takes (§ Checkout types, § Project settings). */
export const offerMutants: readonly Mutant[] = [
  {
    name: 'preselection-ignored',
    breaks: 'CHK-06',
    level: 'answer',
    because: 'nothing is preselected when the page opens',
    rules: { preselectedOnPage: () => null },
  },
  {
    name: 'preselection-always-the-first',
    breaks: 'CHK-06',
    level: 'answer',
    because: 'the first currency is preselected when another one is named',
    rules: {
      preselectedOnPage: (named, offered, type) => {
        const [first] = offered;
        const chosen = conformingRules.preselectedOnPage(named, offered, type);
        return chosen && first ? { currency: first.currency, asset: chosen.asset === null ? null : first.id } : chosen;
      },
    },
  },
  {
    name: 'preselection-lost-without-a-price',
    breaks: 'CHK-06',
    level: 'answer',
    because: 'only a checkout with a price has its currency preselected',
    rules: {
      preselectedOnPage: (named, offered, type) =>
        type === 'NO_PRICE' ? null : conformingRules.preselectedOnPage(named, offered, type),
    },
  },
  {
    name: 'payer-may-fall-below-the-minimum',
    breaks: 'CHK-11',
    level: 'request',
    because: 'an amount below the minimum settles a checkout without a price',
    rules: {
      payerAmountAccepted: (amount, { maxLimit }) => amount.lte(maxLimit),
      amountSatisfies: (paid, due, asked) => asked === null || paid.gte(due),
    },
  },
  {
    name: 'payer-may-fall-just-below-the-minimum',
    breaks: 'CHK-11',
    level: 'request',
    because: 'the minimum of a checkout without a price has a tolerance of one percent',
    rules: {
      payerAmountAccepted: (amount, { minLimit, maxLimit }) =>
        amount.gte(minLimit.times('0.99')) && amount.lte(maxLimit),
      amountSatisfies: (paid, due, asked) => paid.gte(asked === null ? due.times('0.99') : due),
    },
  },
  {
    name: 'payer-may-exceed-the-maximum',
    breaks: 'CHK-11',
    level: 'request',
    because: 'an amount above the maximum settles a checkout without a price',
    rules: { payerAmountAccepted: (amount, { minLimit }) => amount.gte(minLimit), withinMost: () => true },
  },
  {
    name: 'payer-stopped-at-a-thousand',
    breaks: 'CHK-11',
    level: 'request',
    because: 'the page takes no more than a thousand, far below the maximum',
    rules: {
      payerAmountAccepted: (amount, limits) =>
        conformingRules.payerAmountAccepted(amount, limits) && amount.lte(money('1000')),
      withinMost: (paid) => paid.lte(money('1000')),
    },
  },
  {
    name: 'limits-of-another-coin-shown-on-tron',
    breaks: 'CHK-11',
    level: 'answer',
    because: 'the page shows the limits of a coin that is worth five times as much',
    rules: {
      limitsOnPage: ({ minLimit, maxLimit }, { blockchain }) => {
        const part = blockchain === 'TRON' ? 5 : 1;
        return { minLimit: minLimit.div(part), maxLimit: maxLimit.div(part) };
      },
    },
  },
  {
    name: 'own-amount-compared-before-its-conversion',
    breaks: 'CHK-12',
    level: 'state',
    because: 'an own amount is compared with the limits of the coin as it was entered',
    rules: {
      amountCompared: (converted, entered, type) => (type === 'SUGGESTED_FIXED_PRICE' ? entered : converted),
    },
  },
  {
    name: 'entered-amount-up-to-its-comma',
    breaks: 'CHK-11',
    level: 'state',
    because: 'an amount is read up to the first sign that a program cannot read',
    rules: { amountReadOnPage: (written) => String(Number.parseFloat(written)) },
  },
  {
    name: 'entered-amount-without-its-sign',
    breaks: 'CHK-11',
    level: 'state',
    because: 'everything but digits and the point is dropped from an amount',
    rules: { amountReadOnPage: (written) => written.replace(/[^\d.]/g, '') },
  },
  {
    name: 'entered-amount-cut-to-five-decimals',
    breaks: 'CHK-11',
    level: 'state',
    because: 'an amount keeps the five decimals that computed amounts have',
    rules: { amountReadOnPage: (written) => written.trim().replace(/(\.\d{5})\d+$/, '$1') },
  },
  {
    name: 'options-with-one-more',
    breaks: 'CHK-12',
    level: 'answer',
    because: 'the page offers an amount that the settings do not have',
    rules: {
      amountsOnPage: (amounts) => [...amounts, money('100')],
      amountOffered: (amount, options, manual) =>
        conformingRules.amountOffered(amount, [...options, money('100')], manual),
    },
  },
  {
    name: 'third-option-lost',
    breaks: 'CHK-12',
    level: 'answer',
    because: 'the page has room for two options only',
    rules: { amountsOnPage: (amounts) => amounts.slice(0, 2) },
  },
  {
    name: 'own-amount-always',
    breaks: 'CHK-12',
    level: 'request',
    because: 'the end user may enter an amount although the settings allow none',
    rules: { manualOnPage: () => true, amountOffered: () => true },
  },
  {
    name: 'own-amount-not-beside-three-options',
    breaks: 'CHK-12',
    level: 'answer',
    because: 'three options leave no room for manual input, which the settings allow',
    rules: { manualOnPage: (manual, amounts) => manual && amounts.length < 3 },
  },
  {
    name: 'own-amount-just-below-the-limits',
    breaks: 'CHK-12',
    level: 'request',
    because: 'an entered amount a little below the minimum is taken',
    rules: {
      assetAmountAccepted: (amount, minLimit, maxLimit) => amount.gte(minLimit.times('0.9')) && amount.lte(maxLimit),
    },
  },
  {
    name: 'page-offers-every-asset',
    breaks: 'CHK-13',
    level: 'answer',
    because: 'the page offers every asset of the service',
    rules: { assetsOnPage: (_enabled, { known }) => known },
  },
  {
    name: 'page-offers-every-network-without-a-price',
    breaks: 'CHK-13',
    level: 'answer',
    because: 'a checkout without a price offers all networks of an enabled currency',
    rules: {
      assetsOnPage: (enabled, { known, type }) =>
        type === 'NO_PRICE'
          ? known.filter(({ currency }) => enabled.some((one) => one.currency === currency))
          : enabled,
    },
  },
  {
    name: 'page-offers-one-more-for-euros',
    breaks: 'CHK-13',
    level: 'answer',
    because: 'a price in euros offers a network that is switched off',
    rules: {
      assetsOnPage: (enabled, { known, price }) =>
        price === 'EUR' ? [...enabled, ...known.filter((one) => !enabled.includes(one)).slice(-1)] : enabled,
    },
  },
  {
    name: 'page-without-the-last-asset-without-a-price',
    breaks: 'CHK-13',
    level: 'answer',
    because: 'a checkout without a price lacks a network that is enabled',
    rules: { assetsOnPage: (enabled, { type }) => (type === 'NO_PRICE' ? enabled.slice(0, -1) : enabled) },
  },
  {
    name: 'page-without-the-second-asset-for-options',
    breaks: 'CHK-13',
    level: 'answer',
    because: 'a checkout with predefined amounts lacks a network that is enabled',
    rules: {
      assetsOnPage: (enabled, { type }) =>
        type === 'SUGGESTED_FIXED_PRICE' ? enabled.filter((_one, nth) => nth !== 1) : enabled,
    },
  },
];
