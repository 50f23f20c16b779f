import { HOUR_MS, later } from '../../domain/clock.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { money, roundDown } from '../../domain/money.ts';
import { conformingRules } from '../../rules/index.ts';
import type { Variant } from '../shared/faultTypes.ts';

/** Fields of a request that are empty until it is paid. */
const ABSENT_UNTIL_PAID = ['paymentStatus', 'paymentId', 'payment', 'txHash', 'paidAmount', 'overpaid', 'reason'];

/** What a request shows of its fees before it is paid, if they are only known then. */
const NO_FEES = {
  payerPlatformFee: null,
  payerFixedPlatformFee: null,
  payerPercentPlatformFee: null,
  merchantPlatformFee: null,
  merchantFixedPlatformFee: null,
  merchantPercentPlatformFee: null,
  processingAmount: null,
};

const withoutNulls = (record: JsonRecord, fields: readonly string[]): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([field, value]) => value !== null || !fields.includes(field)));

/** Variants of the lifecycle of checkouts and requests. */
export const acquiringVariants: readonly Variant[] = [
  {
    name: 'late-payments-for-half-a-minute',
    because: '§ Crypto acquiring request, paymentWindowEndsAt: "tolerates a slight delay beyond it"',
    rules: { delayTolerated: () => 30_000_000_000n },
  },
  {
    name: 'checkout-behind-its-request',
    because: '§ States and transitions gives no time within which a checkout follows its request: two seconds',
    rules: { checkoutLagMs: () => 2000 },
  },
  {
    name: 'checkout-id-not-told',
    because: '§ Crypto acquiring request, checkoutId, "nullable": null within a checkout, which shows its own id',
    rules: { requestTold: (record) => ({ ...record, checkoutId: null }) },
  },
  {
    name: 'expiry-noticed-late',
    because:
      '§ Crypto acquiring request, "the service tolerates a slight delay beyond it": half a minute, also for checkouts',
    rules: {
      requestExpiry: (expiresAt) => later(expiresAt, 30_000),
      checkoutExpiry: (expiresAt) => later(expiresAt, 30_000),
    },
  },
  {
    name: 'expiry-starts-anew-when-chosen',
    because: '§ Checkout, expiresAt: no words say that it stays once the end user has chosen what to pay',
    // The payment window of the request ends before.
    warns: ['LIF-08'],
    rules: { expiryChosen: ({ expiresAt }) => later(expiresAt, HOUR_MS) },
  },
  {
    name: 'late-payment-tolerated',
    because:
      '§ Crypto acquiring request, "the service tolerates a slight delay beyond it": a payment within it is accepted',
    rules: {
      requestExpiry: (expiresAt) => later(expiresAt, 15_000),
      checkoutExpiry: (expiresAt) => later(expiresAt, 15_000),
    },
  },
  {
    name: 'checkout-expires-after-its-request',
    because: '§ States and transitions, "Transitions … not shown": an unpaid checkout expires some seconds later',
    rules: { checkoutExpiry: (expiresAt) => later(expiresAt, 5000) },
  },
  {
    name: 'detected-checkout-expires',
    because: '§ Checkout states, EXPIRED, "payment not completed before expiry": also while its payment is confirmed',
    warns: ['LIF-14'],
    rules: {
      checkoutMoveAllowed: (from, to) =>
        (from === 'PAYMENT_DETECTED' && to === 'EXPIRED') || conformingRules.checkoutMoveAllowed(from, to),
    },
  },
  {
    name: 'no-state-between',
    because: '§ States and transitions, "Transitions … not shown": a detected payment may be processed at once',
    rules: { confirmationsAwaited: () => 1 },
  },
  {
    name: 'states-between-skipped',
    because:
      '§ Checkout states, "PAYMENT_DETECTED" applies only if a service observes it: a service may show only the outcome',
    rules: {
      checkoutAlong: (request) => (request === 'PENDING_PAYMENT' ? null : conformingRules.checkoutAlong(request)),
    },
  },
  {
    name: 'many-confirmations',
    because: '§ Request states, PENDING_PAYMENT, "transaction detected, being handled": for as long as that takes',
    rules: { confirmationsAwaited: () => 30 },
  },
  {
    name: 'slow-blocks',
    because: '§ Checkout states, REQUEST_CREATED, "no blockchain transaction yet or not yet detected"',
    rules: { blockMs: () => 1000 },
  },
  {
    name: 'further-fields-of-the-paid',
    because: '§ Crypto acquiring request and § Checkout, "Further fields … not shown": the service adds some',
    rules: {
      requestTold: (record) => ({ ...record, confirmations: 3, network: record['blockchain'], statusChangedAt: null }),
      checkoutTold: (record, { status }) => ({ ...record, final: ['SUCCESS', 'EXPIRED', 'CONFLICT'].includes(status) }),
    },
  },
  {
    name: 'overpaid-only-when-true',
    because: '§ Crypto acquiring request, overpaid: it may be absent unless the payer overpaid',
    rules: {
      requestTold: (record) => ({ ...record, overpaid: record['overpaid'] === true ? true : null }),
    },
  },
  {
    name: 'overpaid-false-from-the-start',
    because: '§ Crypto acquiring request, overpaid is a Boolean: false until something is paid',
    rules: { requestTold: (record) => ({ ...record, overpaid: record['overpaid'] ?? false }) },
  },
  {
    name: 'unpaid-fields-absent',
    because: '§ Crypto acquiring request, the payment fields are nullable: null is the same as absent',
    rules: {
      requestTold: (record) => withoutNulls(record, ABSENT_UNTIL_PAID),
      checkoutTold: (record) => withoutNulls(record, ['request', 'reason', 'lastUpdatedAt']),
    },
  },
  {
    name: 'payment-of-other-fields',
    because: '§ Crypto acquiring request, "the field list of the nested payment object: not shown"',
    rules: {
      requestTold: (record) => ({
        ...record,
        payment: record['payment'] ? { uuid: record['paymentId'], hash: record['txHash'], blocks: [1, 2, 3] } : null,
      }),
    },
  },
  {
    name: 'fees-told-once-paid',
    because:
      '§ Crypto acquiring request, the platform fees: the text does not say that they are known before the payment',
    rules: {
      requestTold: (record, { status }) => (status === 'WAITING_PAYMENT' ? { ...record, ...NO_FEES } : record),
    },
  },
  {
    name: 'payment-told-at-the-end',
    because:
      '§ Crypto acquiring request, paymentId, payment and txHash are nullable: shown once the payment is processed',
    rules: {
      requestTold: (record, { status }) =>
        status === 'PENDING_PAYMENT'
          ? { ...record, paymentStatus: null, paymentId: null, payment: null, txHash: null, paidAmount: null }
          : record,
    },
  },
  {
    name: 'further-transfers-booked-as-failed',
    because:
      '§ Crypto acquiring request, "at most one payment": of a request, not of its order, in which a transfer that is turned away is a failed pay-in',
    rules: { surplusBooked: () => true },
  },
  {
    name: 'payment-never-nested',
    because: '§ Crypto acquiring request, payment is nullable, and paymentId identifies it',
    rules: { requestTold: (record) => ({ ...record, payment: null }) },
  },
  {
    name: 'failed-payment-counts-as-nothing',
    because: '§ Crypto acquiring request, paidAmount: the text does not say whether a failed payment counts',
    rules: {
      requestTold: (record, { status }) => (status === 'CONFLICT' ? { ...record, paidAmount: money(0) } : record),
    },
  },
  {
    name: 'payment-left-out-inside',
    because: '§ Checkout, request: the fields of the payment are nullable, and the request itself shows them',
    rules: {
      checkoutTold: (record) => {
        const request = record['request'] as JsonRecord | null;
        return request
          ? { ...record, request: { ...request, txHash: null, paymentStatus: null, paidAmount: null, overpaid: null } }
          : record;
      },
    },
  },
  {
    name: 'last-update-never-told',
    because: '§ Crypto acquiring request, lastUpdatedAt is nullable',
    rules: {
      requestTold: (record) => ({ ...record, lastUpdatedAt: null }),
      checkoutTold: (record) => ({ ...record, lastUpdatedAt: null }),
    },
  },
  {
    name: 'request-left-out-when-expired',
    because:
      '§ Checkout states, EXPIRED, "currency not chosen or payment not completed": the text requires no request there',
    rules: { checkoutTold: (record, { status }) => (status === 'EXPIRED' ? { ...record, request: null } : record) },
  },
  {
    name: 'underpaid-credited-all-the-same',
    because:
      '§ Incoming blockchain payment, SUCCESS, "processed, amount credited": a CONFLICT of its request rules out neither',
    rules: { incomingEnd: (problem) => (problem === 'UNDERPAID' ? 'SUCCESS' : conformingRules.incomingEnd(problem)) },
  },
  {
    name: 'below-the-minimum-is-other',
    because:
      '§ Request states, CONFLICT, "reason UNDERPAID (paid less than expected) or OTHER": without a price no amount is expected',
    rules: { underpaymentProblem: (priced) => (priced ? 'UNDERPAID' : 'OTHER') },
  },
  {
    name: 'request-underpaid-in-another-asset',
    because:
      '§ Request states, CONFLICT, "UNDERPAID … or OTHER": the text does not say which one applies to another asset',
    rules: { requestReason: (problem, status) => (status === 'CONFLICT' && problem !== null ? 'UNDERPAID' : null) },
  },
  {
    name: 'other-assets-not-seen',
    because: '§ Request states, "no transaction detected": a service need not watch for assets that it did not request',
    rules: {
      takesPayment: (status, { paid, asked }) =>
        conformingRules.takesPayment(status, { paid, asked }) && paid === asked,
    },
  },
  {
    name: 'conversion-to-the-last-digit',
    because: '§ Project settings, auto-conversion: the text defines no rounding',
    rules: { convertedCredit: (amount, rate) => amount.times(rate) },
  },
  {
    name: 'credits-in-cents',
    because: '§ Project settings, Fee: the text defines no rounding of what is credited',
    rules: { incomingCredit: (...payment) => roundDown(conformingRules.incomingCredit(...payment), 2) },
  },
];
