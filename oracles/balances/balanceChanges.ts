import type { Decimal } from '../../schemas/json/exact.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { noFigureFault } from '../answers/balanceFields.ts';
import { type BalanceReads, dropOf } from '../answers/balances.ts';
import { amountIn } from '../answers/searchPage.ts';
import { type OracleResult, toResult } from '../core/result.ts';
import { excuseFor } from '../general/excuse.ts';
import { type FeeInterpretation, type Fees, feeInterpretations } from './feeInterpretations.ts';

/** Requests between two reads of the balances. */
export interface RequestsBetweenReads extends BalanceReads {
  uses: readonly string[];
}

/** The balance change of one order, and rounds of requests that may cause this change at most `allowed` times. */
export interface BalanceChangeArgs {
  first: RequestsBetweenReads;
  rounds: readonly RequestsBetweenReads[];
  /** The currency of the order's amount and the currency of its fee; only one entry if they are equal. */
  assets: readonly string[];
  fees: Fees;
  /** 0 for requests that must not move a balance, 1 if one of several simultaneous requests may. */
  allowed: 0 | 1;
  what: string;
}

/** Returns by how much one request of a round may lower the balance. Uses the fee interpretations that explain the balance change of the first order. */
function takenBy(
  record: RunRecord,
  { first, fees }: Pick<BalanceChangeArgs, 'first' | 'fees'>,
  { round, one }: { round: RequestsBetweenReads; one: Decimal },
): Decimal[] {
  const amounts = [first, round].map(({ uses }) => amountIn(record.exchange(uses[0] ?? '').sent ?? null));
  const [was, is] = amounts.map((amount) => (amount ? feeInterpretations('held', amount, fees) : []));
  const fits = was?.filter(({ drop }) => !drop.isZero() && drop.eq(one.abs())) ?? [];
  const isLike = (reading: FeeInterpretation) =>
    fits.some(({ name, mode }) => name === reading.name && mode === reading.mode);
  return is?.filter(isLike).map(({ drop }) => (one.isNegative() ? drop.negated() : drop)) ?? [];
}

/**
 * Returns the currency whose balance moved as if more orders of a round were executed than allowed, and the drop of that balance; undefined if no currency did.
 */
export function excessChange(
  record: RunRecord,
  args: Pick<BalanceChangeArgs, 'first' | 'fees' | 'assets' | 'allowed'>,
  round: RequestsBetweenReads,
): { asset: string; drop: Decimal } | undefined {
  const { first, assets, allowed } = args;
  const counts = round.uses.map((_, index) => index + 1).filter((times) => times > allowed);
  for (const asset of assets) {
    const [one, drop] = [dropOf(record, first, asset), dropOf(record, round, asset)];
    const taken = one && drop ? takenBy(record, args, { round, one }) : [];
    if (drop && taken.some((each) => counts.some((times) => drop.eq(each.times(times))))) return { asset, drop };
  }
  return undefined;
}

/** Returns the reason why the balances do not show an order: they have no figure for its currencies, or the order does not move any of them. */
function silence(record: RunRecord, args: BalanceChangeArgs): Fault | undefined {
  const { first, rounds, assets, what } = args;
  const exchanges = [first.before, first.after];
  const shown = assets.filter((asset) =>
    [first, ...rounds].every((round) => dropOf(record, round, asset) !== undefined),
  );
  if (shown.length === 0) return noFigureFault(record, exchanges, assets);
  const isMoved = (asset: string) => {
    const one = dropOf(record, first, asset);
    return one !== undefined && takenBy(record, args, { round: first, one }).length > 0;
  };
  if (shown.some(isMoved)) return undefined;
  return { code: 'notApplicable', reason: `no balance is seen to move by the amount of ${what}`, exchanges };
}

/**
 * Requests that are not new orders move no balance (LIM-01a, LIM-02, LIM-03). Others may use the account, so a fault needs at least two rounds, and in each
 * round a balance must move by the change of more orders than allowed.
 */
export function movesNoMore(record: RunRecord, args: BalanceChangeArgs): OracleResult {
  const { first, rounds, what } = args;
  const uses = rounds.flatMap((round) => round.uses);
  const exchanges = [first, ...rounds].flatMap((round) => [round.before, ...round.uses, round.after]);
  const [made] = first.uses.map((id) => record.exchange(id));
  if (made?.class !== 'accepted') {
    const failed: Fault = { code: 'noEvidence', wanted: `${what} to be accepted`, exchanges: first.uses };
    return toResult(exchanges, [(made && excuseFor(record, made)) ?? failed]);
  }
  const silent = silence(record, args);
  if (silent) return toResult(exchanges, [silent]);
  const hindered = uses.map((id) => excuseFor(record, record.exchange(id)));
  const [lack] = hindered;
  if (lack && hindered.every((fault) => fault !== undefined)) return toResult(exchanges, [lack]);
  const moved = rounds.map((round) => excessChange(record, args, round));
  const [one] = moved;
  if (rounds.length < 2 || !one || moved.some((round) => !round)) return toResult(exchanges, []);
  const seen = `the ${one.asset} balance moved by ${one.drop.negated().toFixed()}, and moved again in each other round`;
  return toResult(exchanges, [{ code: 'usedTwice', what: `the clientOrderId of ${what}`, seen, exchanges }]);
}
