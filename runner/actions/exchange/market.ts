import { LosslessNumber } from 'lossless-json';
import { balanceIn } from '../../../oracles/answers/balances.ts';
import { limitsIn, type Rate, ratesIn } from '../../../oracles/answers/exchangeLists.ts';
import { maxCostOf, type TradeSide } from '../../../oracles/exchange/trades.ts';
import { type Decimal, decimal, roundTo } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { create, read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import { methodOf } from '../inputs/methods.ts';

/** A pair that has both a rate and a least amount (§ Exchange rate, § Exchange limit). */
export interface MarketPair extends Omit<Rate, 'pair'> {
  symbolPair: string;
  minLimit: Decimal;
  /** The most that an order takes; undefined where the list has none, or 0. */
  maxLimit?: Decimal;
  /** The decimals of the quote asset, where the methods list tells them. */
  quotePlaces?: number;
}

/** The decimals of each currency, as its methods have them; the fewest of several. */
function placesIn({ json }: Exchange): ReadonlyMap<string, number> {
  const listed = Array.isArray(json) ? json.flatMap((value) => methodOf(value, () => ({}))) : [];
  const places = new Map<string, number>();
  for (const { currency, scale } of listed) places.set(currency, Math.min(scale, places.get(currency) ?? scale));
  return places;
}

/** The pairs of the target's own lists that can be traded. */
export async function marketOf(api: Api): Promise<MarketPair[]> {
  const limits = limitsIn(await api.control(read.exchangeLimits()));
  const rates = ratesIn(await api.control(read.exchangeRates()));
  const places = placesIn(await api.control(read.methods()));
  return rates.flatMap(({ pair, ...rate }) => {
    const limit = limits.find(({ symbolPair }) => symbolPair === pair);
    if (!limit?.minLimit?.gt(0)) return [];
    const { minLimit, maxLimit } = limit;
    const quotePlaces = places.get(rate.quote);
    return [
      {
        ...rate,
        symbolPair: pair,
        minLimit,
        ...(maxLimit?.gt(0) && { maxLimit }),
        ...(quotePlaces !== undefined && { quotePlaces }),
      },
    ];
  });
}

/** What an order converts into is at the least so many units of the last place: less may be rounded to nothing. */
const leastUnits = 100;

/** The least amount of a pair that is worth something in its quote asset; the least that it takes where its scale is not shown. */
export function leastOf({ minLimit, maxLimit, bid, scale }: MarketPair): Decimal {
  if (scale === undefined) return minLimit;
  const worthwhile = decimal(String(leastUnits)).div(decimal('10').pow(scale)).div(bid);
  const least = roundTo(worthwhile, minLimit.decimalPlaces(), 'UP');
  return least.lte(minLimit) || maxLimit?.lt(least) ? minLimit : least;
}

/** So many times the least one is an amount: limits may move between a list and an order. */
const clear = decimal('1.25');

/** A little more than the least amount of a pair, in no more decimals than that: what an order is of whose amount is not the point. */
export function smallOf(pair: MarketPair): Decimal {
  const [least, cleared] = [leastOf(pair), roundTo(pair.minLimit.times(clear), pair.minLimit.decimalPlaces(), 'UP')];
  return cleared.lte(least) || pair.maxLimit?.lt(cleared) ? least : cleared;
}

/** The two ways to trade. */
export const sides = ['BUY', 'SELL'] as const satisfies readonly TradeSide[];

/** Of all pairs and sides the first whose small amount a balance holds so many times; undefined where none is seen to. */
export function coveredOrder(
  pairs: readonly MarketPair[],
  balances: Exchange,
  times: number,
): { pair: MarketPair; side: TradeSide } | undefined {
  const orders = pairs.flatMap((pair) => sides.map((side) => ({ pair, side })));
  return orders.find(({ pair, side }) => {
    const { currency, most } = maxCostOf({ ...pair, side, amount: smallOf(pair) });
    return balanceIn(balances, currency)?.gte(most.times(times));
  });
}

/** A balance had better hold an order this many times: others pay from it, too. */
const margins = [10, 1];

/** The body of an order of a small amount of a pair: one that a balance holds, else to buy what is listed first; undefined where nothing is listed. */
export async function smallOrder(api: Api): Promise<Record<string, unknown> | undefined> {
  const pairs = await marketOf(api);
  const balances = await api.control(read.balances());
  const [held] = margins.flatMap((times) => coveredOrder(pairs, balances, times) ?? []);
  const [listed] = limitsIn(await api.control(read.exchangeLimits()));
  const symbolPair = held?.pair.symbolPair ?? listed?.symbolPair;
  if (symbolPair === undefined) return undefined;
  const least = held ? smallOf(held.pair) : listed?.minLimit;
  const amount = least && { amount: new LosslessNumber(least.toFixed()) };
  return { symbolPair, side: held?.side ?? 'BUY', ...amount };
}

/** An exchange order of a small amount of a listed pair; undefined when no pair is listed. */
export async function madeExchange(api: Api): Promise<Exchange | undefined> {
  const body = await smallOrder(api);
  return body && api.control(create.exchange(body));
}
