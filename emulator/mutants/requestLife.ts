import type { RequestStatus } from '../acquiring.ts';
import type { Mutant } from '../broken.ts';
import { HOUR_MS, later } from '../clock.ts';
import type { JsonRecord } from '../json.ts';
import type { Money } from '../money.ts';
import { roundDown } from '../money.ts';
import type { Rules } from '../rules.ts';
import { soundRules } from '../rules.ts';

/** What a request tells while it has one of some statuses. */
const toldWhile = (statuses: readonly RequestStatus[], change: (record: JsonRecord) => JsonRecord): Partial<Rules> => ({
  requestTold: (record, { status }) => (statuses.includes(status) ? { ...record, ...change(record) } : record),
});

const allowedToo =
  (...moves: readonly (readonly [RequestStatus, RequestStatus])[]): Rules['requestMoveAllowed'] =>
  (from, to) =>
    soundRules.requestMoveAllowed(from, to) || moves.some(([left, entered]) => left === from && entered === to);

/** A request that goes from one status to another by itself, some time after it came there. */
const wandering = (from: RequestStatus, to: RequestStatus, afterMs: number): Partial<Rules> => ({
  requestAfterwards: (status) => (status === from ? { to, afterMs } : null),
  requestMoveAllowed: allowedToo([from, to]),
});

const PAID: readonly RequestStatus[] = ['SUCCESS', 'CONFLICT'];

/** Mutants of § States and transitions, Crypto acquiring request: its statuses, its reason, its window. */
export const requestLifeMutants: readonly Mutant[] = [
  {
    name: 'request-starts-pending',
    breaks: 'LIF-09',
    level: 'state',
    because: 'a request is answered as if its transaction were detected',
    rules: { requestStart: () => 'PENDING_PAYMENT' },
  },
  {
    name: 'request-called-new',
    breaks: 'LIF-09',
    level: 'answer',
    because: 'a request begins in the word of checkouts',
    rules: toldWhile(['WAITING_PAYMENT'], () => ({ status: 'NEW' })),
  },
  {
    name: 'request-called-paid',
    breaks: 'LIF-09',
    level: 'answer',
    because: 'success has another name than in the text',
    rules: toldWhile(['SUCCESS'], () => ({ status: 'PAID' })),
  },
  {
    name: 'request-called-confirming',
    breaks: 'LIF-09',
    level: 'answer',
    because: 'what waits for blocks has a status of its own',
    rules: toldWhile(['PENDING_PAYMENT'], () => ({ status: 'CONFIRMING' })),
  },
  {
    name: 'request-conflict-without-reason',
    breaks: 'LIF-10a',
    level: 'state',
    because: 'the reason is kept with the checkout only',
    rules: { requestReason: () => null },
  },
  {
    name: 'request-conflict-wrong-currency',
    breaks: 'LIF-10a',
    level: 'answer',
    because: 'a request tells the reason of checkouts, which it does not have',
    rules: { requestReason: (problem, status) => (status === 'CONFLICT' ? problem : null) },
  },
  {
    name: 'request-reason-in-small-letters',
    breaks: 'LIF-10a',
    level: 'answer',
    because: 'the reason is written as in the database',
    rules: { requestReason: (problem, status) => soundRules.requestReason(problem, status)?.toLowerCase() ?? null },
  },
  {
    name: 'request-expires-early',
    breaks: 'LIF-12',
    level: 'state',
    because: 'a request expires at half of its window',
    rules: { requestExpiry: (expiresAt, createdAt) => createdAt + (expiresAt - createdAt) / 2n },
  },
  {
    name: 'request-expires-a-minute-early',
    breaks: 'LIF-12',
    level: 'state',
    because: 'a margin is taken off the window that is shown',
    rules: { requestExpiry: (expiresAt) => later(expiresAt, -60_000) },
  },
  {
    name: 'request-never-expires',
    breaks: 'LIF-12',
    level: 'state',
    because: 'nobody looks at what was never paid',
    rules: { requestExpiry: () => null },
  },
  {
    name: 'request-expires-an-hour-late',
    breaks: 'LIF-12',
    level: 'state',
    because: 'a job that runs once an hour notices what expired',
    rules: { requestExpiry: (expiresAt) => later(expiresAt, HOUR_MS) },
  },
  {
    name: 'unpaid-request-in-conflict',
    breaks: 'LIF-12',
    level: 'state',
    because: 'nothing is less than the price, so what was not paid is underpaid',
    rules: { requestUnpaid: () => 'CONFLICT', requestMoveAllowed: allowedToo(['WAITING_PAYMENT', 'CONFLICT']) },
  },
  {
    name: 'unpaid-request-succeeds',
    breaks: 'LIF-12',
    level: 'state',
    because: 'the end of the window closes a request as if it were paid',
    rules: { requestUnpaid: () => 'SUCCESS', requestMoveAllowed: allowedToo(['WAITING_PAYMENT', 'SUCCESS']) },
  },
  {
    name: 'request-waits-again',
    breaks: 'LIF-16',
    level: 'state',
    because: 'a block is dropped, and its transfer is in the next one but one',
    rules: {
      ...wandering('PENDING_PAYMENT', 'WAITING_PAYMENT', 300),
      confirmationsAwaited: () => 20,
      requestMoveAllowed: allowedToo(
        ['PENDING_PAYMENT', 'WAITING_PAYMENT'],
        ['WAITING_PAYMENT', 'SUCCESS'],
        ['WAITING_PAYMENT', 'CONFLICT'],
      ),
    },
  },
  {
    name: 'request-success-reviewed-again',
    breaks: 'LIF-14',
    level: 'state',
    because: 'a compliance check that comes after the success takes the request back, and not its checkout',
    rules: wandering('SUCCESS', 'PENDING_PAYMENT', 300),
  },
];

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
      requestMoveAllowed: allowedToo(['PENDING_PAYMENT', 'EXPIRED']),
      checkoutMoveAllowed: (from, to) =>
        soundRules.checkoutMoveAllowed(from, to) || (from === 'PAYMENT_DETECTED' && to === 'EXPIRED'),
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
      requestMoveAllowed: allowedToo(['SUCCESS', 'PENDING_PAYMENT'], ['CONFLICT', 'PENDING_PAYMENT']),
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
      requestMoveAllowed: allowedToo(['CONFLICT', 'PENDING_PAYMENT']),
    },
  },
  {
    name: 'second-payment-of-an-order',
    breaks: 'LIF-13',
    level: 'state',
    because: 'whatever comes to the address is a payment of the same order, and credited',
    rules: { takesPayment: (status) => status !== 'EXPIRED' },
  },
];

/** Mutants of what a request and its checkout tell once somebody chose or paid. */
export const paidRecordMutants: readonly Mutant[] = [
  {
    name: 'paid-amount-as-text',
    breaks: 'REQ-10',
    level: 'answer',
    because: 'what was paid is told as the blockchain writes it',
    rules: toldWhile(PAID, ({ paidAmount }) => ({ paidAmount: paidAmount === null ? null : `${paidAmount}` })),
  },
  {
    name: 'overpaid-in-words',
    breaks: 'REQ-10',
    level: 'answer',
    because: 'a Boolean is written as a word',
    rules: toldWhile(PAID, ({ overpaid }) => ({ overpaid: String(overpaid) })),
  },
  {
    name: 'payments-in-a-list',
    breaks: 'REQ-10',
    level: 'answer',
    because: 'the one payment of a request is told as a list of them',
    rules: toldWhile(PAID, ({ payment }) => ({ payment: [payment ?? null] })),
  },
  {
    name: 'hash-as-number',
    breaks: 'REQ-10',
    level: 'answer',
    because: 'the transaction is told by its number in the block',
    rules: toldWhile(PAID, () => ({ txHash: 17 })),
  },
  {
    name: 'pay-amount-becomes-paid-amount',
    breaks: 'REQ-04',
    level: 'state',
    because: 'what was expected is written over with what came',
    rules: toldWhile(PAID, ({ payAmount, paidAmount }) => ({ payAmount: paidAmount ?? payAmount })),
  },
  {
    name: 'checkout-id-not-told',
    breaks: 'LIF-06a',
    level: 'answer',
    because: 'a request does not say of which checkout it is, not even in it',
    rules: { requestTold: (record) => ({ ...record, checkoutId: null }) },
  },
  {
    name: 'expiry-starts-anew-when-chosen',
    breaks: 'CHK-04',
    level: 'state',
    because: 'the choice of a currency gives the checkout another hour',
    rules: { expiryChosen: ({ expiresAt }) => later(expiresAt, HOUR_MS) },
  },
  {
    name: 'fixed-amount-becomes-crypto',
    breaks: 'CHK-02a',
    level: 'answer',
    because: 'the amount of the checkout is written over with that of its request',
    rules: {
      checkoutTold: (record) => {
        const request = record['request'] as JsonRecord | null;
        if (!request || !record['fixedAmount']) return record;
        return { ...record, fixedAmount: { currency: request['currency'], amount: request['payAmount'] } };
      },
    },
  },
];
