import { parseInstant } from '../../schemas/formats.ts';
import type { Exchange } from '../exchange.ts';
import type { Fault } from '../fault.ts';
import { type RunRecord, textField } from '../record.ts';
import { uncovered } from './coverage.ts';

const isGet = ({ line }: Exchange) => line.request.method === 'GET';

/** How many other requests of its class the target may have counted in the same window as this one. */
function pressure(record: RunRecord, exchange: Exchange, windowMs: number): number {
  const windowNs = BigInt(windowMs) * 1_000_000n;
  const counts = (other: Exchange) =>
    other !== exchange &&
    other.class !== 'throttled' &&
    isGet(other) === isGet(exchange) &&
    other.clock === exchange.clock &&
    other.receivedNs > exchange.sentNs - windowNs &&
    other.sentNs < exchange.receivedNs;
  return record.exchanges.filter(counts).length;
}

/** The id of another run that made payments on this account meanwhile, told by the tag that every run leaves. */
function otherRun(record: RunRecord): string | undefined {
  const own = new Set(record.runs.map(({ run }) => run));
  const began = parseInstant(record.startedAt)?.epochNs ?? 0n;
  const recent = record.payments.filter(
    ({ value }) => (parseInstant(textField(value, 'createdAt') ?? '')?.epochNs ?? 0n) >= began,
  );
  const runs = recent.flatMap(
    ({ value }) => /^(\d{8}-\d{6}-[0-9a-f]{6})-/.exec(textField(value, 'clientOrderId') ?? '')?.[1] ?? [],
  );
  return runs.find((run) => !own.has(run));
}

/** Whose doing a 429 is: our own pressure or another run's, as far as that can be seen; else the target refuses what it allows. */
function throttled(record: RunRecord, exchange: Exchange): Fault {
  const { request, id } = exchange;
  const exchanges = [id];
  const ours = (because: string): Fault => ({ code: 'throttled', request, because, exchanges });
  const quota = record.target?.quota;
  const of = isGet(exchange) ? quota?.get : quota?.post;
  if (!quota || of === undefined) return ours('the target file declares no quota');
  const spent = pressure(record, exchange, quota.windowMs);
  if (spent >= of) return ours(`${spent} other requests in a window that allows ${of}`);
  const other = otherRun(record);
  if (other !== undefined) return ours(`run ${other} spends of the same account`);
  return {
    code: 'throttledEarly',
    request,
    seen: `429 after ${spent} requests in a window that allows ${of}`,
    exchanges,
  };
}

/** What stands between a request and any judgement of its answer: no answer, too many requests, no money to pay out. */
export function hindrance(record: RunRecord, exchange: Exchange): Fault | undefined {
  const { request, seen, id } = exchange;
  if (exchange.class === 'throttled') return throttled(record, exchange);
  const isMissing = exchange.isLost && exchange.class === 'indeterminate';
  if (isMissing || exchange.class === 'unavailable') return { code: 'transport', request, seen, exchanges: [id] };
  return uncovered(record, exchange);
}
