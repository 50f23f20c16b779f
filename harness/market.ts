import { type Decimal, decimal, roundTo } from '../schemas/exact.ts';
import type { Api } from './api.ts';
import { limitsIn, type Rate, ratesIn } from './oracles/rates.ts';
import { read } from './plan.ts';

/** A pair that has both a rate and a least amount (§ Exchange rate, § Exchange limit). */
export interface MarketPair extends Omit<Rate, 'pair'> {
  symbolPair: string;
  minLimit: Decimal;
  /** The most that an order takes; undefined where the list has none, or 0. */
  maxLimit?: Decimal;
}

/** The pairs of the target's own lists that can be traded. */
export async function marketOf(api: Api): Promise<MarketPair[]> {
  const limits = limitsIn(await api.control(read.exchangeLimits()));
  const rates = ratesIn(await api.control(read.exchangeRates()));
  return rates.flatMap(({ pair, ...rate }) => {
    const limit = limits.find(({ symbolPair }) => symbolPair === pair);
    if (!limit?.minLimit?.gt(0)) return [];
    const { minLimit, maxLimit } = limit;
    return [{ ...rate, symbolPair: pair, minLimit, ...(maxLimit?.gt(0) && { maxLimit }) }];
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
