import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { isCutShort, isLostWrite } from '../judgement/faults.ts';
import type { OpenApiResult } from '../judgement/oracles.ts';

/** Failures that convict nobody, since they were not seen twice of two: how many, and the request of the first of them. */
export interface UnconfirmedFailures {
  /** Answers of 5xx. */
  failed: number;
  /** Requests without an answer. */
  lost: number;
  /** Of these, writes: they may have been made, and were not sent again. */
  unasked?: number;
  first?: string;
}

/** What of an exchange failed; undefined where nothing did, or honestly: what is not described may be said to be not implemented. */
function failureOf(exchange: Exchange): 'failed' | 'lost' | undefined {
  const { status = 0, isLost, line } = exchange;
  if (line.purpose !== 'probe') return undefined;
  if (isLost) return isCutShort(exchange) ? undefined : 'lost';
  return status >= 500 && status !== 501 ? 'failed' : undefined;
}

/** What is known of failures after the exchanges of one case more, and what was ruled of it. */
export function unconfirmedFailuresAfter(
  before: UnconfirmedFailures,
  exchanges: readonly Exchange[],
  rulings: readonly OpenApiResult[],
): UnconfirmedFailures {
  const convicted = new Set(rulings.flatMap(({ result }) => (result.state === 'broken' ? result.exchanges : [])));
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
