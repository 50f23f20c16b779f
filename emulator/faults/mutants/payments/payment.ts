import { currentCall } from '../../../domain/currentCall.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** The size of the page that is asked for; 20 where none is. */
const pageSize = (): number => Number(currentCall()?.call.query.get('size') ?? 20);

/** Mutants of the fields of § Payment. */
export const paymentMutants: readonly Mutant[] = [
  {
    name: 'amount-shown-one-more',
    breaks: 'PAY-11',
    level: 'answer',
    because: 'every view adds one unit to the amount',
    rules: { amountShown: (amount, orderType) => conformingRules.amountShown(amount.plus(1), orderType) },
  },
  {
    name: 'amount-as-text',
    breaks: 'PAY-01',
    level: 'answer',
    because: 'the list writes amounts as strings',
    rules: {
      recordShown: (record, place, { amount }) => (place === 'list' ? { ...record, amount: amount.toFixed() } : record),
    },
  },
  {
    name: 'bitcoin-without-chain-on-large-pages',
    breaks: 'PAY-04',
    level: 'answer',
    because: 'pages of a hundred are read from a table for exports, which has no blockchain for BTC',
    rules: {
      blockchainShown: (blockchain, currency) => (currency === 'BTC' && pageSize() >= 100 ? null : blockchain),
    },
  },
  {
    name: 'ether-without-chain-on-short-pages',
    breaks: 'PAY-04',
    level: 'answer',
    because: 'a short page is made of the summaries of the start page, which name a blockchain only for tokens and BTC',
    rules: {
      blockchainShown: (blockchain, currency) => (currency === 'ETH' && pageSize() <= 5 ? null : blockchain),
    },
  },
  {
    name: 'order-id-missing',
    breaks: 'PAY-01',
    level: 'answer',
    because: 'a single payment is shown without its orderId',
    rules: {
      recordShown: (record, place) => (place === 'get' ? { ...record, orderId: undefined } : record),
    },
  },
  {
    name: 'status-processing',
    breaks: 'PAY-02',
    level: 'answer',
    because: 'the internal status PROCESSING is shown for PENDING',
    rules: { statusShown: (status) => (status === 'PENDING' ? 'PROCESSING' : status) },
  },
  {
    name: 'status-lower-case',
    breaks: 'PAY-02',
    level: 'answer',
    because: 'search shows the status as the index stores it, in lower case',
    rules: {
      recordShown: (record, place, { status }) =>
        place === 'search' ? { ...record, status: status.toLowerCase() } : record,
    },
  },
  {
    name: 'currency-with-network',
    breaks: 'PAY-03',
    level: 'answer',
    because: 'the currency of tokens includes the network',
    rules: { currencyShown: (currency, blockchain) => (currency === 'USDT' ? `${currency}-${blockchain}` : currency) },
  },
  {
    name: 'currency-as-number',
    breaks: 'PAY-03',
    level: 'answer',
    because: 'euros are shown by their numeric ISO 4217 code',
    rules: { currencyShown: (currency) => (currency === 'EUR' ? '978' : currency) },
  },
  {
    name: 'blockchain-of-fiat',
    breaks: 'PAY-04',
    level: 'answer',
    because: 'fiat payments show the blockchain NONE',
    rules: { blockchainShown: (blockchain) => blockchain ?? 'NONE' },
  },
  {
    name: 'blockchain-as-token-standard',
    breaks: 'PAY-04',
    level: 'answer',
    because: 'the token standard is shown instead of the blockchain',
    rules: {
      blockchainShown: (blockchain, currency) => {
        if (currency !== 'USDT') return blockchain;
        return blockchain === 'TRON' ? 'TRC20' : 'ERC20';
      },
    },
  },
  {
    name: 'payout-amount-positive',
    breaks: 'PAY-05',
    level: 'answer',
    because: 'amounts are shown without their sign',
    rules: { amountShown: (amount) => amount },
  },
  {
    name: 'order-type-deposit',
    breaks: 'PAY-06',
    level: 'answer',
    because: 'the dashboard words DEPOSIT and WITHDRAWAL leak into the order type',
    rules: {
      orderTypeShown: (orderType) =>
        orderType === 'PAYIN' ? 'DEPOSIT' : orderType === 'PAYOUT' ? 'WITHDRAWAL' : orderType,
    },
  },
  {
    name: 'method-renamed',
    breaks: 'PAY-06',
    level: 'answer',
    because: 'the method of card payments is shown by its new name BANK_CARD',
    rules: { methodShown: (method) => (method === 'CC_VISAMC' ? 'BANK_CARD' : method) },
  },
  {
    name: 'pay-page-missing-on-later-pages',
    breaks: 'PAY-11',
    level: 'answer',
    because: 'only the first page of a search is joined with the table of sessions',
    rules: { payUrlShown: (payUrl) => (Number(currentCall()?.call.query.get('page') ?? 0) > 0 ? null : payUrl) },
  },
  {
    name: 'transaction-types-swapped-for-others',
    breaks: 'PAY-07',
    level: 'answer',
    because: 'accounts that were opened later are shown the types from the payer’s point of view',
    rules: {
      transactionTypeShown: (type) =>
        currentCall()?.account === 'main' ? type : type === 'CREDIT' ? 'DEBIT' : 'CREDIT',
    },
  },
  {
    name: 'transaction-types-swapped',
    breaks: 'PAY-07',
    level: 'answer',
    because: 'credit and debit are shown from the payer’s point of view',
    rules: { transactionTypeShown: (type) => (type === 'CREDIT' ? 'DEBIT' : 'CREDIT') },
  },
  {
    name: 'external-id-number',
    breaks: 'PAY-08',
    level: 'answer',
    because: 'the external id of chain payments is the number of their block',
    rules: {
      externalIdShown: (externalId, method) =>
        externalId !== null && method === 'CRYPTOCOIN' ? Number.parseInt(externalId.slice(0, 8), 16) : externalId,
    },
  },
  {
    name: 'external-ids-listed',
    breaks: 'PAY-08',
    level: 'answer',
    because: 'a chain payment may have several transactions, so its external id is now an array',
    rules: {
      externalIdShown: (externalId, method) =>
        externalId !== null && method === 'CRYPTOCOIN' ? [externalId] : externalId,
    },
  },
  {
    name: 'transfer-to-bare-uuid',
    breaks: 'PAY-09',
    level: 'answer',
    because: 'the owner is shown without its prefix',
    rules: { transferToShown: (transferTo) => (transferTo === null ? null : transferTo.slice('OWN-'.length)) },
  },
  {
    name: 'transfer-to-object',
    breaks: 'PAY-09',
    level: 'answer',
    because: 'the owner is expanded to an object',
    rules: { transferToShown: (transferTo) => transferTo && { id: transferTo } },
  },
  {
    name: 'reason-as-object',
    breaks: 'PAY-17',
    level: 'answer',
    because: 'the reason is the error object of the processor',
    rules: { reasonShown: (reason) => reason && { code: 51, text: reason } },
  },
  {
    name: 'reason-false',
    breaks: 'PAY-17',
    level: 'answer',
    because: 'a missing reason is written as false',
    rules: { reasonShown: (reason) => reason ?? false },
  },
  {
    name: 'pay-url-relative-in-list',
    breaks: 'PAY-10b',
    level: 'answer',
    because: 'the list is made for the dashboard, which knows the host of its pages',
    rules: {
      recordShown: (record, place) =>
        place === 'list' && record.payUrl ? { ...record, payUrl: new URL(String(record.payUrl)).pathname } : record,
    },
  },
  {
    name: 'reason-of-success',
    breaks: 'PAY-17',
    warns: ['PAY-17'],
    level: 'answer',
    because: 'the answer of the processor is stored as the reason, whatever it says',
    rules: {
      recordShown: (record, _place, { status }) => (status === 'SUCCESS' ? { ...record, reason: 'Approved' } : record),
    },
  },
  {
    name: 'balance-after-payment-zero',
    breaks: 'BAL-02',
    warns: ['BAL-02'],
    level: 'answer',
    because: 'balanceAfterPayment is the default of its column',
    rules: {
      recordShown: (record) => ({ ...record, balanceAfterPayment: record.balanceAfterPayment === null ? null : 0 }),
    },
  },
];
