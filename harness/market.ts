import type { Decimal } from '../schemas/exact.ts';
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
