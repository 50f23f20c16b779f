import { isCount, isText, objectWith, optional } from '../../../schemas/json/guards.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { isCutShort, isLostWrite } from '../judgement/faults.ts';
import type { OpenApiResult } from '../judgement/oracles.ts';

/** Failures that are not reported against the target, since a repeat did not confirm them: their number, and the request of the first one. */
export interface UnconfirmedFailures {
  /** Answers of 5xx. */
  failed: number;
  /** Requests without an answer. */
  lost: number;
  /** Writes among the lost requests: they may have taken effect, and were not sent again. */
  unasked?: number;
  first?: string;
}

/** True if a value is the stored form of such failures. */
export const isUnconfirmedFailures = objectWith({
  failed: isCount,
  lost: isCount,
  unasked: optional(isCount),
  first: optional(isText),
});

/** Returns the kind of failure of an exchange; undefined if it did not fail. A 501 is no failure: it may honestly say that something is not implemented. */
function failureOf(exchange: Exchange): 'failed' | 'lost' | undefined {
  const { status = 0, isLost, line } = exchange;
  if (line.purpose !== 'probe') return undefined;
  if (isLost) return isCutShort(exchange) ? undefined : 'lost';
  return status >= 500 && status !== 501 ? 'failed' : undefined;
}

/** Returns the unconfirmed failures after the exchanges and results of one more case. */
export function unconfirmedFailuresAfter(
  before: UnconfirmedFailures,
  exchanges: readonly Exchange[],
  results: readonly OpenApiResult[],
): UnconfirmedFailures {
  const convicted = new Set(results.flatMap(({ result }) => (result.state === 'broken' ? result.exchanges : [])));
  const passing = { ...before };
  for (const exchange of exchanges) {
    const failure = convicted.has(exchange.id) ? undefined : failureOf(exchange);
    if (failure === undefined) continue;
    passing[failure] += 1;
    if (isLostWrite(exchange)) passing.unasked = (passing.unasked ?? 0) + 1;
    passing.first ??= exchange.line.operation ?? exchange.request;
  }
  return passing;
}
