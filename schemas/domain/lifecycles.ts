import type openapi from '../openapi.json';

type Schemas = typeof openapi.components.schemas;

// The JSON module keeps the type of keys but not of values, so an enum is typed through its table of meanings.
type ValueOf<Name extends keyof Schemas> = Schemas[Name] extends { 'x-enumDescriptions': infer Meanings }
  ? keyof Meanings & string
  : never;

// A transition that must not be seen between two reads of a record, and the clause that forbids it.
type ForbiddenMove<State extends string> = { readonly from: State; readonly to: State; readonly clause: string };

/** The lifecycle of one kind of record: all states, the initial and the final ones, and the transitions that a clause forbids. */
export type Lifecycle<State extends string> = {
  readonly states: readonly State[];
  readonly initial: readonly State[];
  readonly final: readonly State[];
  readonly forbidden: readonly ForbiddenMove<State>[];
};

/** The reasons for a checkout in CONFLICT (§ Checkout, reason). */
export const checkoutReasons = [
  'UNDERPAID',
  'WRONG_CURRENCY',
  'OTHER',
] as const satisfies readonly ValueOf<'CheckoutReason'>[];

/** The reasons for a request in CONFLICT (§ Crypto acquiring request, reason). */
export const requestReasons = ['UNDERPAID', 'OTHER'] as const satisfies readonly ValueOf<'RequestReason'>[];

// A lifecycle whose records move forward: `stages` has its states by their steps, in order.
type StagedLifecycle<State extends string> = Lifecycle<State> & { readonly stages: readonly (readonly State[])[] };

// How far a record in a status has come: to a step on the way, which other records may skip, or to its end.
type Stage = 1 | 2 | 3 | 'final';

// Whether a payment in a status has moved the money that it is for. Of FROZEN the text does not say it.
type Paid = 'yes' | 'no' | 'not shown';

const paymentStatuses = {
  NEW: { stage: 1, paid: 'no' },
  SUCCESS: { stage: 'final', paid: 'yes' },
  PARTIAL_SUCCESS: { stage: 'final', paid: 'yes' },
  FAILED: { stage: 'final', paid: 'no' },
  EXPIRED: { stage: 'final', paid: 'no' },
  PENDING: { stage: 2, paid: 'no' },
  CANCELLED: { stage: 'final', paid: 'no' },
  FROZEN: { stage: 2, paid: 'not shown' },
} as const satisfies Record<ValueOf<'PaymentStatus'>, { stage: Stage; paid: Paid }>;

const payment = listOf(paymentStatuses);
const paymentEnds = endsOf(paymentStatuses);
const paidIs = (some: Paid) => payment.filter((status) => paymentStatuses[status].paid === some);

/** Payment (§ States and transitions, Payment; § Payment, rules 1 and 3). FROZEN is not final. */
export const paymentLifecycle = {
  states: payment,
  stages: stagesOf(paymentStatuses),
  initial: ['NEW', 'PENDING'],
  final: paymentEnds,
  paid: paidIs('yes'),
  unpaid: paidIs('no'),
  failed: paidIs('no').filter((status) => paymentEnds.includes(status)),
  /** The ends of a payment that nobody pays: how long it lives is not shown. */
  lapsed: ['EXPIRED', 'CANCELLED'],
  forbidden: [...moves(paymentEnds, payment, 'LIF-01'), ...moves(payment, ['NEW'], 'LIF-02')],
} as const satisfies StagedLifecycle<(typeof payment)[number]> &
  Record<'paid' | 'unpaid' | 'failed' | 'lapsed', readonly string[]>;

const failedPayment: ReadonlySet<string> = new Set(paymentLifecycle.failed);

/** True for a status in which a payment has failed (§ States and transitions, Payment). */
export const isFailedPayment = (status: string | undefined): boolean =>
  status !== undefined && failedPayment.has(status);

const checkoutStatuses = {
  NEW: { stage: 1 },
  REQUEST_CREATED: { stage: 2 },
  PAYMENT_DETECTED: { stage: 3 },
  EXPIRED: { stage: 'final' },
  CONFLICT: { stage: 'final' },
  SUCCESS: { stage: 'final' },
} as const satisfies Record<ValueOf<'CheckoutStatus'>, { stage: Stage }>;

const checkout = listOf(checkoutStatuses);
const checkoutEnds = endsOf(checkoutStatuses);

/** Checkout (§ States and transitions, Checkout). The interface shows no transitions; the meanings of the states imply that it only moves forward. */
export const checkoutLifecycle = {
  states: checkout,
  stages: stagesOf(checkoutStatuses),
  initial: ['NEW'],
  final: checkoutEnds,
  forbidden: [
    ...moves(checkoutEnds, checkout, 'LIF-07'),
    ...moves(['PAYMENT_DETECTED'], ['NEW', 'REQUEST_CREATED'], 'LIF-07'),
    ...moves(['REQUEST_CREATED'], ['NEW'], 'LIF-07'),
  ],
} as const satisfies StagedLifecycle<(typeof checkout)[number]>;

const requestStatuses = {
  WAITING_PAYMENT: { stage: 1 },
  PENDING_PAYMENT: { stage: 2 },
  CONFLICT: { stage: 'final' },
  EXPIRED: { stage: 'final' },
  SUCCESS: { stage: 'final' },
} as const satisfies Record<ValueOf<'RequestStatus'>, { stage: Stage }>;

const request = listOf(requestStatuses);

/** Crypto acquiring request (§ States and transitions, Crypto acquiring request). The interface shows no transitions and no clause forbids one. */
export const requestLifecycle = {
  states: request,
  stages: stagesOf(requestStatuses),
  initial: ['WAITING_PAYMENT'],
  final: endsOf(requestStatuses),
  forbidden: [],
} as const satisfies StagedLifecycle<(typeof request)[number]>;

const domain = ['PENDING', 'SUCCESS', 'REJECTED'] as const satisfies readonly ValueOf<'DomainStatus'>[];

/** Domain (§ States and transitions, Domain). The table there is complete: a review decides once. */
export const domainLifecycle = {
  states: domain,
  initial: ['PENDING'],
  final: ['SUCCESS', 'REJECTED'],
  forbidden: moves(['SUCCESS', 'REJECTED'], domain, 'LIF-17'),
} as const satisfies Lifecycle<(typeof domain)[number]>;

const massPayoutOrder = [
  'VALIDATION',
  'READY TO PROCESS',
  'REJECTED',
  'PROCESSING',
  'FAILED',
  'SUCCESS',
] as const satisfies readonly ValueOf<'MassPayoutOrderStatus'>[];

/** Mass-payout order (§ States and transitions, Mass payout). Validation comes before processing; the interface shows no other transitions. */
export const massPayoutOrderLifecycle = {
  states: massPayoutOrder,
  initial: ['VALIDATION'],
  final: ['REJECTED', 'FAILED', 'SUCCESS'],
  forbidden: moves(['PROCESSING', 'FAILED', 'SUCCESS'], ['VALIDATION', 'READY TO PROCESS', 'REJECTED'], 'LIF-18'),
} as const satisfies Lifecycle<(typeof massPayoutOrder)[number]>;

const massPayoutBatch = [
  'VALIDATION',
  'VALIDATED',
  'REJECTED',
  'RECALCULATION_REQUIRED',
  'APPROVED',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'PARTIAL_COMPLETED',
] as const satisfies readonly ValueOf<'MassPayoutBatchStatus'>[];

const batchEnds = ['COMPLETED', 'FAILED', 'PARTIAL_COMPLETED'] as const;

const beforeProcessing = ['VALIDATION', 'VALIDATED', 'REJECTED', 'RECALCULATION_REQUIRED', 'APPROVED'] as const;

/** Mass-payout batch (§ States and transitions, Mass payout). It has three final states after processing; an earlier state cannot follow processing. */
export const massPayoutBatchLifecycle = {
  states: massPayoutBatch,
  initial: ['VALIDATION'],
  final: ['REJECTED', ...batchEnds],
  forbidden: [...moves(batchEnds, massPayoutBatch, 'LIF-19'), ...moves(['PROCESSING'], beforeProcessing, 'LIF-19')],
} as const satisfies Lifecycle<(typeof massPayoutBatch)[number]>;

type Staged<State extends string> = Readonly<Record<State, { readonly stage: Stage }>>;

function listOf<State extends string>(statuses: Readonly<Record<State, unknown>>): readonly State[] {
  return Object.keys(statuses) as State[];
}

function inStage<State extends string>(statuses: Staged<State>, stage: Stage): readonly State[] {
  return listOf(statuses).filter((status) => statuses[status].stage === stage);
}

function endsOf<State extends string>(statuses: Staged<State>): readonly State[] {
  return inStage(statuses, 'final');
}

/** Returns the statuses by their stages, in order. */
function stagesOf<State extends string>(statuses: Staged<State>): readonly (readonly State[])[] {
  return ([1, 2, 3, 'final'] as const).map((stage) => inStage(statuses, stage)).filter((some) => some.length > 0);
}

function moves<State extends string>(
  from: readonly State[],
  to: readonly State[],
  clause: string,
): ForbiddenMove<State>[] {
  return from.flatMap((start) => to.filter((end) => end !== start).map((end) => ({ from: start, to: end, clause })));
}
