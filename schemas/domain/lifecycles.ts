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

const payment = [
  'NEW',
  'PENDING',
  'FROZEN',
  'PARTIAL_SUCCESS',
  'SUCCESS',
  'FAILED',
  'CANCELLED',
  'EXPIRED',
] as const satisfies readonly ValueOf<'PaymentStatus'>[];

const paymentEnds = ['SUCCESS', 'PARTIAL_SUCCESS', 'FAILED', 'EXPIRED', 'CANCELLED'] as const;

/** Payment (§ States and transitions, Payment; § Payment, rules 1 and 3). FROZEN is not final. */
export const paymentLifecycle = {
  states: payment,
  initial: ['NEW', 'PENDING'],
  final: paymentEnds,
  forbidden: [...moves(paymentEnds, payment, 'LIF-01'), ...moves(payment, ['NEW'], 'LIF-02')],
} as const satisfies Lifecycle<(typeof payment)[number]>;

const checkout = [
  'NEW',
  'REQUEST_CREATED',
  'PAYMENT_DETECTED',
  'EXPIRED',
  'CONFLICT',
  'SUCCESS',
] as const satisfies readonly ValueOf<'CheckoutStatus'>[];

const checkoutEnds = ['EXPIRED', 'CONFLICT', 'SUCCESS'] as const;

/** Checkout (§ States and transitions, Checkout). The interface shows no transitions; the meanings of the states imply that it only moves forward. */
export const checkoutLifecycle = {
  states: checkout,
  initial: ['NEW'],
  final: checkoutEnds,
  forbidden: [
    ...moves(checkoutEnds, checkout, 'LIF-07'),
    ...moves(['PAYMENT_DETECTED'], ['NEW', 'REQUEST_CREATED'], 'LIF-07'),
    ...moves(['REQUEST_CREATED'], ['NEW'], 'LIF-07'),
  ],
} as const satisfies Lifecycle<(typeof checkout)[number]>;

const request = [
  'WAITING_PAYMENT',
  'PENDING_PAYMENT',
  'CONFLICT',
  'EXPIRED',
  'SUCCESS',
] as const satisfies readonly ValueOf<'RequestStatus'>[];

/** Crypto acquiring request (§ States and transitions, Crypto acquiring request). The interface shows no transitions and no clause forbids one. */
export const requestLifecycle = {
  states: request,
  initial: ['WAITING_PAYMENT'],
  final: ['CONFLICT', 'EXPIRED', 'SUCCESS'],
  forbidden: [],
} as const satisfies Lifecycle<(typeof request)[number]>;

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

function moves<State extends string>(
  from: readonly State[],
  to: readonly State[],
  clause: string,
): ForbiddenMove<State>[] {
  return from.flatMap((start) => to.filter((end) => end !== start).map((end) => ({ from: start, to: end, clause })));
}
