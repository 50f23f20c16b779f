import { unknownFieldsFault } from '../../../oracles/answers/balanceFields.ts';
import { balanceIn } from '../../../oracles/answers/balances.ts';
import type { CrossPayoutRequest } from '../../../oracles/exchange/crossShortage.ts';
import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';
import { type MarketPair, marketOf } from '../exchange/market.ts';
import type { Method } from '../inputs/methods.ts';
import { drawnItem, drawnNumber } from '../inputs/turns.ts';
import { feesOf, type UncoveredPayout, uncoveredPayout } from './uncoveredPayout.ts';

/** A pay-out that needs an exchange first, with its method and its address. */
export interface CrossPayoutCandidate {
  payout: UncoveredPayout;
  method: Method;
  cryptoAddress: string;
  /** The part of an assertion on the pay-out that describes the request. */
  asked: CrossPayoutRequest;
}

/** How much is short, by the words of a combination. */
export const shortages = ['little', 'more', 'only the fee', 'less than the least exchange'] as const;

/** How many different amounts less than the least exchange are short in a full run. */
export const turnsBelowLeast = 3;

/** How much is short. */
export type Shortage = (typeof shortages)[number];

/**
 * How much is short, as multiples of the smallest amount that can be bought and paid out, among which the seed draws; with 0, the balance covers the amount. Less
 * than the least exchange is short as a share of the minimum of the pair.
 */
const multiples: Readonly<Record<Shortage, readonly [number, ...number[]]>> = {
  little: [1.02, 1.0000001, 1.1],
  more: [2, 2.3456789, 7.7, 37.000001],
  'only the fee': [0],
  'less than the least exchange': [0.31, 0.0123, 0.97],
};

/** Returns a pay-out for each method and each pair that can supply what is short of it. */
function candidates(
  payouts: readonly { method: Method; cryptoAddress: string }[],
  {
    pairs,
    balances,
    times,
    isBelowLeast,
  }: {
    pairs: readonly (MarketPair & { maxLimit: Decimal })[];
    balances: Exchange;
    times: number;
    isBelowLeast: boolean;
  },
): CrossPayoutCandidate[] {
  return payouts.flatMap(({ method, cryptoAddress }) =>
    pairs.flatMap((pair) => {
      const [balance, quoteBalance] = [balanceIn(balances, pair.base), balanceIn(balances, pair.quote)];
      if (pair.base !== method.currency || !balance || !quoteBalance) return [];
      const payout = uncoveredPayout(method, { pair, balance, purse: quoteBalance, times, isBelowLeast });
      if (!payout) return [];
      const { wanted, from, amount } = payout;
      const places = pair.quotePlaces !== undefined && { quotePlaces: pair.quotePlaces };
      return [{ payout, method, cryptoAddress, asked: { wanted, from, amount, fees: feesOf(method), ...places } }];
    }),
  );
}

/** Returns a candidate by the pair whose turn it is, so that a run tries as many pairs as it has cross payouts: most methods share one currency. */
function ofPairInTurn(
  worker: Worker,
  usable: readonly CrossPayoutCandidate[],
  { shortage, turn }: { shortage: Shortage; turn: number },
): CrossPayoutCandidate {
  const pairs = [...new Set(usable.map(({ payout }) => payout.symbolPair))].sort();
  const place = drawnNumber(worker, 'the pair of a cross payout') + shortages.indexOf(shortage) + turn;
  const pair = pairs[place % pairs.length];
  const [first, ...others] = usable.filter(({ payout }) => payout.symbolPair === pair) as [CrossPayoutCandidate];
  return drawnItem(worker, `cross payout ${shortage}`, [first, ...others]);
}

/**
 * Draws a pay-out in coins that empties a balance, by one of the methods with a destination address, from one of the assets that can supply the missing amount.
 * Returns a fault if no exchange can supply it.
 */
export async function crossPayoutCandidate(
  { worker, api, shortage, turn = 0 }: { worker: Worker; api: Api; shortage: Shortage; turn?: number | undefined },
  payouts: readonly { method: Method; cryptoAddress: string }[],
): Promise<CrossPayoutCandidate | { fault: Fault }> {
  const pairs = (await marketOf(api)).flatMap((pair) => (pair.maxLimit ? [{ ...pair, maxLimit: pair.maxLimit }] : []));
  const balances = await api.send(read.balances());
  const [least, ...more] = multiples[shortage];
  const drawn =
    [least, ...more][(drawnNumber(worker, `cross payout: ${shortage} is short`) + turn) % (more.length + 1)] ?? least;
  for (const [times, isBelowLeast] of [
    [drawn, shortage === 'less than the least exchange'] as const,
    [2, false] as const,
  ]) {
    const found = candidates(payouts, { pairs, balances, times, isBelowLeast });
    const orderable = found.filter(({ payout }) => decimal(payout.short).gte(payout.least));
    // What is bought if less than the least exchange is short is not shown, so such a pay-out proves less.
    const usable = orderable.length > 0 ? orderable : found;
    if (usable.length > 0) return ofPairInTurn(worker, usable, { shortage, turn });
  }
  const reason = 'no pay-out in coins has a shortage that another balance and a listed pair could cover';
  return { fault: unknownFieldsFault(balances) ?? { code: 'notApplicable', reason, exchanges: [balances.id] } };
}
