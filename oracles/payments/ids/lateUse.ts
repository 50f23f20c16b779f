import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { grouped, type RunRecord } from '../../../traffic/journal/runRecord.ts';
import { clockMovedBetween } from '../../core/movedClock.ts';
import { faultResult, type OracleResult } from '../../core/result.ts';
import { oneOrder } from './clientOrderIds.ts';

/** A use this much later is a late one, ns: more than a day, after which caches of used ids may have forgotten them. */
const lateNs = 86_400_000_000_000n;

const payin = 'POST /v1/user/payments/payin';

/** True for a pay-in that can be sent again as it was: nothing of its body was removed from the journal. */
const isRepeatable = ({ class: kind, line }: Exchange) =>
  kind === 'accepted' &&
  line.operation === payin &&
  line.request.account === undefined &&
  line.request.clientOrderId !== undefined &&
  line.request.body?.text?.includes('"<') === false;

/**
 * Returns the pay-in whose clientOrderId the final reads have to use again, if an assertion wants it: the first one of the run that is the only use of its id.
 * Undefined if there is none.
 */
export function orderToRepeat(record: RunRecord): Exchange | undefined {
  if (!record.assertions.some(({ oracle }) => oracle === 'oneOrderAfterDays')) return undefined;
  const uses = grouped(record.exchanges, ({ line }) => line.request.clientOrderId ?? '');
  const isSingle = ({ line }: Exchange) => uses.get(line.request.clientOrderId ?? '')?.length === 1;
  return record.exchanges.find((one) => isRepeatable(one) && isSingle(one));
}

/** Returns the pay-in that the final reads have used again, and its second use more than a day later. */
function lateUseIn(record: RunRecord): { first: Exchange; again: Exchange } | undefined {
  const again = record.exchanges.find(({ line }) => line.requirement === 'sweep' && line.operation === payin);
  const key = again?.line.request.clientOrderId;
  const first = record.exchanges.find((one) => one !== again && one.line.request.clientOrderId === key);
  const isLate = again && first && clockMovedBetween(record, first.receivedNs, again.sentNs) >= lateNs;
  return isLate ? { first, again } : undefined;
}

/** A clientOrderId whose first use is more than a day old makes no second order (LIM-01a). */
export function oneOrderAfterDays(record: RunRecord): OracleResult {
  const used = lateUseIn(record);
  const reason = 'the run made no pay-in whose clientOrderId it could use again after a day';
  if (!used) return faultResult({ code: 'notApplicable', reason, exchanges: [] });
  const { first, again } = used;
  return oneOrder(record, { uses: [first.id, again.id], control: first.id });
}
