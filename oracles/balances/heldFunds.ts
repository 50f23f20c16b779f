import { decimal } from '../../schemas/json/exact.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { noFigureFault } from '../answers/balanceFields.ts';
import { type BalanceReads, dropOf } from '../answers/balances.ts';
import { changedPayments, mayMoveMoney, pageOf, paymentIdOf } from '../answers/searchPage.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';

/** One refused pay-out between two reads of the balances. */
export interface RefusedRound extends BalanceReads {
  refused: string;
}

/** What a refused pay-out would have taken: the amount at the least, and with its fee at the most. */
export interface RefusedPayoutArgs {
  rounds: readonly RefusedRound[];
  currency: string;
  least: string;
  most: string;
}

/**
 * A refused pay-out moves no balance (ERR-03). Others may use the account meanwhile: it is broken only when the balance
 * dropped by the refused amount, its fee at most beside it, in every round.
 */
export function holdsNothing(record: RunRecord, { rounds, currency, least, most }: RefusedPayoutArgs): OracleResult {
  const exchanges = rounds.flatMap(({ before, refused, after }) => [before, refused, after]);
  const drops = rounds.map((round) => dropOf(record, round, currency));
  if (drops.some((drop) => drop === undefined)) return faultResult(noFigureFault(record, exchanges, [currency]));
  const notRefused = rounds
    .map(({ refused }) => record.exchange(refused))
    .find(({ class: kind }) => kind !== 'refused');
  if (notRefused) {
    const fault: Fault = {
      code: 'noEvidence',
      wanted: `a refusal of ${notRefused.request}`,
      exchanges: [notRefused.id],
    };
    return toResult(exchanges, [fault]);
  }
  const [first] = drops;
  const held = drops.every((drop) => drop?.gte(decimal(least)) && drop.lte(decimal(most)));
  if (!held || !first) return toResult(exchanges, []);
  const seen = `the ${currency} balance fell by ${first.toFixed()} each of ${rounds.length} times`;
  return toResult(exchanges, [{ code: 'happened', what: 'a refused pay-out', seen, exchanges }]);
}

/** What a payment made in part must give back, between two reads of the balances; `prior` was read before it was made. */
export interface RemainderArgs extends BalanceReads {
  prior: string;
  currency: string;
  requested: string;
  rest: string;
  most: string;
  /** The payment, and the newest ones of its currency before and after. */
  payment: string;
  early: string;
  late: string;
}

/** True when search shows that nothing but this payment moved meanwhile. */
function isAlone(record: RunRecord, { payment, early, late }: RemainderArgs): boolean {
  const [first, last] = [pageOf(record.exchange(early)), pageOf(record.exchange(late))];
  return (
    first !== undefined &&
    last !== undefined &&
    changedPayments(first.items, last.items).every((one) => paymentIdOf(one) === payment || !mayMoveMoney(one))
  );
}

/** Why nothing need come back: the balance did not show what the payment holds before a part of it was made, so that it is not held, or shown late. */
function notHeld(record: RunRecord, { prior, before, currency, requested }: RemainderArgs): Fault | undefined {
  const held = dropOf(record, { before: prior, after: before }, currency);
  if (held?.gte(decimal(requested))) return undefined;
  const exchanges = [prior, before];
  if (held?.isZero())
    return { code: 'notApplicable', reason: `the ${currency} balance does not show what a payment holds`, exchanges };
  return { code: 'noEvidence', wanted: `a ${currency} balance that shows ${requested} held`, exchanges };
}

/** What PARTIAL_SUCCESS did not process returns to the balance, its share of the fee at most beside it (PAY-13). Others may use the account. */
export function restReturned(record: RunRecord, args: RemainderArgs): OracleResult {
  const { before, after, currency, rest, most } = args;
  const exchanges = [before, after];
  const drop = dropOf(record, { before, after }, currency);
  if (!drop) return faultResult(noFigureFault(record, exchanges, [currency]));
  const risen = drop.negated();
  if (risen.gte(decimal(rest)) && risen.lte(decimal(most))) return toResult(exchanges, []);
  const lack = notHeld(record, args);
  if (lack) return toResult(exchanges, [lack]);
  if (!isAlone(record, args))
    return toResult(exchanges, [
      { code: 'noEvidence', wanted: `a partial payment while nothing else moved ${currency}`, exchanges },
    ]);
  const seen = `it rose by ${risen.toFixed()}`;
  return toResult(exchanges, [
    { code: 'notReturned', wanted: `${rest} back on the ${currency} balance`, seen, exchanges },
  ]);
}
