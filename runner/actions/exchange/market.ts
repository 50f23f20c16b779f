import { jsonNumber } from '../../../generators/amounts/prices.ts';
import { orderBody } from '../../../generators/payloads/exchange.ts';
import { startingAt } from '../../../generators/values/startingAt.ts';
import { balanceIn } from '../../../oracles/answers/balances.ts';
import { limitsIn, type Rate, ratesIn } from '../../../oracles/answers/exchangeLists.ts';
import { maxCostOf, type TradeSide } from '../../../oracles/exchange/trades.ts';
import { type Decimal, decimal, roundTo } from '../../../schemas/json/exact.ts';
import type { ExchangeBody } from '../../../schemas/requestTypes.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { create, read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import { placesByCurrency } from '../inputs/methods.ts';

/** A pair that has both a rate and a minimum amount (§ Exchange rate, § Exchange limit). */
export interface MarketPair extends Omit<Rate, 'pair'> {
  symbolPair: string;
  minLimit: Decimal;
  /** The maximum of an order; undefined if the list has none, or 0. */
  maxLimit?: Decimal;
  /** The decimals of the quote asset, if the methods list shows them. */
  quotePlaces?: number;
}

/** Returns the tradable pairs of the target's own lists. */
export async function marketOf(api: Api): Promise<MarketPair[]> {
  const limits = limitsIn(await api.control(read.exchangeLimits()));
  const rates = ratesIn(await api.control(read.exchangeRates()));
  const places = await placesByCurrency(api);
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

/** An order must convert into at least this many units of the last decimal, because less may be rounded to nothing. */
const leastUnits = 100;

/**
 * Returns the smallest amount of a pair that converts into at least `leastUnits` units of the quote asset's last decimal. Returns the minimum of the pair if
 * that is enough, if the maximum is too small, or if the scale is not shown.
 */
export function leastOf({ minLimit, maxLimit, bid, scale }: MarketPair): Decimal {
  if (scale === undefined) return minLimit;
  const worthwhile = decimal(String(leastUnits)).div(decimal('10').pow(scale)).div(bid);
  const least = roundTo(worthwhile, minLimit.decimalPlaces(), 'UP');
  return least.lte(minLimit) || maxLimit?.lt(least) ? minLimit : least;
}

/** A small order is this many times the minimum, because limits may change between a list and an order. */
const clear = decimal('1.25');

/** Returns a little more than the minimum of a pair, with no more decimals than the minimum has; for orders whose exact amount does not matter. */
export function smallOf(pair: MarketPair): Decimal {
  const [least, cleared] = [leastOf(pair), roundTo(pair.minLimit.times(clear), pair.minLimit.decimalPlaces(), 'UP')];
  return cleared.lte(least) || pair.maxLimit?.lt(cleared) ? least : cleared;
}

/** The two sides of a trade. */
export const sides = ['BUY', 'SELL'] as const satisfies readonly TradeSide[];

/** Which covered order is looked for: how many times its balance covers it, if possible of a side, and from which place of the list. */
interface Covered {
  times: number;
  prefers?: TradeSide;
  from?: number;
}

/** Returns the next pair and side, if possible of the preferred side, whose small order the balance covers so many times; undefined if no balance shows that. */
export function coveredOrder(
  pairs: readonly MarketPair[],
  balances: Exchange,
  { times, prefers, from = 0 }: Covered,
): { pair: MarketPair; side: TradeSide } | undefined {
  const listed = pairs.flatMap((pair) => sides.map((side) => ({ pair, side })));
  const first = (one: (typeof listed)[number]) => Number(one.side !== prefers);
  return startingAt(listed, from)
    .toSorted((one, other) => first(one) - first(other))
    .find(({ pair, side }) => {
      const { currency, most } = maxCostOf({ ...pair, side, amount: smallOf(pair) });
      return balanceIn(balances, currency)?.gte(most.times(times));
    });
}

/** How many times a balance should cover an order: the preferred number, then the smallest accepted one. Other tests pay from the same balance. */
const margins = [10, 1];

/**
 * Returns the body of a small order that a balance covers, of a pair and side by a drawn number. If no balance covers an order, returns the body of an order to buy
 * the first pair that is listed with a minimum; undefined if there is none.
 */
export async function smallOrder(api: Api, from: number): Promise<ExchangeBody | undefined> {
  const pairs = await marketOf(api);
  const balances = await api.control(read.balances());
  const [held] = margins.flatMap((times) => coveredOrder(pairs, balances, { times, from }) ?? []);
  const listed = limitsIn(await api.control(read.exchangeLimits())).find(({ minLimit }) => minLimit);
  const symbolPair = held?.pair.symbolPair ?? listed?.symbolPair;
  const least = held ? smallOf(held.pair) : listed?.minLimit;
  if (symbolPair === undefined || least === undefined) return undefined;
  return orderBody({ symbolPair, side: held?.side ?? 'BUY', amount: jsonNumber(least) });
}

/** Sends a small exchange order for a listed pair; returns undefined if no pair is listed. */
export async function madeExchange(api: Api, from: number): Promise<Exchange | undefined> {
  const body = await smallOrder(api, from);
  return body && api.control(create.exchange(body));
}
