import { type Money, money, type RoundingMode } from './money.ts';

/** One tradable pair: its prices and the limits of an order in the base asset (§ Exchange rate, § Exchange limit). */
export interface Pair {
  readonly base: string;
  readonly quote: string;
  readonly bid: Money;
  readonly ask: Money;
  readonly scale: number;
  readonly roundingMode: RoundingMode;
  readonly minLimit: Money;
  readonly maxLimit: Money;
}

type Row = readonly [base: string, quote: string, bid: string, ask: string, scale: number, min: string, max: string];

const ROWS: readonly Row[] = [
  ['BTC', 'USDT', '64980.5', '65019.5', 6, '0.0001', '5'],
  ['ETH', 'USDT', '3398.2', '3401.8', 6, '0.001', '100'],
  ['TRX', 'USDT', '0.1412', '0.1416', 6, '10', '500000'],
  ['USDC', 'USDT', '0.9997', '1.0003', 6, '1', '500000'],
  ['BTC', 'EUR', '59801', '59919', 2, '0.0001', '5'],
  ['USDT', 'EUR', '0.9197', '0.9223', 2, '1', '500000'],
  ['USDT', 'USD', '0.9989', '1.0011', 2, '1', '500000'],
  ['USDT', 'UAH', '41.05', '41.35', 2, '1', '500000'],
  ['USDT', 'KZT', '478.1', '481.9', 2, '1', '500000'],
  ['USDT', 'TRY', '34.11', '34.35', 2, '1', '500000'],
  ['USDT', 'IDR', '15780', '15920', 0, '1', '500000'],
];

/** The pairs of a new instance. */
export const PAIRS: readonly Pair[] = ROWS.map(([base, quote, bid, ask, scale, min, max]) => ({
  base,
  quote,
  bid: money(bid),
  ask: money(ask),
  scale,
  roundingMode: 'HALF_EVEN',
  minLimit: money(min),
  maxLimit: money(max),
}));

/** The name of a pair: base and quote without a separator. */
export const symbolOf = (pair: Pair): string => `${pair.base}${pair.quote}`;
