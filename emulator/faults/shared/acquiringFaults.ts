import type { CheckoutStatus, RequestStatus } from '../../domain/acquiring.ts';
import type { Json, JsonRecord } from '../../domain/json.ts';
import { conformingRules, type Rules } from '../../rules/index.ts';

type Change = (record: JsonRecord) => JsonRecord;

/** Another identifier of the same format. */
export const otherId = (id: Json | undefined): string =>
  String(id).replace(/[0-9a-f]{12}$/, (tail) => [...tail].reverse().join(''));

/** Changes the fields of a checkout while it has one of some statuses. */
export const checkoutWhile = (statuses: readonly CheckoutStatus[], change: Change): Partial<Rules> => ({
  checkoutTold: (record, { status }) => (statuses.includes(status) ? { ...record, ...change(record) } : record),
});

/** Changes the fields of a request while it has one of some statuses. */
export const requestWhile = (statuses: readonly RequestStatus[], change: Change): Partial<Rules> => ({
  requestTold: (record, { status }) => (statuses.includes(status) ? { ...record, ...change(record) } : record),
});

/** The conforming moves of checkouts, plus one more. */
export const checkoutMovesToo =
  (from: CheckoutStatus, to: CheckoutStatus): Rules['checkoutMoveAllowed'] =>
  (left, entered) =>
    conformingRules.checkoutMoveAllowed(left, entered) || (left === from && entered === to);

/** The conforming moves of requests, plus some more. */
export const requestMovesToo =
  (...moves: readonly (readonly [RequestStatus, RequestStatus])[]): Rules['requestMoveAllowed'] =>
  (from, to) =>
    conformingRules.requestMoveAllowed(from, to) || moves.some(([left, entered]) => left === from && entered === to);

/** Rules that let a checkout also move from one status to another automatically, `afterMs` milliseconds after it got the first status. */
export const checkoutAlsoMoves = (from: CheckoutStatus, to: CheckoutStatus, afterMs: number): Partial<Rules> => ({
  checkoutAfterwards: (status) => (status === from ? { to, afterMs } : null),
  checkoutMoveAllowed: checkoutMovesToo(from, to),
});

/** Rules that let a request also move from one status to another automatically, `afterMs` milliseconds after it got the first status. */
export const requestAlsoMoves = (from: RequestStatus, to: RequestStatus, afterMs: number): Partial<Rules> => ({
  requestAfterwards: (status) => (status === from ? { to, afterMs } : null),
  requestMoveAllowed: requestMovesToo([from, to]),
});
