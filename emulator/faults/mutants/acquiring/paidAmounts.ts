import { type Money, roundDown } from '../../../domain/money.ts';
import { conformingRules, type Rules } from '../../../rules/index.ts';
import { otherId, requestMovesToo, requestWhile } from '../../shared/acquiringFaults.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** What an amount is compared with, and what it comes to. */
const satisfied = (enough: (paid: Money, due: Money, asked: Money | null) => boolean): Partial<Rules> => ({
  amountSatisfies: enough,
});

/** Mutants that judge wrongly what was paid (§ Crypto acquiring request, the rule of payAmount). */
export const paidMutants: readonly Mutant[] = [
  {
    name: 'underpaid-accepted',
    breaks: 'LIF-10b',
    level: 'state',
    because: 'whatever comes settles the request',
    rules: { underpaymentProblem: () => null },
  },
  {
    name: 'underpaid-by-a-percent-accepted',
    breaks: 'LIF-10b',
    level: 'state',
    because: 'up to a percent is forgiven, which the rule does not say',
    rules: satisfied((paid, due) => paid.gte(due.times('0.99'))),
  },
  {
    name: 'underpaid-to-the-cent-accepted',
    breaks: 'LIF-10b',
    level: 'state',
    because: 'two decimals are compared, as with a currency of cents',
    rules: satisfied((paid, due) => roundDown(paid, 2).gte(roundDown(due, 2))),
  },
  {
    name: 'underpaid-is-other',
    breaks: 'LIF-10b',
    level: 'state',
    because: 'every problem is OTHER',
    rules: { underpaymentProblem: () => 'OTHER' },
  },
  {
    name: 'underpaid-pending-for-ever',
    breaks: 'LIF-10b',
    level: 'state',
    because: 'what is not enough waits for a rest that no request can take',
    rules: { outcomeTold: (problem) => problem !== 'UNDERPAID' },
  },
  {
    name: 'underpaid-expires',
    breaks: 'LIF-10b',
    level: 'state',
    because: 'what is not enough is given until the end of the window, and expires then',
    rules: {
      outcomeTold: (problem) => problem !== 'UNDERPAID',
      requestMoveAllowed: requestMovesToo(['PENDING_PAYMENT', 'EXPIRED']),
      checkoutMoveAllowed: (from, to) =>
        conformingRules.checkoutMoveAllowed(from, to) || (from === 'PAYMENT_DETECTED' && to === 'EXPIRED'),
    },
  },
  {
    name: 'exactly-paid-is-underpaid',
    breaks: 'LIF-11a',
    level: 'state',
    because: 'more than the price is asked for, not as much',
    rules: satisfied((paid, due) => paid.gt(due)),
  },
  {
    name: 'paid-compared-with-fiat',
    breaks: 'LIF-11a',
    level: 'state',
    because: 'what came in crypto is compared with the figure that was asked for in fiat',
    rules: satisfied((paid, due, asked) => paid.gte(asked ?? due)),
  },
  {
    name: 'overpaid-is-underpaid',
    breaks: 'LIF-11a',
    level: 'state',
    because: 'anything but the price is a mismatch, and there is one word for it',
    rules: satisfied((paid, due) => paid.eq(due)),
  },
  {
    name: 'overpaid-not-flagged',
    breaks: 'LIF-11b',
    level: 'state',
    because: 'more than the price is taken without a word',
    rules: { exceedsDue: () => false },
  },
  {
    name: 'overpaid-flagged-when-exact',
    breaks: 'LIF-11b',
    level: 'state',
    because: 'as much as the price counts as more',
    rules: { exceedsDue: (paid, due) => paid.gte(due) },
  },
  {
    name: 'overpaid-is-conflict',
    breaks: 'LIF-11b',
    level: 'state',
    because: 'more than the price is a conflict, OTHER',
    rules: { overpaymentProblem: () => 'OTHER' },
  },
  {
    name: 'paid-never-processed',
    breaks: 'LIF-11b',
    level: 'state',
    because: 'the notice that a payment is confirmed is lost',
    rules: { outcomeTold: (problem) => problem !== null },
  },
  {
    name: 'paid-ends-in-other',
    breaks: 'LIF-11b',
    level: 'state',
    because: 'every payment is held for a check that nobody makes',
    rules: {
      requestTold: (record, { status }) =>
        status === 'SUCCESS' ? { ...record, status: 'CONFLICT', reason: 'OTHER' } : record,
      checkoutTold: (record, { status }) =>
        status === 'SUCCESS' ? { ...record, status: 'CONFLICT', reason: 'OTHER' } : record,
    },
  },
  {
    name: 'second-payment-replaces-first',
    breaks: 'LIF-13',
    level: 'state',
    because: 'the newest transfer to an address is the payment of its request',
    rules: {
      takesPayment: (status) => status !== 'EXPIRED',
      requestMoveAllowed: requestMovesToo(['SUCCESS', 'PENDING_PAYMENT'], ['CONFLICT', 'PENDING_PAYMENT']),
    },
  },
  {
    name: 'second-half-completes',
    breaks: 'LIF-13',
    level: 'state',
    because: 'the rest of what was too little is taken too, and added up',
    rules: {
      takesPayment: (status) => status === 'WAITING_PAYMENT' || status === 'CONFLICT',
      paidAmountOf: (amount, before) => (before === null ? amount : amount.plus(before)),
      requestMoveAllowed: requestMovesToo(['CONFLICT', 'PENDING_PAYMENT']),
    },
  },
  {
    name: 'confirmed-payment-is-another',
    breaks: 'LIF-13',
    level: 'state',
    because: 'what is confirmed is told as a payment of its own beside the one that was detected',
    rules: requestWhile(['SUCCESS'], ({ paymentId }) => ({ paymentId: otherId(paymentId), payment: null })),
  },
  {
    name: 'second-payment-of-an-order',
    breaks: 'LIF-13',
    level: 'state',
    because: 'whatever comes to the address is a payment of the same order, and credited',
    rules: { takesPayment: (status) => status !== 'EXPIRED' },
  },
];
