import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { grouped, type RunRecord } from '../../../traffic/journal/runRecord.ts';
import { clockMovedBetween } from '../../core/movedClock.ts';
import { faultResult, type OracleResult } from '../../core/result.ts';
import { oneOrder } from './clientOrderIds.ts';

/** A use this much later is a late one, ns: more than a day, after which caches of used ids may have forgotten them. */
const lateNs = 86_400_000_000_000n;

/** The operations by which an order is made under a clientOrderId that no other one of the project may have. */
export const repeatedOperations = [
  'POST /v1/user/payments/payin',
  'POST /v1/user/payments/payout',
  'POST /v1/user/exchange',
] as const;

/** True for an order that can be sent again as it was: nothing of its body was removed from the journal. */
const isRepeatable = ({ class: kind, line }: Exchange) =>
  kind === 'accepted' &&
  line.request.account === undefined &&
  line.request.clientOrderId !== undefined &&
  line.request.body?.text?.includes('"<') === false;

/**
 * Returns the orders whose clientOrderId the final reads have to use again, if an assertion wants it: of each kind the first one of the run whose id had no
 * other use, or else only refused ones.
 */
export function ordersToRepeat(record: RunRecord): Exchange[] {
  if (!record.assertions.some(({ oracle }) => oracle === 'oneOrderAfterDays')) return [];
  const uses = grouped(record.exchanges, ({ line }) => line.request.clientOrderId ?? '');
  const usesOf = ({ line }: Exchange) => uses.get(line.request.clientOrderId ?? '') ?? [];
  return repeatedOperations.flatMap((operation) => {
    const alone = record.exchanges.filter(
      (one) =>
        one.line.operation === operation &&
        isRepeatable(one) &&
        usesOf(one).every((use) => use === one || use.class === 'refused'),
    );
    return alone.find((one) => usesOf(one).length === 1) ?? alone[0] ?? [];
  });
}

/** Returns the orders that the final reads have used again, each with its second use more than a day later. */
function lateUsesIn(record: RunRecord): { first: Exchange; again: Exchange }[] {
  const isAgain = ({ line }: Exchange) =>
    line.requirement === 'sweep' &&
    line.recalls === undefined &&
    repeatedOperations.some((operation) => operation === line.operation);
  return record.exchanges.filter(isAgain).flatMap((again) => {
    const key = again.line.request.clientOrderId;
    const first = record.exchanges.find(
      (one) => one !== again && one.class === 'accepted' && one.line.request.clientOrderId === key,
    );
    const isLate = first && clockMovedBetween(record, first.receivedNs, again.sentNs) >= lateNs;
    return isLate ? [{ first, again }] : [];
  });
}

/** A clientOrderId whose first use is more than a day old makes no second order (LIM-01a). */
export function oneOrderAfterDays(record: RunRecord): OracleResult {
  const results = lateUsesIn(record).map(({ first, again }) =>
    oneOrder(record, { uses: [first.id, again.id], control: first.id }),
  );
  const reason = 'the run made no order whose clientOrderId it could use again after a day';
  const none = faultResult({ code: 'notApplicable', reason, exchanges: [] });
  // What one kind of order leaves undecided is not hidden by another kind that held.
  const isOpen = ({ state }: OracleResult) => state !== 'held';
  return results.find(({ state }) => state === 'broken') ?? results.find(isOpen) ?? results[0] ?? none;
}
