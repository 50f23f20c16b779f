import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants that take or show something else than the rest of the service says, in one state, type or currency (§ Checkout types, § Checkout states, § Project settings). */
export const lookMutants: readonly Mutant[] = [
  {
    name: 'other-stable-coin-of-the-network-taken',
    breaks: 'CHK-05',
    level: 'state',
    because: 'without a preselection, the request is made for the other stable coin of the chosen network',
    rules: {
      choiceOnPage: (asset, { offered, checkout }) => {
        const other = asset.endsWith('_USDC') ? asset.replace(/USDC$/, 'USDT') : asset.replace(/USDT$/, 'USDC');
        return checkout.preselected === null && offered.some(({ id }) => id === other) ? other : asset;
      },
    },
  },
  {
    name: 'options-priced-in-reverse',
    breaks: 'CHK-12',
    level: 'state',
    because: 'the first of the amounts to pick costs as much as the last, and the last as much as the first',
    rules: {
      priceOfChoice: (set, { named, checkout: { suggested } }) => {
        const at = suggested?.findIndex((one) => named !== null && one.eq(named)) ?? -1;
        const other = at < 0 ? undefined : suggested?.at(-1 - at);
        return other ? { ...set, amount: other } : set;
      },
    },
  },
  {
    name: 'second-option-priced-as-the-first',
    breaks: 'CHK-12',
    level: 'state',
    because: 'who picks the second of the amounts is asked for the first one',
    rules: {
      priceOfChoice: (set, { named, checkout: { suggested } }) => {
        const [first, second] = suggested ?? [];
        return first && second && named?.eq(second) ? { ...set, amount: first } : set;
      },
    },
  },
  {
    name: 'success-told-as-expiry-without-a-price',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page of a paid checkout without a price says that its time is over',
    rules: { statusOnPage: (status, { type }) => (status === 'SUCCESS' && type === 'NO_PRICE' ? 'EXPIRED' : status) },
  },
  {
    name: 'choice-asked-for-again',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page of a checkout whose currency is chosen asks for the currency',
    rules: { statusOnPage: (status) => (status === 'REQUEST_CREATED' ? 'NEW' : status) },
  },
  {
    name: 'choice-asked-for-again-without-a-price',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page of a checkout without a price asks for the currency again after it was chosen',
    rules: {
      statusOnPage: (status, { type }) => (status === 'REQUEST_CREATED' && type === 'NO_PRICE' ? 'NEW' : status),
    },
  },
  {
    name: 'payment-asked-for-after-success',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page of a paid checkout with a preselection goes on asking for the payment',
    rules: {
      statusOnPage: (status, { preselected }) =>
        status === 'SUCCESS' && preselected !== null ? 'REQUEST_CREATED' : status,
    },
  },
  {
    name: 'payment-told-as-success-before-its-checks',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page says that the payment is complete while it is still being processed, which takes its time here',
    rules: { blockMs: () => 1_500, statusOnPage: (status) => (status === 'PAYMENT_DETECTED' ? 'SUCCESS' : status) },
  },
  {
    name: 'conflict-told-as-still-processed',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page of a checkout in CONFLICT goes on saying that the payment is being confirmed',
    rules: { statusOnPage: (status) => (status === 'CONFLICT' ? 'PAYMENT_DETECTED' : status) },
  },
  {
    name: 'underpaid-told-as-still-processed',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page of a checkout to which too little was paid goes on saying that the payment is being confirmed',
    rules: {
      statusOnPage: (status, { problem }) =>
        status === 'CONFLICT' && problem === 'UNDERPAID' ? 'PAYMENT_DETECTED' : status,
    },
  },
  {
    name: 'conflict-told-as-expiry',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page of a checkout in CONFLICT says that its time is over',
    rules: { statusOnPage: (status) => (status === 'CONFLICT' ? 'EXPIRED' : status) },
  },
  {
    name: 'too-little-told-as-another-asset',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page of a checkout to which too little was paid says that it was paid in another currency',
    rules: { reasonOnPage: (reason) => (reason === 'UNDERPAID' ? 'WRONG_CURRENCY' : reason) },
  },
  {
    name: 'payment-in-another-asset-told-as-success',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page of a checkout that was paid in another asset says that the payment is complete',
    rules: {
      statusOnPage: (status, { problem }) =>
        status === 'CONFLICT' && problem === 'WRONG_CURRENCY' ? 'SUCCESS' : status,
    },
  },
  {
    name: 'price-without-its-cents',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page shows the price without its cents',
    rules: { priceOnPage: (price) => price.floor() },
  },
  {
    name: 'time-left-of-the-checkout-after-the-choice',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'where to pay, the time left is that of the checkout and not that of the payment window',
    rules: { endOnPage: (_window, expiry) => expiry },
  },
  {
    name: 'time-left-too-short',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the time left on the page is seven minutes short',
    rules: { timeLeftOnPage: (leftMs) => (leftMs > 600_000 ? leftMs - 420_000 : leftMs) },
  },
  {
    name: 'hidden-fee-shown',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page of a project that hides its fee shows it',
    rules: { feeOnPage: () => true },
  },
  {
    name: 'hidden-fee-in-the-currency-of-the-price',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'a fee that its project hides is shown in the currency of the price',
    rules: { feeOnPage: () => true, feeAs: (_fee, own) => own },
  },
  {
    name: 'code-in-lower-case-on-tron',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the address in the QR code is in lower case, which is another one on Tron',
    rules: { addressInCode: (address, { blockchain }) => (blockchain === 'TRON' ? address.toLowerCase() : address) },
  },
  {
    name: 'way-back-with-tls',
    breaks: 'WID-06',
    level: 'answer',
    because: 'the way back has TLS, which returnUrl has not',
    rules: { linkShown: (url) => conformingRules.linkShown(url.replace(/^http:/, 'https:')) },
  },
];
