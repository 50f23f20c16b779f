import { type Money, roundHalfEven } from '../money.ts';
import type { Pair } from '../pairs.ts';
import type { RuleKinds } from './kind.ts';

/** The sides of an exchange order. */
export const SIDES = ['BUY', 'SELL'] as const;

/** One side of an exchange order. */
export type Side = (typeof SIDES)[number];

/** How exchange orders are priced and bounded (§ Exchange). */
export const exchangeRules = {
  /** A side is BUY or SELL. */
  sideAccepted(side: string): boolean {
    return side === 'BUY' || side === 'SELL';
  },
  /** An order buys at the ask and sells at the bid. */
  priceOf(pair: Pair, side: Side): Money {
    return side === 'BUY' ? pair.ask : pair.bid;
  },
  /** The value of a base amount in the quote asset, halves to even at the scale of the rate. */
  quoteOf(amount: Money, price: Money, scale: number): Money {
    return roundHalfEven(amount.times(price), scale);
  },
  /** An order reaches the minimum of its pair. */
  exchangeReaches(amount: Money, minLimit: Money): boolean {
    return amount.gte(minLimit);
  },
  /** An order stays within the maximum of its pair. */
  exchangeWithin(amount: Money, maxLimit: Money): boolean {
    return amount.lte(maxLimit);
  },
};

/** How each rule of this group can be broken mechanically. */
export const exchangeKinds: RuleKinds<typeof exchangeRules> = {
  sideAccepted: 'predicate',
  priceOf: 'choice',
  quoteOf: 'amount',
  exchangeReaches: 'predicate',
  exchangeWithin: 'predicate',
};
