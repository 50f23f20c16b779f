import type { Exchange } from '../../traffic/journal/exchange.ts';

/**
 * Returns the target's time, ms, from the Date of an earlier answer. An expiry must be in the future on the target's clock, which may be ahead of ours. Returns
 * our own time if it is later, because a proxy may have cached the answer.
 */
export function targetNow(answer: Exchange): number {
  const said = Date.parse(answer.header('date') ?? '');
  const sinceMs = Number((process.hrtime.bigint() - answer.receivedNs) / 1_000_000n);
  return Math.max(Date.now(), Number.isNaN(said) ? 0 : said + sinceMs);
}
