import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { unconfirmedFault } from '../core/noise.ts';
import { illegibleFault } from '../core/unreadableAnswer.ts';
import { limitOf, methodClassOf, otherRunOnAccount, rateLimitTestAccount } from '../limits/models/limitTrials.ts';
import { insufficientFunds, unknownFunds } from './fundsCoverage.ts';
import { movedLimitFault } from './movedLimits.ts';

/** How a target may count: whether what it has throttled counts, too. */
interface Counting {
  countsThrottled: boolean;
}

/** How many other requests of its class the target may have counted in the same window as this one. */
function pressure(
  record: RunRecord,
  exchange: Exchange,
  { windowMs, countsThrottled }: Counting & { windowMs: number },
) {
  const windowNs = BigInt(Math.ceil(windowMs)) * 1_000_000n;
  const counts = (other: Exchange) =>
    other !== exchange &&
    (countsThrottled || other.class !== 'throttled') &&
    !rateLimitTestAccount(record, other) &&
    methodClassOf(other) === methodClassOf(exchange) &&
    other.clock === exchange.clock &&
    other.receivedNs > exchange.sentNs - windowNs &&
    other.sentNs < exchange.receivedNs;
  return record.exchanges.filter(counts).length;
}

/** Whose doing a 429 is: our own pressure or another run's, as far as that can be seen; else the target refuses what it allows. */
export function throttlingFault(record: RunRecord, exchange: Exchange, { countsThrottled }: Counting): Fault {
  const { request, id } = exchange;
  const exchanges = [id];
  const ours = (because: string): Fault => ({ code: 'throttled', request, because, exchanges });
  const limited = rateLimitTestAccount(record, exchange);
  if (limited) return ours(`the allowance of ${limited.label} is used up on purpose`);
  const quota = record.target?.quota;
  const of = quota && limitOf(quota, methodClassOf(exchange))?.of;
  if (!quota || of === undefined) return ours('the target file declares no quota');
  const spent = pressure(record, exchange, { windowMs: quota.windowMs, countsThrottled });
  if (spent >= of) return ours(`${spent} other requests in a window that allows ${of}`);
  const other = otherRunOnAccount(
    record,
    record.payments.map(({ value }) => value),
  );
  if (other !== undefined) return ours(`run ${other} spends of the same account`);
  return {
    code: 'throttledEarly',
    request,
    seen: `429 after ${spent} requests in a window that allows ${of}`,
    exchanges,
  };
}

/** What stands between a request and any judgement of its answer: no answer, one that we cannot read or that passed, too many requests, no money for what was ordered. */
export function excuseFor(record: RunRecord, exchange: Exchange): Fault | undefined {
  const { request, seen, id } = exchange;
  if (exchange.class === 'throttled') return throttlingFault(record, exchange, { countsThrottled: false });
  const isMissing = exchange.isLost && exchange.class === 'indeterminate';
  if (isMissing || exchange.class === 'unavailable') return { code: 'transport', request, seen, exchanges: [id] };
  const unread = exchange.class === 'refused' ? undefined : illegibleFault(exchange);
  const hindered = unread ?? unconfirmedFault(record, exchange);
  if (hindered) return hindered;
  if (exchange.class !== 'refused') return undefined;
  const isSound = exchange.line.purpose === 'control';
  return (
    insufficientFunds(record, exchange) ??
    movedLimitFault(record, exchange) ??
    (isSound ? unknownFunds(record, exchange) : undefined)
  );
}
