import type { JsonRecord } from '../../../domain/json.ts';
import { isMoney, money, roundDown } from '../../../domain/money.ts';
import { conformingRules, type Rules } from '../../../rules/index.ts';
import { requestWhile } from '../../shared/acquiringFaults.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** Changes the request inside a checkout once it has ended; read by itself it stays as it is. */
const insideWhenEnded = (change: (request: JsonRecord) => JsonRecord): Partial<Rules> => ({
  checkoutTold: (record) => {
    const request = record['request'] as JsonRecord | null;
    const isEnded = request && ['SUCCESS', 'CONFLICT'].includes(String(request['status']));
    return isEnded ? { ...record, request: { ...request, ...change(request) } } : record;
  },
});

/** Mutants of what a request shows of its payment and its window, each in a corner. */
export const paidCornerMutants: readonly Mutant[] = [
  {
    name: 'paid-amount-to-the-cent',
    breaks: 'LIF-21',
    level: 'answer',
    because: 'the paid amount is shown with the two decimals of a price',
    rules: requestWhile(['SUCCESS', 'CONFLICT'], ({ paidAmount }) =>
      isMoney(paidAmount) ? { paidAmount: roundDown(paidAmount, 2) } : {},
    ),
  },
  {
    name: 'paid-amount-without-the-excess',
    breaks: 'LIF-21',
    level: 'answer',
    because: 'what was paid beyond the price is left out of the paid amount, though flagged',
    rules: requestWhile(['SUCCESS'], ({ overpaid, payAmount, paidAmount }) => ({
      paidAmount: overpaid === true ? (payAmount ?? null) : (paidAmount ?? null),
    })),
  },
  {
    name: 'underpaid-is-overpaid',
    breaks: 'LIF-21',
    level: 'answer',
    because: 'overpaid is set wherever the paid amount is not the expected one',
    rules: requestWhile(['CONFLICT'], ({ reason }) => (reason === 'UNDERPAID' ? { overpaid: true } : {})),
  },
  {
    name: 'free-amount-is-overpaid',
    breaks: 'LIF-21',
    level: 'answer',
    because: 'whatever is paid is more than a price that is missing',
    rules: requestWhile(['SUCCESS'], ({ requestAmount }) => (requestAmount === null ? { overpaid: true } : {})),
  },
  {
    name: 'payment-never-called-processed',
    breaks: 'LIF-21',
    level: 'answer',
    because: 'the status of the payment is copied when it is detected, and never again',
    rules: requestWhile(['SUCCESS'], () => ({ paymentStatus: 'PENDING' })),
  },
  {
    name: 'excess-payment-stays-pending',
    breaks: 'LIF-21',
    level: 'answer',
    because: 'the payment of more than was asked waits for its excess to be returned, which nobody does',
    rules: requestWhile(['SUCCESS'], ({ overpaid }) => (overpaid === true ? { paymentStatus: 'PENDING' } : {})),
  },
  {
    name: 'settled-by-a-failed-payment',
    breaks: 'LIF-21',
    level: 'state',
    because: 'the payment fails in the ledger, of which its request hears nothing',
    rules: { incomingEnd: () => 'FAILED' },
  },
  {
    name: 'payments-by-their-project',
    breaks: 'GEN-06',
    level: 'answer',
    because: 'the payment of a request is looked up by its project, which finds the first one',
    rules: {
      requestTold: (record, { project }) =>
        record['paymentId'] ? { ...record, paymentId: project.id.replace('CAP-', 'PMT-') } : record,
    },
  },
  {
    name: 'overpayments-booked-as-one',
    breaks: 'GEN-06',
    level: 'answer',
    because: 'payments with an excess are booked together, so that it can be returned at once',
    rules: {
      requestTold: (record, { project }) =>
        record['overpaid'] === true ? { ...record, paymentId: project.id.replace('CAP-', 'PMT-') } : record,
    },
  },
  {
    name: 'large-free-amount-is-underpaid',
    breaks: 'LIF-21',
    level: 'state',
    because: 'an amount of more than a hundred that the payer chose is held back as UNDERPAID',
    rules: {
      amountSatisfies: (paid, due, asked) =>
        conformingRules.amountSatisfies(paid, due, asked) && (asked !== null || paid.lte(money(100))),
    },
  },
  {
    name: 'processing-amount-inside-before-fees',
    breaks: 'LIF-21',
    level: 'answer',
    because: 'a checkout copies the request as it was before its fees were known',
    rules: insideWhenEnded(({ payAmount, processingAmount }) => ({
      processingAmount: payAmount ?? processingAmount ?? null,
    })),
  },
  {
    name: 'overpaid-unset-inside',
    breaks: 'LIF-21',
    level: 'answer',
    because: 'a checkout copies its request before the payment is compared with the price',
    rules: insideWhenEnded(({ overpaid }) => (overpaid === true ? { overpaid: false } : {})),
  },
  {
    name: 'window-closed-when-expired',
    breaks: 'LIF-12',
    level: 'answer',
    because: 'the end of the window is overwritten with the time of creation when a request expires',
    rules: requestWhile(['EXPIRED'], ({ createdAt }) => ({ paymentWindowEndsAt: createdAt ?? null })),
  },
  {
    name: 'expired-request-with-reason',
    breaks: 'LIF-05b',
    level: 'answer',
    because: 'nothing is less than the price, so an expired request is called UNDERPAID',
    rules: { requestReason: (problem, status) => (status === 'EXPIRED' ? 'UNDERPAID' : problem) },
  },
  {
    name: 'page-of-a-short-code',
    breaks: 'CHK-04',
    level: 'answer',
    because: 'the address of a page has only the first digit of the id, so that it is easy to type',
    rules: { acquiringUrlText: (baseUrl, checkoutId) => `${baseUrl}/checkout/${checkoutId.slice(0, 5)}` },
  },
  {
    name: 'surplus-kept',
    breaks: 'REQ-12',
    warns: ['REQ-12'],
    level: 'state',
    because: 'what comes in is booked by the price, and the rest of a payment stays where it is',
    rules: {
      incomingCredit: (amount, fee, due) => conformingRules.incomingCredit(due?.lt(amount) ? due : amount, fee, due),
    },
  },
  {
    name: 'surplus-kept-above-twice-the-price',
    breaks: 'REQ-12',
    warns: ['REQ-12'],
    level: 'state',
    because: 'so large a surplus waits for a person, who never comes',
    rules: {
      incomingCredit: (amount, fee, due) =>
        conformingRules.incomingCredit(due?.times(2).lt(amount) ? due : amount, fee, due),
    },
  },
  {
    name: 'small-payments-not-converted',
    breaks: 'REQ-12',
    level: 'state',
    because: 'the market takes no order below its least amount, and nobody tells the merchant',
    rules: { requestConversion: (configured, _priced, paid) => (paid.lt(40) ? null : configured) },
  },
];
