import { conformingRules } from '../../../rules/index.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants of the required fields, limits and money movements of pay-ins and pay-outs (§ Payments, § Limits). */
export const orderMutants: readonly Mutant[] = [
  {
    name: 'required-fields-not-enforced',
    breaks: 'MTD-07',
    level: 'request',
    because: 'only the dashboard enforces the required fields of a method',
    rules: { fieldsOfMethod: () => ['amount'] },
  },
  {
    name: 'null-passes-for-a-value',
    breaks: 'MTD-07',
    level: 'request',
    because: 'the check of required fields compares with undefined, and null is not that',
    rules: { fieldMissing: (isGiven, { field, body }) => !isGiven && body[field] !== null },
  },
  {
    name: 'over-limit',
    breaks: 'MTD-08',
    level: 'request',
    because: 'maxLimit is never checked',
    rules: { withinMaximum: () => true },
  },
  {
    name: 'maximum-of-tether-on-tron-unchecked',
    breaks: 'MTD-08',
    level: 'request',
    because: 'the maximum of a method that was added later is listed, but not configured where orders are checked',
    rules: {
      withinMaximum: (amount, maxLimit, of) =>
        conformingRules.withinMaximum(amount, maxLimit, of) || (of.currency === 'USDT' && of.blockchain === 'TRON'),
    },
  },
  {
    name: 'minimum-of-named-methods-unchecked',
    breaks: 'PIN-07',
    level: 'request',
    because: 'the minimum is looked up by the id of a method, which a body by currency and method lacks',
    rules: { reachesMinimum: (amount, minLimit, { isById }) => !isById || amount.gte(minLimit) },
  },
  {
    name: 'maximum-of-named-payouts-unchecked',
    breaks: 'PIN-07',
    level: 'request',
    because: 'the maximum of a pay-out is looked up by the id of its method, which a body by currency and method lacks',
    rules: {
      withinMaximum: (amount, maxLimit, of) =>
        conformingRules.withinMaximum(amount, maxLimit, of) || (of.orderType === 'PAYOUT' && !of.isById),
    },
  },
  {
    name: 'minimum-excluded',
    breaks: 'MTD-08',
    level: 'request',
    because: 'an amount equal to minLimit is refused',
    rules: { reachesMinimum: (amount, minLimit) => amount.gt(minLimit) },
  },
  {
    name: 'any-direction',
    breaks: 'MTD-10',
    level: 'request',
    because: 'a pay-in method is accepted for a pay-out',
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
    because: 'the last name of a pay-in is not required',
    rules: {
      payinFields: (currency, method, blockchains) =>
        conformingRules.payinFields(currency, method, blockchains).filter((field) => field !== 'lastName'),
    },
  },
  {
    name: 'zero-taken',
    breaks: 'PIN-07',
    level: 'request',
    because: 'amounts of zero or less are accepted, negative ones by their absolute value and zero as a donation',
    rules: { amountAccepted: () => true, reachesMinimum: (amount, minLimit) => !amount.gt(0) || amount.gte(minLimit) },
  },
  {
    name: 'payouts-of-nothing-taken',
    breaks: 'PIN-07',
    level: 'request',
    because: 'the minimum of a pay-out is compared only with amounts above zero',
    rules: {
      amountAccepted: () => true,
      reachesMinimum: (amount, minLimit, { orderType }) =>
        amount.gte(minLimit) || (orderType === 'PAYOUT' && !amount.gt(0)),
    },
  },
  {
    name: 'fee-of-a-payout-below-the-minimum-kept',
    breaks: 'PIN-07',
    level: 'state',
    because:
      'amount and fee of a pay-out are held before its minimum is looked at, and what is too little is written off',
    rules: {
      amountAccepted: () => true,
      heldThough: (held, code) => (code === 'below_minimum' ? held : held.times(0)),
    },
  },
  {
    name: 'tenge-names-optional',
    breaks: 'OUT-02',
    level: 'request',
    because: 'KZT pay-outs are accepted without names',
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
    because: 'only the length of an address is checked',
    rules: { addressAccepted: (address) => address.length > 20 },
  },
  {
    name: 'wrong-address-paid-in-the-end',
    breaks: 'OUT-04',
    level: 'state',
    because: 'addresses are never checked, and any address is paid',
    rules: { addressesChecked: () => 'never' },
  },
  {
    name: 'balance-overdrawn',
    breaks: 'OUT-06',
    level: 'state',
    because: 'the balance is not checked before a pay-out',
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
    because: 'client texts are cut to the width of a column',
    rules: { textKept: (text, field) => (field === 'comment' ? (text?.slice(0, 8) ?? null) : text) },
  },
  {
    name: 'texts-escaped-for-html',
    breaks: 'PAY-16a',
    level: 'state',
    because: 'client texts are stored escaped for HTML',
    rules: { textKept: (text) => text?.replace(/&/g, '&amp;').replace(/</g, '&lt;') ?? null },
  },
  {
    name: 'client-order-ids-composed',
    breaks: 'PAY-16a',
    level: 'state',
    because: 'a clientOrderId is stored in composed form, so that the id that was sent finds nothing',
    rules: { textKept: (text, field) => (field === 'clientOrderId' ? (text?.normalize('NFC') ?? null) : text) },
  },
  {
    name: 'client-order-ids-unescaped',
    breaks: 'PAY-16a',
    level: 'state',
    because: 'a clientOrderId with an escaped character is decoded once too often',
    rules: {
      textKept: (text, field) =>
        field === 'clientOrderId' ? (text?.replace(/%4[0-9]/g, (code) => decodeURIComponent(code)) ?? null) : text,
    },
  },
];
