import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { faultResult, type OracleResult } from '../core/result.ts';
import { clockMovedBetween } from '../webhooks/received/deadlines.ts';
import { oneOrder } from './clientOrderIds.ts';

/** A use this much later is a late one, ns: more than a day, after which caches of used ids may have forgotten them. */
const lateNs = 86_400_000_000_000n;

/** The accepted first use of a clientOrderId, which the final reads use once more. */
export interface LateUseArgs {
  first: string;
}

/** Returns the orders whose clientOrderIds the final reads have to use again. */
export const ordersToRepeat = (record: RunRecord): Exchange[] =>
  record.assertions
    .filter(({ oracle }) => oracle === 'oneOrderAfterDays')
    .map(({ args }) => record.exchange((args as LateUseArgs).first))
    .filter(({ class: kind }) => kind === 'accepted');

/** A clientOrderId whose first use is more than a day old makes no second order (LIM-01a). */
export function oneOrderAfterDays(record: RunRecord, { first }: LateUseArgs): OracleResult {
  const used = record.exchange(first);
  const { operation, request } = used.line;
  const again = record.exchanges.find(
    ({ line, sentNs }) =>
      line.operation === operation &&
      line.request.clientOrderId === request.clientOrderId &&
      clockMovedBetween(record, used.receivedNs, sentNs) >= lateNs,
  );
  if (!again)
    return faultResult({ code: 'noEvidence', wanted: 'a second use of an id after a day', exchanges: [first] });
  return oneOrder(record, { uses: [first, again.id], control: first });
}
