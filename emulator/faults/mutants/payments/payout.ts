import { CURRENCIES } from '../../../domain/currencies.ts';
import { TESTNETS } from '../../../domain/methodCatalogue.ts';
import { lastUnit, roundDown } from '../../../domain/money.ts';
import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';
import { movedMoneyMutants } from './movedMoney.ts';

const KNOWN: readonly string[] = CURRENCIES;
const CHAINS: readonly string[] = ['BITCOIN', 'TRON', ...TESTNETS];

const isName = (field: string): boolean => field === 'firstName' || field === 'lastName';

/** Mutants of pay-outs (§ Payments, pay-out body and rule 2). */
export const payoutMutants: readonly Mutant[] = [
  {
    name: 'listed-payout-refused',
    breaks: 'OUT-01',
    level: 'request',
    because: 'bank pay-outs are listed, but their processor is not connected',
    rules: { methodUsable: ({ orderType, methodKey }) => orderType !== 'PAYOUT' || methodKey !== 'VA_QR' },
  },
  {
    name: 'payouts-not-indexed',
    breaks: 'OUT-01',
    level: 'state',
    because: 'search covers pay-ins and exchanges only',
    rules: { searchable: (orderType) => orderType !== 'PAYOUT' },
  },
  {
    name: 'phone-optional',
    breaks: 'OUT-02',
    level: 'request',
    because: 'the phone number is not required',
    rules: {
      payoutFields: (currency, method, blockchains) =>
        conformingRules.payoutFields(currency, method, blockchains).filter((field) => field !== 'phoneNumber'),
    },
  },
  {
    name: 'cardholder-stands-for-names',
    breaks: 'OUT-02',
    level: 'request',
    because: 'old clients send the whole name as cardholder',
    rules: { fieldMissing: (isGiven, { field, body }) => !isGiven && !(isName(field) && body['cardholder']) },
  },
  {
    name: 'receiver-name-stands-for-last-name',
    breaks: 'OUT-02',
    level: 'request',
    because: 'companies have no last name, so it may be left out in euros if the receiver is named',
    rules: {
      fieldMissing: (isGiven, { field, body }) =>
        !isGiven && !(field === 'lastName' && body['currency'] === 'EUR' && body['receiverName']),
    },
  },
  {
    name: 'receiver-name-demanded',
    breaks: 'OUT-03a',
    level: 'request',
    because: 'a euro pay-out requires receiverName',
    rules: {
      payoutFields: (currency, method, blockchains) => [
        ...conformingRules.payoutFields(currency, method, blockchains),
        ...(currency === 'EUR' ? ['receiverName'] : []),
      ],
      fieldsOfMethod: (required) =>
        required.includes('phoneNumber') && required.includes('cardNumber') ? [...required, 'receiverName'] : required,
    },
  },
  {
    name: 'receiver-name-reversed',
    breaks: 'OUT-03b',
    level: 'state',
    because: 'the receiver name now starts with the last name, as in an address book',
    rules: { receiverNameOf: (receiverName, parts) => receiverName ?? ([...parts].reverse().join(' ') || null) },
  },
  {
    name: 'receiver-name-without-marks',
    breaks: 'PAY-11',
    level: 'state',
    because: 'the bank file takes no accents, and they are removed where the name is built',
    rules: {
      receiverNameOf: (receiverName, parts) =>
        receiverName ?? (parts.join(' ').normalize('NFD').replace(/\p{M}/gu, '') || null),
    },
  },
  {
    name: 'blockchain-of-payout-guessed',
    breaks: 'OUT-04',
    level: 'request',
    because: 'a USDT pay-out without a blockchain goes to the first one',
    rules: {
      payoutFields: (currency, method) =>
        conformingRules.payoutFields(currency === 'USDT' ? 'USDC' : currency, method, 1),
    },
  },
  {
    name: 'unlisted-currency-paid-out',
    breaks: 'PIN-06',
    level: 'request',
    because: 'a pay-out in an unlisted currency is paid in euros',
    rules: {
      methodFits: (method, wish) =>
        conformingRules.methodFits(method, wish) ||
        (!KNOWN.includes(wish.currency) &&
          method.orderType === 'PAYOUT' &&
          conformingRules.methodFits(method, { ...wish, currency: 'EUR' })),
    },
  },
  {
    name: 'unlisted-chain-is-the-usual-one',
    breaks: 'PIN-06',
    level: 'request',
    because: 'a pay-out on a blockchain that the wallet service does not know goes to the one that it knows longest',
    rules: {
      methodFits: (method, wish) =>
        conformingRules.methodFits(method, wish) ||
        (wish.blockchain !== null &&
          !CHAINS.includes(wish.blockchain) &&
          method.orderType === 'PAYOUT' &&
          conformingRules.methodFits(method, { ...wish, blockchain: null })),
    },
  },
  {
    name: 'bank-codes-renamed',
    breaks: 'OUT-05',
    level: 'request',
    because: 'bank codes are now the bank’s own names',
    rules: { bankAccepted: (bankCode) => ['BANK1', 'BANK2', 'QRIS'].includes(bankCode) },
  },
  {
    name: 'fee-not-covered',
    breaks: 'OUT-06',
    level: 'state',
    because: 'the balance need only cover the amount, so the fee makes it negative',
    rules: { fundsSuffice: (balance, _hold, amount) => balance.gte(amount) },
  },
  {
    name: 'payouts-on-a-small-credit',
    breaks: 'OUT-06',
    level: 'state',
    because: 'a pay-out may exceed the balance by a hundredth, since fees are settled at night',
    rules: { fundsSuffice: (balance, hold) => balance.times('1.01').gte(hold) },
  },
  {
    name: 'refused-cross-payout-exchanges',
    breaks: 'OUT-07',
    level: 'state',
    because: 'the exchange runs first, to provide the funds',
    rules: { exchangedThough: (refusal) => refusal !== 'insufficient_funds' },
  },
  {
    name: 'cross-payout-exchanges-at-each-retry',
    breaks: 'OUT-07',
    level: 'state',
    because: 'the unique id only fails when the pay-out itself is stored',
    rules: { exchangedThough: (refusal) => refusal === 'client_order_id_taken' },
  },
  {
    name: 'cross-payout-buys-in-lots',
    breaks: 'OUT-07',
    level: 'state',
    because: 'a small shortage is rounded up to a lot',
    rules: {
      shortOf: (hold, balance) => {
        const short = hold.minus(balance);
        const lot = balance.div(200);
        return short.lt(lot) ? lot : short;
      },
    },
  },
  {
    name: 'cross-payout-off-by-one-unit',
    breaks: 'OUT-07',
    level: 'state',
    because: 'the automatic exchange buys one unit more than the shortfall',
    rules: { shortOf: (hold, balance) => hold.minus(balance).plus(lastUnit(hold)) },
  },
  {
    name: 'cross-payout-buys-all',
    breaks: 'OUT-07',
    level: 'state',
    because: 'the automatic exchange buys the whole amount instead of the shortfall',
    rules: { shortOf: (hold) => hold },
  },
  {
    name: 'cross-exchange-unrecorded',
    breaks: 'OUT-07',
    level: 'state',
    because: 'the automatic exchange changes the balances without recording an order',
    rules: { exchangeRecorded: (automatic) => !automatic },
  },
  {
    name: 'cross-payout-not-by-id',
    breaks: 'OUT-07',
    level: 'request',
    because: 'the automatic exchange reads currency and method of the body, which an id leaves out',
    rules: { crossPayoutEnabled: (enabled, isById) => enabled && !isById },
  },
  {
    name: 'cross-payout-for-everyone',
    breaks: 'OUT-08',
    level: 'request',
    because: 'crossPayoutAsset enables a cross payout on every account',
    rules: { crossPayoutEnabled: () => true },
  },
  {
    name: 'failed-keeps-the-amount',
    breaks: 'OUT-09',
    level: 'state',
    because: 'a failed pay-out returns its fee and keeps the amount as suspended',
    rules: { refundOf: (_held, fee) => fee },
  },
  {
    name: 'cancelled-payouts-stay-held',
    breaks: 'OUT-09',
    level: 'state',
    because: 'only the failure of a pay-out releases its money; a cancelled one waits for the accountant',
    rules: { refundOf: (held, _fee, { to }) => (to === 'CANCELLED' ? held.times(0) : held) },
  },
  {
    name: 'failed-returns-whole-units',
    breaks: 'OUT-09',
    level: 'state',
    because: 'the amount that a failed pay-out returns is an integer in the ledger',
    rules: { refundOf: (held) => roundDown(held, 0) },
  },
  {
    name: 'exchanges-no-payments',
    breaks: 'OUT-10',
    level: 'answer',
    because: 'exchange orders are no longer shown among the payments',
    rules: { exchangeShown: () => false },
  },
  {
    name: 'refund-lost-in-review',
    breaks: 'OUT-09',
    level: 'state',
    because: 'a review takes over what a pay-out holds, and its end returns nothing',
    rules: { refundOf: (held, _fee, { from }) => (from === 'FROZEN' ? held.times(0) : held) },
  },
  ...movedMoneyMutants,
];
