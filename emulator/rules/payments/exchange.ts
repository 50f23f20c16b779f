import { type Pair, symbolOf } from '../../domain/exchangePairs.ts';
import type { Json, JsonRecord } from '../../domain/json.ts';
import { type Money, rounded } from '../../domain/money.ts';
import type { RefusalCode } from '../../domain/refusal.ts';
import { always, amount, choice, manner, predicate } from '../core/ruleKind.ts';

/** The sides of an exchange order. */
export const SIDES = ['BUY', 'SELL'] as const;

/** One side of an exchange order. */
export type Side = (typeof SIDES)[number];

/** The two views of limits and rates: the whole list, or one pair by its path. */
export type ListOrSingle = 'list' | 'single';

/** The prices and limits of exchange orders (§ Exchange). */
export const exchangeRules = {
  /** The offered pairs with their limits, scales and rounding modes. */
  pairsOffered: manner((pairs: readonly Pair[]): readonly Pair[] => pairs),
  /** The prices of a pair after `_served` requests; they do not change. */
  pairPriced: manner((pair: Pair, _served: number): Pair => pair),
  /** The pair that an order or a path names; undefined if there is none. */
  pairFound: choice((pairs: readonly Pair[], symbol: string, _in: 'order' | 'path'): Pair | undefined =>
    pairs.find((pair) => symbolOf(pair) === symbol),
  ),
  /** The answer to an unknown pair in a path; undefined to refuse it. */
  unknownPairAnswer: choice((): Json | undefined => undefined),
  /** The record of a limit is the same in the list and in the answer for one pair. */
  limitShown: choice((record: JsonRecord, _told: ListOrSingle): JsonRecord => record),
  /** The record of a rate is the same in the list and in the answer for one pair. */
  rateShown: choice((record: JsonRecord, _told: ListOrSingle): JsonRecord => record),
  /** Every pair has a rate. */
  rateListed: choice((_pair: Pair): boolean => true),
  /** A side is BUY or SELL. */
  sideAccepted: predicate((side: string): boolean => side === 'BUY' || side === 'SELL'),
  /** An order without a side is refused. */
  sideUnsaid: choice((): string | null => null),
  /** The amount of an order is in the base asset, for both sides. */
  amountIn: choice((_side: Side): 'base' | 'quote' => 'base'),
  /** An order buys at the ask and sells at the bid, including the automatic exchange of a cross payout. */
  priceOf: choice((pair: Pair, side: Side, _automatic: boolean): Money => (side === 'BUY' ? pair.ask : pair.bid)),
  /** The value of a base amount in the quote asset, rounded by the rate's mode and scale. */
  quoteOf: amount(
    (amount: Money, price: Money, by: Pick<Pair, 'scale' | 'roundingMode' | 'quote'>): Money =>
      rounded(amount.times(price), by.scale, by.roundingMode),
  ),
  /** An order must reach the minimum of its pair. */
  exchangeReaches: predicate((amount: Money, { minLimit }: Pick<Pair, 'minLimit' | 'scale'>, _side: Side): boolean =>
    amount.gte(minLimit),
  ),
  /** An order must stay within the maximum of its pair. */
  exchangeWithin: predicate((amount: Money, { maxLimit }: Pick<Pair, 'maxLimit' | 'scale'>, _side: Side): boolean =>
    amount.lte(maxLimit),
  ),
  /** The time of the check of limits: `later` lets the order fail. */
  exchangeChecked: manner((): 'at once' | 'later' => 'at once'),
  /** The balance must cover the cost of an order. */
  exchangeCovered: predicate((balance: Money, cost: Money): boolean => balance.gte(cost)),
  /** The delay before a debit counts for the next order, in milliseconds. */
  takenCountsAfterMs: choice((): number => 0),
  /** The part of a refused order's cost that stays held; it is zero. */
  exchangeHeldThough: choice((cost: Money, _refusal: RefusalCode): Money => cost.times(0)),
  /** The legs shown as payments; only the leg of the base asset is shown. */
  legsShown: choice((): readonly ('base' | 'quote')[] => ['base']),
  /** An order changes the balances of both its assets. */
  legMoved: always((_leg: 'base' | 'quote'): boolean => true),
};
