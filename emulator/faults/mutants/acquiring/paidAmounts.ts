import { type Money, roundDown, rounded } from '../../../domain/money.ts';
import { conformingRules, type Rules } from '../../../rules/index.ts';
import { otherId, requestMovesToo, requestWhile } from '../../shared/acquiringFaults.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Replaces the comparison of the paid amount with the due one. */
const satisfied = (enough: (paid: Money, due: Money, asked: Money | null) => boolean): Partial<Rules> => ({
  amountSatisfies: enough,
});

/** Mutants that misjudge the paid amount (§ Crypto acquiring request, the rule of payAmount). */
export const paidMutants: readonly Mutant[] = [
  {
    name: 'underpaid-accepted',
    breaks: 'LIF-10b',
    level: 'state',
    because: 'any amount settles the request',
    rules: { underpaymentProblem: () => null },
  },
  {
    name: 'underpaid-by-a-percent-accepted',
    breaks: 'LIF-10b',
    level: 'state',
    because: 'up to one percent is forgiven, which the rule does not allow',
    rules: satisfied((paid, due) => paid.gte(due.times('0.99'))),
  },
  {
    name: 'underpaid-to-the-cent-accepted',
    breaks: 'LIF-10b',
    level: 'state',
    because: 'only two decimals are compared, as for a currency with cents',
    rules: satisfied((paid, due) => roundDown(paid, 2).gte(roundDown(due, 2))),
  },
  {
    name: 'underpaid-to-five-decimals-accepted',
    breaks: 'LIF-10b',
    level: 'state',
    because: 'what comes in is kept with five decimals, rounded',
    rules: satisfied((paid, due) => rounded(paid, 5, 'HALF_EVEN').gte(due)),
  },
  {
    name: 'large-underpaid-by-a-percent-accepted',
    breaks: 'LIF-10b',
    level: 'state',
    because: 'a percent of a large amount is left to the merchant to forgive',
    rules: satisfied((paid, due) => paid.gte(due) || (due.gte(100) && paid.gte(due.times('0.985')))),
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
    because: 'an underpaid request waits for the rest, which no request accepts',
    rules: { outcomeTold: (problem) => problem !== 'UNDERPAID' },
  },
  {
    name: 'underpaid-expires',
    breaks: 'LIF-10b',
    level: 'state',
    because: 'an underpaid request waits until the window ends, and then expires',
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
    because: 'the payment must exceed the price',
    rules: satisfied((paid, due) => paid.gt(due)),
  },
  {
    name: 'paid-compared-with-fiat',
    breaks: 'LIF-11a',
    level: 'state',
    because: 'the amount in crypto is compared with the requested figure in fiat',
    rules: satisfied((paid, due, asked) => paid.gte(asked ?? due)),
  },
  {
    name: 'overpaid-is-underpaid',
    breaks: 'LIF-11a',
    level: 'state',
    because: 'any amount but the exact price is reported as UNDERPAID',
    rules: satisfied((paid, due) => paid.eq(due)),
  },
  {
    name: 'overpaid-not-flagged',
    breaks: 'LIF-11b',
    level: 'state',
    because: 'an overpayment is accepted without setting overpaid',
    rules: { exceedsDue: () => false },
  },
  {
    name: 'little-overpaid-not-flagged',
    breaks: 'LIF-11b',
    level: 'state',
    because: 'up to a percent more counts as the exact amount',
    rules: { exceedsDue: (paid, due) => paid.gt(due.times('1.015')) },
  },
  {
    name: 'overpaid-not-flagged-when-much-was-due',
    breaks: 'LIF-11b',
    level: 'state',
    because: 'a surplus of a large payment is within the tolerance of the ledger',
    rules: { exceedsDue: (paid, due) => paid.gt(due) && due.lt(150) },
  },
  {
    name: 'overpaid-flagged-when-exact',
    breaks: 'LIF-11b',
    level: 'state',
    because: 'an exact payment counts as overpaid',
    rules: { exceedsDue: (paid, due) => paid.gte(due) },
  },
  {
    name: 'overpaid-is-conflict',
    breaks: 'LIF-11b',
    level: 'state',
    because: 'an overpayment is a conflict with reason OTHER',
    rules: { overpaymentProblem: () => 'OTHER' },
  },
  {
    name: 'paid-never-processed',
    breaks: 'LIF-11b',
    level: 'state',
    because: 'the notice of confirmation is lost',
    rules: { outcomeTold: (problem) => problem !== null },
  },
  {
    name: 'paid-ends-in-other',
    breaks: 'LIF-11b',
    level: 'state',
    because: 'every payment is held for a check that never happens',
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
    because: 'the newest transfer to an address becomes the payment of its request',
    rules: {
      takesPayment: (status) => status !== 'EXPIRED',
      requestMoveAllowed: requestMovesToo(['SUCCESS', 'PENDING_PAYMENT'], ['CONFLICT', 'PENDING_PAYMENT']),
    },
  },
  {
    name: 'second-payment-while-the-first-is-confirmed',
    breaks: 'LIF-13',
    level: 'state',
    because: 'a request that waits for its payment to be confirmed still counts as open',
    rules: { takesPayment: (status) => status === 'WAITING_PAYMENT' || status === 'PENDING_PAYMENT' },
  },
  {
    name: 'second-half-completes',
    breaks: 'LIF-13',
    level: 'state',
    because: 'the missing part of an underpayment is accepted too, and added up',
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
    because: 'the confirmed payment appears as a separate one beside the detected payment',
    rules: requestWhile(['SUCCESS'], ({ paymentId }) => ({ paymentId: otherId(paymentId), payment: null })),
  },
  {
    name: 'second-payment-of-an-order',
    breaks: 'LIF-13',
    level: 'state',
    because: 'every transfer to the address becomes a payment of the same order, and is credited',
    rules: { takesPayment: (status) => status !== 'EXPIRED' },
  },
];
