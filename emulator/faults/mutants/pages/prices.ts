import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Mutants of the amounts, blockchains and times that pages show, and of who decides a price (§ Checkout types, § Crypto acquiring request). */
export const priceMutants: readonly Mutant[] = [
  {
    name: 'amount-due-in-cents',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page rounds the amount due to two decimals for easier reading, often to less than is due',
    rules: { dueOnPage: (due) => due.toDecimalPlaces(2, 1) },
  },
  {
    name: 'blockchain-named-by-the-standard-of-its-tokens',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page names Ethereum for each blockchain with ERC-20 tokens',
    rules: { networkOnPage: ({ tokenStandard, blockchain }) => (tokenStandard === 'ERC-20' ? 'ETHEREUM' : blockchain) },
  },
  {
    name: 'blockchain-of-the-first-network-without-a-price',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page of a checkout without a price names the first network of the currency',
    rules: {
      networkOnPage: ({ blockchain }, type) =>
        type === 'NO_PRICE' && blockchain !== 'ETHEREUM' ? 'ETHEREUM' : blockchain,
    },
  },
  {
    name: 'time-left-within-a-day',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the time left is shown without its days',
    rules: { timeLeftOnPage: (leftMs) => leftMs % dayMs },
  },
  {
    name: 'over-when-its-end-is-weeks-away',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the timer of the page holds 24 days, and is over at once for a later end',
    rules: {
      statusOnPage: (status, { createdAt, expiresAt }) =>
        status === 'NEW' && Number((expiresAt - createdAt) / 1_000_000n) > 24.8 * dayMs ? 'EXPIRED' : status,
    },
  },
  {
    name: 'over-in-time-shown-expired-later',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page compares the clock with expiresAt before it looks at the status',
    rules: { statusOnPage: (status, { expiresAt }, { now }) => (now > expiresAt ? 'EXPIRED' : status) },
  },
  {
    name: 'conflict-shown-expired-later',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'what is not paid by expiresAt is shown as expired, a conflict too',
    rules: {
      statusOnPage: (status, { expiresAt }, { now }) => (status === 'CONFLICT' && now > expiresAt ? 'EXPIRED' : status),
    },
  },
  {
    name: 'time-left-within-an-hour-after-the-choice',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'where to pay, the time left is shown without its hours',
    rules: { timeLeftOnPage: (leftMs, { status }) => (status === 'REQUEST_CREATED' ? leftMs % hourMs : leftMs) },
  },
  {
    name: 'time-left-in-another-time-zone',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the end of a checkout without a price is read as a local time, two hours later',
    rules: { timeLeftOnPage: (leftMs, { type }) => (type === 'NO_PRICE' ? leftMs + 2 * hourMs : leftMs) },
  },
  {
    name: 'payer-names-the-price',
    breaks: 'CHK-05',
    level: 'state',
    because: 'a price that the end user adds to the choice is taken in place of that of the merchant',
    rules: {
      amountRefused: (type) => type !== 'FIXED_PRICE',
      priceOfChoice: (set, { named }) => (named === null ? set : { ...set, amount: named }),
    },
  },
  {
    name: 'payer-names-an-amount-that-is-no-option',
    breaks: 'CHK-12',
    level: 'state',
    because: 'only the page knows that an amount must be one of the options; the service takes any',
    rules: { amountOffered: () => true },
  },
  {
    name: 'entered-amount-without-its-cents',
    breaks: 'CHK-12',
    level: 'state',
    because: 'an amount that the end user enters loses its cents',
    rules: {
      priceOfChoice: (set, { named, checkout: { suggested } }) =>
        named !== null && suggested?.some((option) => option.eq(named)) === false
          ? { ...set, amount: set.amount.floor() }
          : set,
    },
  },
  {
    name: 'settled-without-the-fee-of-the-payer',
    breaks: 'SBX-06',
    level: 'state',
    because: 'a settlement from the balance pays the price without the fee that the payer pays',
    rules: { balancePaid: (paid, _type, { converted }) => converted ?? paid },
  },
  {
    name: 'chosen-on-opening',
    breaks: 'CHK-06',
    level: 'state',
    because: 'the first asset is chosen when the page opens, so that the end user can choose no other',
    rules: { choosesOnOpening: (type) => type !== 'SUGGESTED_FIXED_PRICE' },
  },
  {
    name: 'chosen-on-opening-without-a-price',
    breaks: 'CHK-06',
    level: 'state',
    because: 'the first asset of a checkout without a price is chosen when the page opens',
    rules: { choosesOnOpening: (type) => type === 'NO_PRICE' },
  },
  {
    name: 'way-back-of-the-other-end',
    breaks: 'WID-06',
    level: 'answer',
    because: 'a checkout in CONFLICT leads back to the link for success',
    rules: {
      wayBack: (ends) => conformingRules.wayBack(ends.status === 'CONFLICT' ? { ...ends, status: 'SUCCESS' } : ends),
    },
  },
];
