import type { Operation } from '../../../domain/operations.ts';
import type { EqualOrder } from '../../../rules/payments/orders.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** So long an equal order counts as one a moment later, in milliseconds. */
const SOON_MS = 5_000;

/** A service that takes orders without clientOrderId for something else if they equal one of the last seconds. */
const soon = (counts: EqualOrder, ...operations: readonly Operation[]): Mutant['rules'] => ({
  equalOrderTaken: (sinceMs, operation) =>
    sinceMs < SOON_MS && (operations.length === 0 || operations.includes(operation)) ? counts : 'own',
});

/** Mutants of orders without clientOrderId (§ Payments and § Exchange, bodies). */
export const unnamedOrderMutants: readonly Mutant[] = [
  {
    name: 'equal-orders-answered-alike',
    breaks: 'LIM-08',
    level: 'state',
    because: 'a gateway takes equal bodies within seconds for one order that a client sent again',
    rules: soon('repetition'),
  },
  {
    name: 'equal-payouts-answered-alike',
    breaks: 'LIM-08',
    level: 'state',
    because: 'a guard against double clicks in front of pay-outs returns the first order id again',
    rules: soon('repetition', 'createPayout'),
  },
  {
    name: 'equal-exchanges-booked-once',
    breaks: 'LIM-08',
    level: 'state',
    because: 'the ledger drops a booking that equals the one before, though the order has an id of its own',
    rules: soon('unbooked', 'createExchange'),
  },
];
