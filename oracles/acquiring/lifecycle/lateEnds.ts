import { field, type RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { outcomeOf, statusOf } from '../../core/history.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { elapsedOnTarget } from '../../core/targetTime.ts';
import { otherwise } from '../origins/creation.ts';
import { isEnough, type LatePayment, latePaymentsIn } from './latePayments.ts';
import { hasEnded } from './statusHistory.ts';

const nsPerMs = 1_000_000n;

/** True if a request had its declared time to end before it was read. */
function hadItsTime(record: RunRecord, { moment, shown }: LatePayment): boolean {
  const elapsed = elapsedOnTarget(record, moment.before, shown.exchange);
  return elapsed !== undefined && elapsed.least >= BigInt(record.target?.deadlines.finalMs ?? 0) * nsPerMs;
}

/** Reports a request whose end is not the one that its payment asks for. A payment after the end of its window counts for nothing. */
function wrongEnd(record: RunRecord, payment: LatePayment): Fault[] {
  const { shown, paid, due } = payment;
  const status = statusOf(shown);
  if (status === 'EXPIRED' || (!hasEnded('request', shown) && !hadItsTime(record, payment))) return [];
  const words = `for ${paid.toFixed()}${due ? ` of ${due.toFixed()}` : ''}`;
  if (!isEnough(payment))
    return outcomeOf(shown) === 'CONFLICT UNDERPAID' ? [] : [otherwise(shown, 'status', `CONFLICT UNDERPAID ${words}`)];
  if (status !== 'SUCCESS') return [otherwise(shown, 'status', `SUCCESS ${words}`)];
  const isMore = due !== undefined && paid.gt(due);
  const said = field(shown.value, 'overpaid') ?? false;
  return due === undefined || said === isMore ? [] : [otherwise(shown, 'overpaid', `${isMore} ${words}`)];
}

/** Each request that the final reads paid ended as its payment asks for: of those that got enough, or of those that got too little (LIF-10b, LIF-11b). */
export function endAsPaid(record: RunRecord, { of }: { of: 'enough' | 'too little' }): OracleResult {
  const some = latePaymentsIn(record).filter((one) => isEnough(one) === (of === 'enough'));
  const reason = `the final reads paid ${of} to no request`;
  if (some.length === 0) return faultResult({ code: 'notApplicable', reason, exchanges: [] });
  return toResult(
    some.map(({ shown }) => shown.exchange.id),
    some.flatMap((one) => wrongEnd(record, one)),
  );
}
