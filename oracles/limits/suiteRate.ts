import type { Exchange } from '../../traffic/journal/exchange.ts';
import { grouped, type RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { limitOf, limitText, methodClassOf, rateLimitedMethods, rateLimitTestAccount } from './models/limitTrials.ts';

/** A run sends no more POSTs than so many times what it has foretold: some are repeated to confirm a crash. Reads are polls, which depend on the target's pace. */
const mostOverForecast = 2;

const ours = (message: string, exchanges: readonly Exchange[]): Fault => ({
  code: 'suiteError',
  message,
  exchanges: exchanges.map(({ id }) => id),
});

/** The requests that may all have reached the target within the window that begins when one was answered. */
function inWindowOf(first: Exchange, sent: readonly Exchange[], windowNs: bigint): Exchange[] {
  return sent.filter(
    ({ sentNs, receivedNs }) => receivedNs >= first.receivedNs && sentNs < first.receivedNs + windowNs,
  );
}

/** One fault for the fullest window of a class that holds more than its allowance; times of two clocks are not compared. */
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
        `the run sent ${fullest.length} ${method} in one window, and the target allows ${limitText(limit, method)}`,
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
  return [ours(`the run sent ${posts.length} POSTs, and had foretold ${foretold}`, posts)];
}

/**
 * The suite keeps below the declared rate, whatever its parallelism, and had told its cost (LIM-06). What breaks it is our own fault.
 * What uses up an account of its own takes nothing from the declared rate.
 */
export function staysBelowRate(record: RunRecord): Fault[] {
  const { quota } = record.target ?? {};
  if (!quota || rateLimitedMethods.every((method) => limitOf(quota, method) === undefined))
    return [{ code: 'notApplicable', reason: 'the target file declares no quota', exchanges: [] }];
  const sent = record.exchanges.filter((exchange) => !rateLimitTestAccount(record, exchange));
  const clocks = grouped(sent, ({ clock }) => clock);
  return [...[...clocks.values()].flatMap((own) => overspent(record, own)), ...beyondForecast(record, sent)];
}
