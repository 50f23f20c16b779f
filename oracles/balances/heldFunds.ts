import { isFailedPayment } from '../../schemas/domain/lifecycles.ts';
import { type Decimal, decimal } from '../../schemas/json/exact.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { noFigureFault } from '../answers/balanceFields.ts';
import { type BalanceReads, dropOf } from '../answers/balances.ts';
import { changedPayments, mayMoveMoney, pageOf, paymentIdOf } from '../answers/searchPage.ts';
import { notInTime } from '../core/deadline.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { statusesOf } from './overdraft.ts';

/** A refused pay-out between two reads of the balances. */
export interface RefusedRound extends BalanceReads {
  refused: string;
}

/**
 * The range that a refused pay-out could have taken: at least the amount, at most the amount with its fee. Absent for an amount that is none, by which nobody knows
 * what could be taken.
 */
export interface RefusedPayoutArgs {
  rounds: readonly RefusedRound[];
  currency: string;
  least?: string;
  most?: string;
}

/** True if each round moved the balance as the refused pay-out could have; without a range, by the same sum in each of several rounds. */
function areTaken(drops: readonly (Decimal | undefined)[], { least, most }: RefusedPayoutArgs): boolean {
  if (least !== undefined && most !== undefined)
    return drops.every((drop) => drop?.gte(decimal(least)) && drop.lte(decimal(most)));
  const [first] = drops;
  return drops.length > 1 && first?.isZero() === false && drops.every((drop) => drop?.eq(first));
}

/**
 * A pay-out that is refused, or accepted and then fails, moves no balance (ERR-03, PIN-06, PIN-07). Others may use the account, so it is a fault only if the balance dropped in every round by the
 * refused amount, with at most its fee added; or, where the amount is none, by the same sum each time.
 */
export function holdsNothing(record: RunRecord, args: RefusedPayoutArgs): OracleResult {
  const { rounds, currency } = args;
  const exchanges = rounds.flatMap(({ before, refused, after }) => [before, refused, after]);
  const drops = rounds.map((round) => dropOf(record, round, currency));
  if (drops.some((drop) => drop === undefined)) return faultResult(noFigureFault(record, exchanges, [currency]));
  const sent = rounds.map(({ refused }) => record.exchange(refused));
  const notRefused = sent.find((one) => one.class !== 'refused' && !statusesOf(record, one).some(isFailedPayment));
  if (notRefused) {
    const fault: Fault = {
      code: 'noEvidence',
      wanted: `a refusal of ${notRefused.request}`,
      exchanges: [notRefused.id],
    };
    return toResult(exchanges, [fault]);
  }
  const [first] = drops;
  // One that fails later may keep a fee, whose size nobody knows where the amount is none.
  const isRefusedLater = sent.some(({ class: kind }) => kind !== 'refused') && args.least === undefined;
  if (isRefusedLater || !areTaken(drops, args) || !first) return toResult(exchanges, []);
  const seen = `the ${currency} balance fell by ${first.toFixed()} in each of ${rounds.length} rounds`;
  return toResult(exchanges, [{ code: 'happened', what: 'a refused pay-out', seen, exchanges }]);
}

/** The amount that must return to the balance after a partial payment, between two reads of the balances. `prior` is a read before the payment was created. */
export interface RemainderArgs extends BalanceReads {
  prior: string;
  currency: string;
  requested: string;
  rest: string;
  most: string;
  /** The payment, and two reads of the newest payments in its currency, one before and one after. */
  payment: string;
  early: string;
  late: string;
}

/** True if search shows that no other payment moved money in between. */
function isAlone(record: RunRecord, { payment, early, late }: RemainderArgs): boolean {
  const [first, last] = [pageOf(record.exchange(early)), pageOf(record.exchange(late))];
  return (
    first !== undefined &&
    last !== undefined &&
    changedPayments(first.items, last.items).every((one) => paymentIdOf(one) === payment || !mayMoveMoney(one))
  );
}

/** Returns the reason why no amount has to return: the balance did not show that the payment held the requested amount, or did not show it yet. */
function notHeld(record: RunRecord, { prior, before, currency, requested }: RemainderArgs): Fault | undefined {
  const held = dropOf(record, { before: prior, after: before }, currency);
  if (held?.gte(decimal(requested))) return undefined;
  const exchanges = [prior, before];
  if (held?.isZero())
    return {
      code: 'notApplicable',
      reason: `the ${currency} balance does not show the amount that a payment holds`,
      exchanges,
    };
  return notInTime(record, 'visibleMs', { wanted: `a ${currency} balance that shows ${requested} held`, exchanges });
}

/**
 * The amount that PARTIAL_SUCCESS did not process returns to the balance, with at most the fee for this amount added (PAY-13). Others may use the account, so
 * it is a fault only if search shows no other movement.
 */
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
      { code: 'noEvidence', wanted: `a partial payment while no other payment moved ${currency}`, exchanges },
    ]);
  const seen = `the balance rose by ${risen.toFixed()}`;
  return toResult(exchanges, [
    { code: 'notReturned', wanted: `${rest} returned to the ${currency} balance`, seen, exchanges },
  ]);
}
