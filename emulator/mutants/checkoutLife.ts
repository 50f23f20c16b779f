import type { CheckoutStatus } from '../acquiring.ts';
import type { Mutant } from '../broken.ts';
import { later } from '../clock.ts';
import type { Json, JsonRecord } from '../json.ts';
import type { Rules } from '../rules.ts';
import { soundRules } from '../rules.ts';

const MINUTE_MS = 60_000;
const BERLIN_MS = 3_600_000;

/** What a checkout tells while it has one of some statuses. */
const toldWhile = (
  statuses: readonly CheckoutStatus[],
  change: (record: JsonRecord) => JsonRecord,
): Partial<Rules> => ({
  checkoutTold: (record, { status }) => (statuses.includes(status) ? { ...record, ...change(record) } : record),
});

const isRecord = (value: Json | undefined): value is JsonRecord =>
  typeof value === 'object' && value !== null && 'id' in value;

/** A checkout that also goes from one status to another by itself, some time after it came there. */
const wandering = (from: CheckoutStatus, to: CheckoutStatus, afterMs: number): Partial<Rules> => ({
  checkoutAfterwards: (status) => (status === from ? { to, afterMs } : null),
  checkoutMoveAllowed: allowedToo(from, to),
});

const allowedToo =
  (from: CheckoutStatus, to: CheckoutStatus): Rules['checkoutMoveAllowed'] =>
  (left, entered) =>
    soundRules.checkoutMoveAllowed(left, entered) || (left === from && entered === to);

/** Another identifier of the same shape. */
const otherId = (id: Json | undefined): string =>
  String(id).replace(/[0-9a-f]{12}$/, (tail) => [...tail].reverse().join(''));

/** Mutants of § States and transitions, Checkout: its statuses, its reason, its request. */
export const checkoutLifeMutants: readonly Mutant[] = [
  {
    name: 'checkout-starts-with-request',
    breaks: 'LIF-04a',
    level: 'state',
    because: 'a checkout is answered as if its currency were chosen',
    rules: { checkoutStart: () => 'REQUEST_CREATED' },
  },
  {
    name: 'checkout-called-completed',
    breaks: 'LIF-04a',
    level: 'answer',
    because: 'what succeeded is told in the word of the dashboard',
    rules: toldWhile(['SUCCESS'], () => ({ status: 'COMPLETED' })),
  },
  {
    name: 'checkout-called-partially-paid',
    breaks: 'LIF-04a',
    level: 'answer',
    because: 'too little is made a status of its own',
    rules: toldWhile(['CONFLICT'], ({ reason }) => (reason === 'UNDERPAID' ? { status: 'PARTIALLY_PAID' } : {})),
  },
  {
    name: 'checkout-status-of-its-request',
    breaks: 'LIF-04a',
    level: 'answer',
    because: 'a checkout tells the status of its request as its own',
    rules: {
      checkoutTold: (record) =>
        isRecord(record['request']) ? { ...record, status: record['request']['status'] } : record,
    },
  },
  {
    name: 'checkout-new-until-paid',
    breaks: 'LIF-04b',
    level: 'state',
    because: 'the choice of a currency makes the request and leaves the checkout as it was',
    rules: { checkoutChosen: () => 'NEW', checkoutMoveAllowed: allowedToo('NEW', 'PAYMENT_DETECTED') },
  },
  {
    name: 'empty-request-while-new',
    breaks: 'LIF-04b',
    level: 'answer',
    because: 'a request that is not there is told as one without fields',
    rules: toldWhile(['NEW'], () => ({ request: {} })),
  },
  {
    name: 'checkout-conflict-without-reason',
    breaks: 'LIF-05a',
    level: 'state',
    because: 'the reason is kept with the request only',
    rules: { checkoutReason: () => null },
  },
  {
    name: 'checkout-reason-in-prose',
    breaks: 'LIF-05a',
    level: 'answer',
    because: 'the reason is told in words for people',
    rules: {
      checkoutReason: (problem, status) => (status === 'CONFLICT' ? `The payment is ${problem?.toLowerCase()}` : null),
    },
  },
  {
    name: 'checkout-reason-partially-paid',
    breaks: 'LIF-05a',
    level: 'answer',
    because: 'too little has another name than in the text',
    rules: {
      checkoutReason: (problem, status) =>
        problem === 'UNDERPAID' ? 'PARTIALLY_PAID' : soundRules.checkoutReason(problem, status),
    },
  },
  {
    name: 'checkout-reason-wrong-asset',
    breaks: 'LIF-05a',
    level: 'answer',
    because: 'another asset has another name than in the text',
    rules: {
      checkoutReason: (problem, status) =>
        problem === 'WRONG_CURRENCY' ? 'WRONG_ASSET' : soundRules.checkoutReason(problem, status),
    },
  },
  {
    name: 'wrong-currency-taken-as-paid',
    breaks: 'LIF-05a',
    level: 'state',
    because: 'figures are compared without a look at what they are of',
    rules: { assetMatches: () => true },
  },
  {
    name: 'wrong-currency-underpaid',
    breaks: 'LIF-05a',
    level: 'state',
    because: 'of the asset that was asked for nothing came, so too little was paid',
    rules: { checkoutReason: (problem, status) => (status === 'CONFLICT' && problem !== null ? 'UNDERPAID' : null) },
  },
  {
    name: 'checkout-success-with-reason',
    breaks: 'LIF-05b',
    level: 'answer',
    because: 'the reason is OTHER wherever there is none',
    rules: { checkoutReason: (problem, status) => (status === 'NEW' ? null : (problem ?? 'OTHER')) },
  },
  {
    name: 'checkout-expired-with-reason',
    breaks: 'LIF-05b',
    level: 'answer',
    because: 'an end without success gets a reason',
    rules: { checkoutReason: (problem, status) => (status === 'EXPIRED' ? 'UNDERPAID' : problem) },
  },
  {
    name: 'created-request-not-linked',
    breaks: 'LIF-06a',
    level: 'answer',
    because: 'the request is nested only once it is paid',
    rules: toldWhile(['REQUEST_CREATED'], () => ({ request: null })),
  },
  {
    name: 'second-request-when-detected',
    breaks: 'LIF-06a',
    level: 'state',
    because: 'the request is made anew for the amount that came',
    rules: toldWhile(['PAYMENT_DETECTED', 'SUCCESS', 'CONFLICT'], ({ request }) =>
      isRecord(request) ? { request: { ...request, id: otherId(request['id']) } } : {},
    ),
  },
  {
    name: 'second-choice-second-request',
    breaks: 'LIF-06a',
    level: 'state',
    because: 'whoever changes the mind on the page gets a further request',
    rules: { mayChoose: (status) => ['NEW', 'REQUEST_CREATED'].includes(status) },
  },
  {
    name: 'request-dropped-on-success',
    breaks: 'LIF-06b',
    level: 'answer',
    because: 'what is settled is not loaded with its request any more',
    rules: toldWhile(['SUCCESS'], () => ({ request: null })),
  },
  {
    name: 'request-dropped-in-conflict',
    breaks: 'LIF-06b',
    level: 'answer',
    because: 'a conflict is told without what it is about',
    rules: toldWhile(['CONFLICT'], () => ({ request: undefined })),
  },
  {
    name: 'request-hidden-while-detected',
    breaks: 'LIF-06b',
    level: 'answer',
    because: 'the request is locked while its payment is processed, and left out',
    rules: toldWhile(['PAYMENT_DETECTED'], () => ({ request: null })),
  },
  {
    name: 'checkout-success-reopened',
    breaks: 'LIF-07',
    level: 'state',
    because: 'a late notice of the first block takes a paid checkout back',
    rules: wandering('SUCCESS', 'PAYMENT_DETECTED', 300),
  },
  {
    name: 'checkout-conflict-resolved',
    breaks: 'LIF-07',
    level: 'state',
    because: 'a job makes every conflict a success by and by',
    rules: wandering('CONFLICT', 'SUCCESS', 350),
  },
  {
    name: 'checkout-success-expires',
    breaks: 'LIF-07',
    level: 'state',
    because: 'whatever its status is, a checkout expires at its time',
    rules: { checkoutMoveAllowed: allowedToo('SUCCESS', 'EXPIRED') },
  },
  {
    name: 'checkout-conflict-expires',
    breaks: 'LIF-07',
    level: 'state',
    because: 'a conflict is not counted among the ends',
    rules: { checkoutMoveAllowed: allowedToo('CONFLICT', 'EXPIRED') },
  },
  {
    name: 'checkout-expired-revived',
    breaks: 'LIF-07',
    level: 'state',
    because: 'an expired checkout is opened again a minute later',
    rules: wandering('EXPIRED', 'REQUEST_CREATED', MINUTE_MS),
  },
  {
    name: 'checkout-choice-forgotten',
    breaks: 'LIF-07',
    level: 'state',
    because: 'what was detected goes back to the choice until it is confirmed',
    rules: {
      ...wandering('PAYMENT_DETECTED', 'REQUEST_CREATED', 300),
      confirmationsAwaited: () => 20,
    },
  },
  {
    name: 'checkout-expires-a-minute-early',
    breaks: 'LIF-08',
    level: 'state',
    because: 'a margin is taken off the time that was agreed',
    rules: { checkoutExpiry: (expiresAt) => later(expiresAt, -MINUTE_MS) },
  },
  {
    name: 'checkout-expires-by-local-time',
    breaks: 'LIF-08',
    level: 'state',
    because: 'the time in UTC is compared with that of a clock in summer',
    rules: {
      checkoutExpiry: (expiresAt, createdAt) => latest(later(expiresAt, -2 * BERLIN_MS), later(createdAt, 1000)),
    },
  },
  {
    name: 'checkout-expires-at-half-time',
    breaks: 'LIF-08',
    level: 'state',
    because: 'the middle between creation and expiresAt is taken for the end',
    rules: { checkoutExpiry: (expiresAt, createdAt) => createdAt + (expiresAt - createdAt) / 2n },
  },
  {
    name: 'checkout-expires-with-short-window',
    breaks: 'LIF-08',
    level: 'state',
    because: 'ten minutes after the choice all is over, whatever expiresAt says',
    rules: {
      linkedWindowEnd: (windowEnd) => windowEnd,
      checkoutAlong: (request) => (request === 'EXPIRED' ? 'EXPIRED' : soundRules.checkoutAlong(request)),
    },
  },
];

const latest = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** Mutants whose checkout and request do not come to the same outcome. */
export const disagreementMutants: readonly Mutant[] = [
  {
    name: 'checkout-not-told-of-success',
    breaks: 'LIF-14',
    level: 'state',
    because: 'the notice of success does not reach the checkout',
    rules: { checkoutLagMs: (to) => (to === 'SUCCESS' ? null : 0) },
  },
  {
    name: 'checkout-not-told-of-conflict',
    breaks: 'LIF-14',
    level: 'state',
    because: 'a conflict stays with the request, and the checkout waits for ever',
    rules: { checkoutLagMs: (to) => (to === 'CONFLICT' ? null : 0) },
  },
  {
    name: 'checkout-success-though-underpaid',
    breaks: 'LIF-14',
    level: 'state',
    because: 'whatever is processed makes its checkout a success',
    rules: { checkoutAlong: (request) => (request === 'CONFLICT' ? 'SUCCESS' : soundRules.checkoutAlong(request)) },
  },
  {
    name: 'checkout-conflict-though-paid',
    breaks: 'LIF-14',
    level: 'state',
    because: 'the two outcomes are mixed up on their way',
    rules: {
      checkoutAlong: (request) => (request === 'SUCCESS' ? 'CONFLICT' : soundRules.checkoutAlong(request)),
      checkoutReason: (problem, status) => (status === 'CONFLICT' ? (problem ?? 'OTHER') : null),
    },
  },
  {
    name: 'checkout-told-two-minutes-late',
    breaks: 'LIF-14',
    level: 'state',
    because: 'a job takes the outcome over every two minutes',
    rules: { checkoutLagMs: (to) => (['SUCCESS', 'CONFLICT'].includes(to) ? 2 * MINUTE_MS : 0) },
  },
  {
    name: 'checkout-expires-though-paid',
    breaks: 'LIF-14',
    level: 'state',
    because: 'a checkout is told of a payment and never of its end, and expires at its time',
    rules: {
      checkoutLagMs: (to) => (to === 'SUCCESS' ? null : 0),
      checkoutMoveAllowed: allowedToo('PAYMENT_DETECTED', 'EXPIRED'),
    },
  },
  {
    name: 'checkout-never-expires',
    breaks: 'LIF-14',
    level: 'state',
    because: 'requests expire, and nobody looks at the expiresAt of their checkouts',
    rules: { checkoutExpiry: () => null },
  },
  {
    name: 'linked-request-never-expires',
    breaks: 'LIF-14',
    level: 'state',
    because: 'a checkout expires, and its request waits for ever',
    rules: { linkedWindowEnd: (_windowEnd, checkoutExpiry) => later(checkoutExpiry, 365 * 24 * BERLIN_MS) },
  },
];
