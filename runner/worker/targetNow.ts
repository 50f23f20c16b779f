import type { Exchange } from '../../traffic/journal/exchange.ts';

/**
 * The time by a target's own clock, in ms, as an answer told it some time ago: what is to expire later must do so on that clock,
 * which may be ahead. Ours where it is later, for what stands between us may keep answers.
 */
export function targetNow(answer: Exchange): number {
  const said = Date.parse(answer.header('date') ?? '');
  const sinceMs = Number((process.hrtime.bigint() - answer.receivedNs) / 1_000_000n);
  return Math.max(Date.now(), Number.isNaN(said) ? 0 : said + sinceMs);
}
