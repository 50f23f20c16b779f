import { type JsonObject, num } from '../core/json.ts';
import { type Money, money, roundEven } from '../core/money.ts';
import { notFound } from '../core/problem.ts';
import { currencyOf } from '../domain/currencies.ts';

/** A currency pair that can be exchanged; prices are in the quote asset for one unit of the base asset. */
export interface Pair {
  symbol: string;
  base: string;
  quote: string;
  bid: Money;
  ask: Money;
  scale: number;
  minLimit: Money;
  maxLimit: Money;
}

interface Terms {
  bid: string;
  ask: string;
  min: string;
  max: string;
}

function pair(base: string, quote: string, { bid, ask, min, max }: Terms): Pair {
  return {
    symbol: `${base}${quote}`,
    base,
    quote,
    bid: money(bid),
    ask: money(ask),
    scale: currencyOf(quote).scale,
    minLimit: money(min),
    maxLimit: money(max),
  };
}

/** All pairs of the exchange. */
export const PAIRS: readonly Pair[] = [
  pair('BTC', 'USDT', { bid: '64218.375', ask: '64282.625', min: '0.00002', max: '5' }),
  pair('ETH', 'USDT', { bid: '3118.69', ask: '3121.81', min: '0.0005', max: '80' }),
  pair('TRX', 'USDT', { bid: '0.24358', ask: '0.24382', min: '5', max: '900000' }),
  pair('ETH', 'BTC', { bid: '0.04854', ask: '0.04859', min: '0.001', max: '60' }),
  pair('BTC', 'EUR', { bid: '59228.11', ask: '59291.74', min: '0.00005', max: '3' }),
  pair('USDT', 'EUR', { bid: '0.92', ask: '0.93', min: '1', max: '300000' }),
  pair('USDT', 'USD', { bid: '0.99', ask: '1.01', min: '1', max: '300000' }),
  pair('USDT', 'UAH', { bid: '41.42', ask: '41.57', min: '1', max: '120000' }),
  pair('USDT', 'KZT', { bid: '511.74', ask: '513.91', min: '1', max: '120000' }),
  pair('USDT', 'TRY', { bid: '38.84', ask: '38.98', min: '1', max: '120000' }),
  pair('USDT', 'IDR', { bid: '16251', ask: '16322', min: '1', max: '120000' }),
];

/** The pair of a symbol; 404 when there is none. */
export function pairOf(symbol: string): Pair {
  const found = PAIRS.find((candidate) => candidate.symbol === symbol);
  if (found === undefined) throw notFound('symbolPair');
  return found;
}

/** The amount of quote asset for an amount of base asset at a price, rounded as the rate says. */
export function quoteAmount(pair: Pair, base: Money, price: Money): Money {
  return roundEven(base.times(price), pair.scale);
}

/** The JSON form of the limits of a pair. */
export function limitView(pair: Pair): JsonObject {
  return { symbolPair: pair.symbol, minLimit: num(pair.minLimit), maxLimit: num(pair.maxLimit) };
}

/** The JSON form of the rate of a pair. */
export function rateView(pair: Pair): JsonObject {
  return {
    pair: pair.symbol,
    baseAsset: pair.base,
    quoteAsset: pair.quote,
    ask: num(pair.ask),
    bid: num(pair.bid),
    roundingMode: 'HALF_EVEN',
    scale: pair.scale,
  };
}
