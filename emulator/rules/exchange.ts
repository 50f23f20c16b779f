import { type Pair, symbolOf } from '../domain/exchangePairs.ts';
import type { Json, JsonRecord } from '../domain/json.ts';
import { type Money, rounded } from '../domain/money.ts';
import type { RefusalCode } from '../domain/refusal.ts';
import type { RuleKinds } from './ruleKind.ts';

/** The sides of an exchange order. */
export const SIDES = ['BUY', 'SELL'] as const;

/** One side of an exchange order. */
export type Side = (typeof SIDES)[number];

/** Where limits and rates are told: all of them, or one by its path. */
export type ListOrSingle = 'list' | 'single';

/** How exchange orders are priced and bounded (§ Exchange). */
export const exchangeRules = {
  /** The pairs with their limits, scales and rounding modes. */
  pairsOffered(pairs: readonly Pair[]): readonly Pair[] {
    return pairs;
  },
  /** The prices of a pair after so many requests: they stand still. */
  pairPriced(pair: Pair, _served: number): Pair {
    return pair;
  },
  /** The pair that an order or a path names; undefined for an unknown one. */
  pairFound(pairs: readonly Pair[], symbol: string, _in: 'order' | 'path'): Pair | undefined {
    return pairs.find((pair) => symbolOf(pair) === symbol);
  },
  /** What an unknown pair in a path is answered with in place of a refusal: nothing. */
  unknownPairAnswer(): Json | undefined {
    return undefined;
  },
  /** A limit, told alike by the list and by its path. */
  limitShown(record: JsonRecord, _told: ListOrSingle): JsonRecord {
    return record;
  },
  /** A rate, told alike by the list and by its path. */
  rateShown(record: JsonRecord, _told: ListOrSingle): JsonRecord {
    return record;
  },
  /** Every pair has a rate. */
  rateListed(_pair: Pair): boolean {
    return true;
  },
  /** A side is BUY or SELL. */
  sideAccepted(side: string): boolean {
    return side === 'BUY' || side === 'SELL';
  },
  /** An order that names no side is refused. */
  sideUnsaid(): string | null {
    return null;
  },
  /** The asset in which the amount of an order is: the base, whatever the side. */
  amountIn(_side: Side): 'base' | 'quote' {
    return 'base';
  },
  /** An order buys at the ask and sells at the bid, also one that a cross payout makes by itself. */
  priceOf(pair: Pair, side: Side, _automatic: boolean): Money {
    return side === 'BUY' ? pair.ask : pair.bid;
  },
  /** The value of a base amount in the quote asset, rounded by mode and scale of the rate. */
  quoteOf(amount: Money, price: Money, by: Pick<Pair, 'scale' | 'roundingMode' | 'quote'>): Money {
    return rounded(amount.times(price), by.scale, by.roundingMode);
  },
  /** An order reaches the minimum of its pair. */
  exchangeReaches(amount: Money, minLimit: Money, _side: Side): boolean {
    return amount.gte(minLimit);
  },
  /** An order stays within the maximum of its pair. */
  exchangeWithin(amount: Money, maxLimit: Money, _side: Side): boolean {
    return amount.lte(maxLimit);
  },
  /** The balance covers what an order takes. */
  exchangeCovered(balance: Money, cost: Money): boolean {
    return balance.gte(cost);
  },
  /** How long after an order took from a balance the next one finds it smaller, in milliseconds. */
  takenCountsAfterMs(): number {
    return 0;
  },
  /** A refused order keeps no money back: of what it would have cost, this much stays held. */
  exchangeHeldThough(cost: Money, _refusal: RefusalCode): Money {
    return cost.times(0);
  },
  /** An order is shown as one payment, of its base asset. */
  legsShown(): readonly ('base' | 'quote')[] {
    return ['base'];
  },
  /** An order moves the balances of both its assets. */
  legMoved(_leg: 'base' | 'quote'): boolean {
    return true;
  },
};

/** How each rule of this group can be broken mechanically. */
export const exchangeKinds: RuleKinds<typeof exchangeRules> = {
  pairsOffered: 'manner',
  pairPriced: 'manner',
  pairFound: 'choice',
  unknownPairAnswer: 'choice',
  limitShown: 'choice',
  rateShown: 'choice',
  rateListed: 'choice',
  sideAccepted: 'predicate',
  sideUnsaid: 'choice',
  amountIn: 'choice',
  priceOf: 'choice',
  quoteOf: 'amount',
  exchangeReaches: 'predicate',
  exchangeWithin: 'predicate',
  exchangeCovered: 'predicate',
  takenCountsAfterMs: 'choice',
  exchangeHeldThough: 'choice',
  legsShown: 'choice',
  legMoved: 'always',
};
