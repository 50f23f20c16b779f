import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { noFigureFault } from '../answers/balanceFields.ts';
import { type BalanceReads, balancesAround } from '../answers/balances.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';

/** A request that is no new cross payout, between two reads of the balances. */
export interface UncrossedRound extends BalanceReads {
  sent: string;
}

/** Cross payouts that the target must not carry out: their id was used before, or is too long. `from` is the asset to exchange from. */
export interface CrossedOnceArgs {
  rounds: readonly UncrossedRound[];
  from: string;
  /** True if the id was used before, so that an answer of 2xx may repeat the first one. */
  isReused: boolean;
  what: string;
}

/**
 * A cross payout that creates no pay-out exchanges nothing (OUT-07): the text has both orders created together. Others may use the account, so a fault needs two
 * rounds, each with a fall of the balance to exchange from.
 */
export function crossedOnce(record: RunRecord, { rounds, from, isReused, what }: CrossedOnceArgs): OracleResult {
  const exchanges = rounds.flatMap(({ before, sent, after }) => [before, sent, after]);
  const taken = rounds.find(({ sent }) => record.exchange(sent).class === 'accepted');
  const reason = `${what} is accepted, which other requirements judge`;
  if (taken && !isReused) return faultResult({ code: 'notApplicable', reason, exchanges: [taken.sent] });
  const figures = rounds.flatMap((round) => balancesAround(record, round, from) ?? []);
  if (figures.length < rounds.length) return faultResult(noFigureFault(record, exchanges, [from]));
  const falls = figures.map(({ had, has }) => had.minus(has)).filter((fall) => fall.gt(0));
  if (falls.length < 2 || falls.length < rounds.length) return toResult(exchanges, []);
  const seen = `the ${from} balance fell by ${falls.map((fall) => fall.toFixed()).join(', then ')}`;
  return faultResult({ code: 'happened', what, seen, exchanges });
}
