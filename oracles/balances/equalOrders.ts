import type { Decimal } from '../../schemas/json/exact.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { noFigureFault } from '../answers/balanceFields.ts';
import { dropOf } from '../answers/balances.ts';
import { amountIn } from '../answers/searchPage.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { type EqualOrdersArgs, unaccepted } from '../payments/ids/equalOrders.ts';
import type { RequestsBetweenReads } from './balanceChanges.ts';
import { type Fees, feeInterpretations } from './feeInterpretations.ts';

/** Pairs of equal orders between two reads of the balances, and the balances in which one order may move by its amount. */
export interface EqualMovesArgs extends EqualOrdersArgs {
  pairs: readonly RequestsBetweenReads[];
  assets: readonly string[];
  fees: Fees;
}

type Money = Pick<EqualMovesArgs, 'assets' | 'fees'>;

/** Returns by how much one order of a pair may move a balance, by each interpretation of its fee. */
function changesOf(record: RunRecord, { fees }: Money, { uses }: RequestsBetweenReads): Decimal[] {
  const amount = amountIn(record.exchange(uses[0] ?? '').sent ?? null);
  const all = amount ? feeInterpretations('held', amount, fees) : [];
  return all.map(({ drop }) => drop).filter((drop) => !drop.isZero());
}

/** Returns the balances that moved by exactly so many orders of a pair. */
function movedBy(record: RunRecord, money: Money, { pair, times }: { pair: RequestsBetweenReads; times: number }) {
  const changes = changesOf(record, money, pair);
  return money.assets.flatMap((asset) => {
    const drop = dropOf(record, pair, asset);
    return drop && changes.some((one) => one.times(times).eq(drop.abs())) ? [{ asset, drop }] : [];
  });
}

/** Returns the balance that moved by one order of a pair, although none moved by both; undefined if there is none. */
export function bookedOnce(record: RunRecord, money: Money, pair: RequestsBetweenReads) {
  const [both] = movedBy(record, money, { pair, times: 2 });
  return both ? undefined : movedBy(record, money, { pair, times: 1 })[0];
}

/**
 * Two equal orders without clientOrderId both move the balance (LIM-08). Others may use the account, so a fault needs two pairs, and in each a balance must
 * move by exactly one order.
 */
export function moveEach(record: RunRecord, args: EqualMovesArgs): OracleResult {
  const { pairs, assets, what } = args;
  const exchanges = pairs.flatMap(({ before, uses, after }) => [before, ...uses, after]);
  // areOwnOrders judges refusals.
  const wanted = `two equal orders to be accepted (${what})`;
  if (unaccepted(record, args)) return faultResult({ code: 'notApplicable', reason: `it lacks ${wanted}`, exchanges });
  const isShown = assets.some((asset) => pairs.every((pair) => dropOf(record, pair, asset) !== undefined));
  if (!isShown) return faultResult(noFigureFault(record, exchanges, assets));
  const once = pairs.flatMap((pair) => bookedOnce(record, args, pair) ?? []);
  const [one] = once;
  if (pairs.length > 1 && one && once.length === pairs.length)
    return faultResult({
      code: 'notConserved',
      what: `two equal orders without clientOrderId (${what})`,
      wanted: `${one.drop.negated().times(2).toFixed()} ${one.asset}`,
      seen: `${one.drop.negated().toFixed()} ${one.asset}, as by one order, in each of ${pairs.length} rounds`,
      exchanges,
    });
  if (pairs.some((pair) => movedBy(record, args, { pair, times: 2 }).length > 0)) return toResult(exchanges, []);
  return faultResult({
    code: 'notApplicable',
    reason: `no balance is seen to move by the amount of ${what}`,
    exchanges,
  });
}
