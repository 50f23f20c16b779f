import type { Exchange } from '../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { unconfirmedFault } from '../core/noise.ts';
import { illegibleFault } from '../core/unreadableAnswer.ts';
import { limitOf, methodClassOf, otherClientOnAccount, rateLimitTestAccount } from '../limits/models/limitTrials.ts';
import { insufficientFunds, unknownFunds } from './fundsCoverage.ts';
import { movedLimitFault } from './movedLimits.ts';

/** How a target may count requests: with or without the throttled ones. */
interface Counting {
  countsThrottled: boolean;
}

/** Returns how many other requests of its class the target may have counted in the same window as this one. */
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

/** Returns the cause of a 429: requests of this run or of another one, if the run shows that; else the target refuses requests within the allowance. */
export function throttlingFault(record: RunRecord, exchange: Exchange, { countsThrottled }: Counting): Fault {
  const { request, id } = exchange;
  const exchanges = [id];
  const ours = (because: string): Fault => ({ code: 'throttled', request, because, exchanges });
  const limited = rateLimitTestAccount(record, exchange);
  if (limited) return ours(`this run uses up the allowance of ${limited.label} on purpose`);
  const quota = record.target?.quota;
  const of = quota && limitOf(quota, methodClassOf(exchange))?.of;
  if (!quota || of === undefined) return ours('the target file declares no quota');
  const spent = pressure(record, exchange, { windowMs: quota.windowMs, countsThrottled });
  if (spent >= of) return ours(`${spent} other requests in a window that allows ${of}`);
  const other = otherClientOnAccount(
    record,
    record.payments.map(({ value }) => value),
  );
  if (other !== undefined) return ours(`${other} uses the same account`);
  return {
    code: 'throttledEarly',
    request,
    seen: `429 after ${spent} requests in a window that allows ${of}`,
    exchanges,
  };
}

/** Reports another account that takes part and none of whose writes was accepted: the text does not say who may create orders (§ Payment method, verificationLevel). */
function strangerFault(record: RunRecord, { line: { request }, id }: Exchange): Fault | undefined {
  const { account } = request;
  if (!record.target?.participants?.some(({ label }) => label === account)) return undefined;
  const isOwnWrite = ({ line, class: kind }: Exchange) =>
    kind === 'accepted' && line.request.method !== 'GET' && line.request.account === account;
  if (record.exchanges.some(isOwnWrite)) return undefined;
  return {
    code: 'noEvidence',
    wanted: `one accepted write of the account ${account}, which takes part`,
    exchanges: [id],
  };
}

/**
 * Returns the reason why an answer cannot be judged. Either the answer is missing, unreadable or a transient failure, or the request was refused because of the
 * rate, the funds or a changed limit.
 */
export function excuseFor(record: RunRecord, exchange: Exchange): Fault | undefined {
  const { request, seen, id } = exchange;
  if (exchange.class === 'throttled') return throttlingFault(record, exchange, { countsThrottled: false });
  const isMissing = exchange.isLost && exchange.class === 'indeterminate';
  if (isMissing || exchange.class === 'unavailable') return { code: 'transport', request, seen, exchanges: [id] };
  const unread = exchange.class === 'refused' ? undefined : illegibleFault(exchange);
  const hindered = unread ?? unconfirmedFault(record, exchange);
  if (hindered) return hindered;
  if (exchange.class !== 'refused') return undefined;
  const isControl = exchange.line.purpose === 'control';
  return (
    strangerFault(record, exchange) ??
    insufficientFunds(record, exchange) ??
    movedLimitFault(record, exchange) ??
    (isControl ? unknownFunds(record, exchange) : undefined)
  );
}
