import type { CheckoutStatus, RequestStatus } from '../acquiring.ts';
import type { JsonRecord } from '../json.ts';
import { type Rules, soundRules } from '../rules.ts';

type Change = (record: JsonRecord) => JsonRecord;

/** What a checkout tells otherwise while it has one of some statuses. */
export const checkoutWhile = (statuses: readonly CheckoutStatus[], change: Change): Partial<Rules> => ({
  checkoutTold: (record, { status }) => (statuses.includes(status) ? { ...record, ...change(record) } : record),
});

/** What a request tells otherwise while it has one of some statuses. */
export const requestWhile = (statuses: readonly RequestStatus[], change: Change): Partial<Rules> => ({
  requestTold: (record, { status }) => (statuses.includes(status) ? { ...record, ...change(record) } : record),
});

/** The sound moves of checkouts, and another one. */
export const checkoutMovesToo =
  (from: CheckoutStatus, to: CheckoutStatus): Rules['checkoutMoveAllowed'] =>
  (left, entered) =>
    soundRules.checkoutMoveAllowed(left, entered) || (left === from && entered === to);

/** The sound moves of requests, and others. */
export const requestMovesToo =
  (...moves: readonly (readonly [RequestStatus, RequestStatus])[]): Rules['requestMoveAllowed'] =>
  (from, to) =>
    soundRules.requestMoveAllowed(from, to) || moves.some(([left, entered]) => left === from && entered === to);

/** A checkout that also goes from one status to another by itself, some time after it came there. */
export const checkoutWanders = (from: CheckoutStatus, to: CheckoutStatus, afterMs: number): Partial<Rules> => ({
  checkoutAfterwards: (status) => (status === from ? { to, afterMs } : null),
  checkoutMoveAllowed: checkoutMovesToo(from, to),
});

/** A request that also goes from one status to another by itself, some time after it came there. */
export const requestWanders = (from: RequestStatus, to: RequestStatus, afterMs: number): Partial<Rules> => ({
  requestAfterwards: (status) => (status === from ? { to, afterMs } : null),
  requestMoveAllowed: requestMovesToo([from, to]),
});
