import { type Pair, symbolOf } from '../domain/exchangePairs.ts';
import type { Json, JsonRecord } from '../domain/json.ts';
import { type Money, rounded } from '../domain/money.ts';
import type { RefusalCode } from '../domain/refusal.ts';
import type { RuleKinds } from './ruleKind.ts';

/** The sides of an exchange order. */
export const SIDES = ['BUY', 'SELL'] as const;

/** One side of an exchange order. */
export type Side = (typeof SIDES)[number];

/** The two views of limits and rates: the whole list, or one pair by its path. */
export type ListOrSingle = 'list' | 'single';

/** The prices and limits of exchange orders (§ Exchange). */
export const exchangeRules = {
  /** The offered pairs with their limits, scales and rounding modes. */
  pairsOffered(pairs: readonly Pair[]): readonly Pair[] {
    return pairs;
  },
  /** The prices of a pair after `_served` requests; they do not change. */
  pairPriced(pair: Pair, _served: number): Pair {
    return pair;
  },
  /** The pair that an order or a path names; undefined if there is none. */
  pairFound(pairs: readonly Pair[], symbol: string, _in: 'order' | 'path'): Pair | undefined {
    return pairs.find((pair) => symbolOf(pair) === symbol);
  },
  /** The answer to an unknown pair in a path; undefined to refuse it. */
  unknownPairAnswer(): Json | undefined {
    return undefined;
  },
  /** The record of a limit is the same in the list and in the answer for one pair. */
  limitShown(record: JsonRecord, _told: ListOrSingle): JsonRecord {
    return record;
  },
  /** The record of a rate is the same in the list and in the answer for one pair. */
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
  /** An order without a side is refused. */
  sideUnsaid(): string | null {
    return null;
  },
  /** The amount of an order is in the base asset, for both sides. */
  amountIn(_side: Side): 'base' | 'quote' {
    return 'base';
  },
  /** An order buys at the ask and sells at the bid, including the automatic exchange of a cross payout. */
  priceOf(pair: Pair, side: Side, _automatic: boolean): Money {
    return side === 'BUY' ? pair.ask : pair.bid;
  },
  /** The value of a base amount in the quote asset, rounded by the rate's mode and scale. */
  quoteOf(amount: Money, price: Money, by: Pick<Pair, 'scale' | 'roundingMode' | 'quote'>): Money {
    return rounded(amount.times(price), by.scale, by.roundingMode);
  },
  /** An order must reach the minimum of its pair. */
  exchangeReaches(amount: Money, minLimit: Money, _side: Side): boolean {
    return amount.gte(minLimit);
  },
  /** An order must stay within the maximum of its pair. */
  exchangeWithin(amount: Money, maxLimit: Money, _side: Side): boolean {
    return amount.lte(maxLimit);
  },
  /** The balance must cover the cost of an order. */
  exchangeCovered(balance: Money, cost: Money): boolean {
    return balance.gte(cost);
  },
  /** The delay before a debit counts for the next order, in milliseconds. */
  takenCountsAfterMs(): number {
    return 0;
  },
  /** The part of a refused order's cost that stays held; it is zero. */
  exchangeHeldThough(cost: Money, _refusal: RefusalCode): Money {
    return cost.times(0);
  },
  /** The legs shown as payments; only the leg of the base asset is shown. */
  legsShown(): readonly ('base' | 'quote')[] {
    return ['base'];
  },
  /** An order changes the balances of both its assets. */
  legMoved(_leg: 'base' | 'quote'): boolean {
    return true;
  },
};

/** The kind of each rule in this group, which determines its mechanical mutants. */
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
