import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { excuseFor } from '../general/excuse.ts';

/** Two cross payouts that differ only in how they name their method. The second was sent because the first was refused. */
export interface CrossedByIdArgs {
  byId: string;
  byNames: string;
}

/**
 * A cross payout that names its method by the id is taken like the same one by currency and method (OUT-07): the rule does not depend on the name. A balance that
 * is too small is no reason to refuse it, since it is what a cross payout is for.
 */
export function crossedById(record: RunRecord, { byId, byNames }: CrossedByIdArgs): OracleResult {
  const [first, second] = [record.exchange(byId), record.exchange(byNames)];
  const reason = 'the same cross payout by currency and method is not accepted either';
  if (second.class !== 'accepted') return faultResult({ code: 'notApplicable', reason, exchanges: [byNames] });
  if (first.class !== 'refused') return toResult([byId, byNames], [excuseFor(record, first) ?? []].flat());
  const what = 'a cross payout that names its method by the id, like one by currency and method,';
  return faultResult({ code: 'notAccepted', what, seen: first.seen, exchanges: [byId, byNames] });
}
