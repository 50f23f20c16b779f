import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants of what a pay-in and a pay-out ask for, of limits and of the money they move (§ Payments, § Limits). */
export const orderMutants: readonly Mutant[] = [
  {
    name: 'required-fields-not-enforced',
    breaks: 'MTD-07',
    level: 'request',
    because: 'the required fields of a method bind the dashboard only',
    rules: { fieldsOfMethod: () => ['amount'] },
  },
  {
    name: 'over-limit',
    breaks: 'MTD-08',
    level: 'request',
    because: 'maxLimit is never looked at',
    rules: { withinMaximum: () => true },
  },
  {
    name: 'minimum-excluded',
    breaks: 'MTD-08',
    level: 'request',
    because: 'an amount must be above minLimit, not at it',
    rules: { reachesMinimum: (amount, minLimit) => amount.gt(minLimit) },
  },
  {
    name: 'any-direction',
    breaks: 'MTD-10',
    level: 'request',
    because: 'a pay-in method will do for a pay-out',
    rules: { directionAccepted: () => true },
  },
  {
    name: 'blockchain-guessed',
    breaks: 'PIN-03',
    level: 'request',
    because: 'a USDT pay-in without a blockchain goes to the first one',
    rules: {
      payinFields: (currency, method) => (currency === 'USDT' ? [] : conformingRules.payinFields(currency, method, 1)),
    },
  },
  {
    name: 'payin-names-optional',
    breaks: 'PIN-04',
    level: 'request',
    because: 'the last name of a pay-in is not asked for',
    rules: {
      payinFields: (currency, method, blockchains) =>
        conformingRules.payinFields(currency, method, blockchains).filter((field) => field !== 'lastName'),
    },
  },
  {
    name: 'zero-taken',
    breaks: 'PIN-07',
    level: 'request',
    because: 'a negative amount is taken for its absolute value, and zero for a donation',
    rules: { amountAccepted: () => true, reachesMinimum: (amount, minLimit) => !amount.gt(0) || amount.gte(minLimit) },
  },
  {
    name: 'tenge-names-optional',
    breaks: 'OUT-02',
    level: 'request',
    because: 'KZT pay-outs are taken without names',
    rules: {
      payoutFields: (currency, method, blockchains) =>
        conformingRules
          .payoutFields(currency, method, blockchains)
          .filter((field) => currency !== 'KZT' || !['firstName', 'lastName'].includes(field)),
    },
  },
  {
    name: 'address-of-any-chain',
    breaks: 'OUT-04',
    level: 'request',
    because: 'an address is checked for its length only',
    rules: { addressAccepted: (address) => address.length > 20 },
  },
  {
    name: 'wrong-address-paid-in-the-end',
    breaks: 'OUT-04',
    level: 'state',
    because: 'an address is checked by nobody, and what it names is paid',
    rules: { addressesChecked: () => 'never' },
  },
  {
    name: 'balance-overdrawn',
    breaks: 'OUT-06',
    level: 'state',
    because: 'the balance is not looked at before a pay-out',
    rules: { fundsSuffice: () => true },
  },
  {
    name: 'fee-not-returned',
    breaks: 'OUT-09',
    level: 'state',
    because: 'a failed pay-out returns nothing',
    rules: { refundOf: (held) => held.times(0) },
  },
  {
    name: 'comment-trimmed',
    breaks: 'PAY-16a',
    level: 'state',
    because: 'texts of the client are cut to the width of a column',
    rules: { textKept: (text, field) => (field === 'comment' ? (text?.slice(0, 8) ?? null) : text) },
  },
  {
    name: 'texts-escaped-for-html',
    breaks: 'PAY-16a',
    level: 'state',
    because: 'texts of the client are kept as they are shown on a page',
    rules: { textKept: (text) => text?.replace(/&/g, '&amp;').replace(/</g, '&lt;') ?? null },
  },
];
