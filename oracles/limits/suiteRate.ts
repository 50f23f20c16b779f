import type { Exchange } from '../../traffic/journal/exchange.ts';
import { grouped, type RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { limitOf, limitText, methodClassOf, rateLimitedMethods, rateLimitTestAccount } from './models/limitTrials.ts';

/**
 * The greatest factor by which the POSTs of a run may exceed its forecast, since some are repeated to confirm a crash. Reads are polls whose number depends on
 * the pace of the target.
 */
const mostOverForecast = 2;

const ours = (message: string, exchanges: readonly Exchange[]): Fault => ({
  code: 'suiteError',
  message,
  exchanges: exchanges.map(({ id }) => id),
});

/** Returns the requests that may all have reached the target within one window. The window begins when the first request was answered. */
function inWindowOf(first: Exchange, sent: readonly Exchange[], windowNs: bigint): Exchange[] {
  return sent.filter(
    ({ sentNs, receivedNs }) => receivedNs >= first.receivedNs && sentNs < first.receivedNs + windowNs,
  );
}

/** Reports the fullest window of each class that exceeds its allowance. Times of different clocks are not compared. */
function overspent(record: RunRecord, sent: readonly Exchange[]): Fault[] {
  const { quota } = record.target ?? {};
  return rateLimitedMethods.flatMap((method) => {
    const limit = quota && limitOf(quota, method);
    if (!limit) return [];
    const own = sent.filter((exchange) => methodClassOf(exchange) === method);
    const windowNs = BigInt(Math.floor(limit.windowMs * 1e6));
    const windows = own.map((first) => inWindowOf(first, own, windowNs));
    const fullest = windows.reduce((most, one) => (one.length > most.length ? one : most), []);
    if (fullest.length <= limit.of) return [];
    return [
      ours(
        `the run sent ${fullest.length} ${method} in one window, but the target allows ${limitText(limit, method)}`,
        fullest,
      ),
    ];
  });
}

function beyondForecast({ runs }: RunRecord, sent: readonly Exchange[]): Fault[] {
  const lacking = runs.filter(({ forecast }) => forecast === undefined);
  if (lacking.length > 0)
    return [{ code: 'noEvidence', wanted: 'a forecast of its cost in the first line of the run', exchanges: [] }];
  const foretold = runs.reduce((sum, { forecast }) => sum + (forecast?.posts ?? 0), 0);
  const posts = sent.filter((exchange) => methodClassOf(exchange) === 'POST');
  if (posts.length <= mostOverForecast * foretold) return [];
  return [ours(`the run sent ${posts.length} POSTs, but had forecast ${foretold}`, posts)];
}

/**
 * The suite stays below the declared rate, regardless of its parallelism, and sends no more requests than its forecast allows (LIM-06). A violation is a fault
 * of the suite. Requests on rate-limit test accounts are not counted.
 */
export function staysBelowRate(record: RunRecord): Fault[] {
  const { quota } = record.target ?? {};
  if (!quota || rateLimitedMethods.every((method) => limitOf(quota, method) === undefined))
    return [{ code: 'notApplicable', reason: 'the target file declares no quota', exchanges: [] }];
  const sent = record.exchanges.filter((exchange) => !rateLimitTestAccount(record, exchange));
  const clocks = grouped(sent, ({ clock }) => clock);
  return [...[...clocks.values()].flatMap((own) => overspent(record, own)), ...beyondForecast(record, sent)];
}
