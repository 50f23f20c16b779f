import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants of what the page asks for, and of what becomes of it (§ Crypto acquiring request, § Project settings, § Sandbox). */
export const demandMutants: readonly Mutant[] = [
  {
    name: 'hidden-fee-not-in-the-amount',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page of a project that hides its fee asks for the amount without it',
    rules: { dueOnPage: (due, _asset, { converted, isFeeHidden }) => (isFeeHidden ? converted : due) },
  },
  {
    name: 'amount-due-in-seven-digits',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'seven digits of the amount fit into the line',
    rules: { dueOnPage: (due) => due.toSignificantDigits(7) },
  },
  {
    name: 'amount-due-without-the-fee-in-the-coin-of-the-price',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'where the price is in the coin that is paid, the page shows the price in place of the amount due',
    rules: { dueOnPage: (due, _asset, { converted, isOwn }) => (isOwn ? converted : due) },
  },
  {
    name: 'amount-due-in-whole-units-on-tron',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page asks for whole units of an asset on Tron, less than is due',
    rules: { dueOnPage: (due, { blockchain }) => (blockchain === 'TRON' ? due.floor() : due) },
  },
  {
    name: 'code-of-an-earlier-payer',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the QR code of an asset is drawn once, with the address of its first payer',
    rules: { addressInCode: (_address, _asset, { ofAnybody }) => ofAnybody() },
  },
  {
    name: 'code-of-an-earlier-checkout-of-the-order',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the QR code of an order is drawn once for each asset, although a second checkout has another address',
    rules: { addressInCode: (_address, _asset, { ofOrder }) => ofOrder() },
  },
  {
    name: 'code-for-the-main-chain-on-polygon',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the QR code of each asset with ERC-20 tokens is for Ethereum',
    rules: {
      addressInCode: (address, { tokenStandard }) => (tokenStandard === 'ERC-20' ? `ethereum:${address}@1` : address),
    },
  },
  {
    name: 'choice-of-the-preselected-asset',
    breaks: 'CHK-05',
    level: 'state',
    because: 'the request is made for the preselected asset, although the end user chose another one',
    rules: { choiceOnPage: (asset, { checkout }) => checkout.preselected ?? asset },
  },
  {
    name: 'conflict-told-as-success',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page of a checkout in CONFLICT says that the payment is complete',
    rules: { statusOnPage: (status) => (status === 'CONFLICT' ? 'SUCCESS' : status) },
  },
  {
    name: 'nearly-paid-told-as-success',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page forgives half a percent that its record does not forgive',
    rules: {
      statusOnPage: (status, { problem }, { request }) =>
        problem === 'UNDERPAID' && request?.quote?.payAmount.times('0.995').lte(request.incoming?.amount ?? 0) === true
          ? 'SUCCESS'
          : status,
    },
  },
  {
    name: 'conflict-told-as-success-without-a-price',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page of a checkout without a price knows only one end of a payment',
    rules: {
      statusOnPage: (status, { type }) => (status === 'CONFLICT' && type === 'NO_PRICE' ? 'SUCCESS' : status),
    },
  },
  {
    name: 'expired-checkouts-still-offered',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page of an expired checkout offers the currencies as before',
    rules: { statusOnPage: (status, { requestId }) => (status === 'EXPIRED' && requestId === null ? 'NEW' : status) },
  },
  {
    name: 'settled-again-after-success',
    breaks: 'SBX-06',
    level: 'state',
    because: 'a settlement that is sent again takes the amount from the balance again',
    rules: { balanceSettles: (status, ms) => status === 'SUCCESS' || conformingRules.balanceSettles(status, ms) },
  },
  {
    name: 'preselection-of-the-first-network',
    breaks: 'CHK-06',
    level: 'answer',
    because: 'the network of a preselected asset is the first one of its currency',
    rules: {
      preselectedOnPage: (named, offered, type) => {
        const chosen = conformingRules.preselectedOnPage(named, offered, type);
        const first = offered.find(({ currency }) => currency === chosen?.currency);
        return chosen && first ? { ...chosen, asset: first.id } : chosen;
      },
    },
  },
  {
    name: 'way-back-without-its-query',
    breaks: 'WID-06',
    level: 'answer',
    because: 'the way back lacks the query and the fragment of returnUrl',
    rules: { linkShown: (url) => conformingRules.linkShown(url.replace(/[?#].*$/, '')) },
  },
  {
    name: 'way-back-on-the-default-port',
    breaks: 'WID-06',
    level: 'answer',
    because: 'the way back lacks the port of returnUrl',
    rules: { linkShown: (url) => conformingRules.linkShown(url.replace(/^(https?:\/\/[^/:]+):\d+/, '$1')) },
  },
  {
    name: 'due-told-as-received',
    breaks: 'CHK-05',
    level: 'answer',
    because: 'the page of an underpaid checkout says that all of it was received',
    rules: { paidOnPage: (paid, due) => due ?? paid },
  },
];
