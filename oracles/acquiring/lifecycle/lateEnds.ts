import { field, type RunRecord } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { statusOf } from '../../core/history.ts';
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

/** Reports a request that got enough and whose end is not the one of such a payment. A payment after the end of its window counts for nothing. */
function wrongEnd(record: RunRecord, payment: LatePayment): Fault[] {
  const { shown, paid, due } = payment;
  const status = statusOf(shown);
  if (status === 'EXPIRED' || (!hasEnded('request', shown) && !hadItsTime(record, payment))) return [];
  const words = `for ${paid.toFixed()}${due ? ` of ${due.toFixed()}` : ''}`;
  if (status !== 'SUCCESS') return [otherwise(shown, 'status', `SUCCESS ${words}`)];
  const isMore = due !== undefined && paid.gt(due);
  const said = field(shown.value, 'overpaid') ?? false;
  return due === undefined || said === isMore ? [] : [otherwise(shown, 'overpaid', `${isMore} ${words}`)];
}

/** Each request to which the final reads paid enough ended in SUCCESS, and in overpaid where it was more (LIF-11b). */
export function enoughSucceeds(record: RunRecord, _args: Record<string, never>): OracleResult {
  const some = latePaymentsIn(record).filter(isEnough);
  const reason = 'the final reads paid enough to no request';
  if (some.length === 0) return faultResult({ code: 'notApplicable', reason, exchanges: [] });
  return toResult(
    some.map(({ shown }) => shown.exchange.id),
    some.flatMap((one) => wrongEnd(record, one)),
  );
}
