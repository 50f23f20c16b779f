import { unknownFieldsFault } from '../../../oracles/answers/balanceFields.ts';
import { balanceIn } from '../../../oracles/answers/balances.ts';
import { maxCostOf, type TradeArgs, type TradeSide } from '../../../oracles/exchange/trades.ts';
import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { controlKey, type Plan, read } from '../../../traffic/transport/requestPlan.ts';
import { followMs } from '../../worker/api.ts';
import { leastOf, type MarketPair, marketOf, smallOf } from './market.ts';
import { type Order, planOf, refusedRounds, type TradingParts, tradeRounds } from './tradeRounds.ts';

/** The values from which an amount is chosen: the expected price of a side, the scale, and the limits of the amount. */
export interface Pricing {
  price: Decimal;
  scale: number;
  least: Decimal;
  most: Decimal;
  /** The minimum of the pair; undefined if an order of this amount converts into too little. */
  minLimit?: Decimal;
}

/** An order is small if its balance holds this many times its cost, because prices move and other tests pay from the same balance. */
const margin = 10;

/** The assumed maximum of a pair without one, as a multiple of its minimum. */
const reach = 1_000_000;

/** The results of an order at bid and at ask must differ by at least this many units of the last decimal, so that a result shows the price of the order. */
const visibleUnits = 50;

/** Returns the share of the paying balance that an order takes; undefined if the balances show no positive figure. */
function shareOf({ pair, side, amount }: Order, balances: Exchange): Decimal | undefined {
  const { currency, most } = maxCostOf({ ...pair, side, amount });
  const balance = balanceIn(balances, currency);
  return balance?.gt(0) ? most.div(balance) : undefined;
}

/** Returns the order that takes the smallest share of its balance, and that share. */
function smallestOf(orders: readonly Order[], balances: Exchange): { order: Order; share: Decimal } | undefined {
  const shared = orders.flatMap((order) => {
    const share = shareOf(order, balances);
    return share ? [{ order, share }] : [];
  });
  return shared.toSorted((a, b) => a.share.comparedTo(b.share))[0];
}

/** True if bid and ask of an order are far enough apart to show its price. */
function showsPrice({ pair: { ask, bid, scale = 0 }, amount }: Order): boolean {
  return amount.times(ask.minus(bid)).times(decimal('10').pow(scale)).gte(visibleUnits);
}

/** Returns an order of a pair and side with the amount that `choose` returns; undefined if no amount fits. */
function orderOf(
  pair: MarketPair,
  side: TradeSide,
  choose: (pricing: Pricing) => Decimal | undefined,
): Order | undefined {
  const { scale, maxLimit: most = pair.minLimit.times(reach) } = pair;
  const minLimit = leastOf(pair).eq(pair.minLimit) && { minLimit: pair.minLimit };
  const price = side === 'BUY' ? pair.ask : pair.bid;
  const amount = scale === undefined ? undefined : choose({ price, scale, least: smallOf(pair), most, ...minLimit });
  return amount && { pair, side, amount };
}

/** Orders of the target's own pairs, each between two reads of what they change. */
export interface Trading {
  /**
   * Returns the order of a side that takes the smallest share of the account's balance. `choose` gives its amount; if no chosen amount fits, the amount is
   * small. Returns undefined and logs the reason if no balance covers an order.
   */
  order(side: TradeSide, choose?: (pricing: Pricing) => Decimal | undefined): Promise<Order | undefined>;
  /**
   * Compares the orders of a side with the given amount for each pair. Returns the order that takes the smallest share of its balance, and whether the balance
   * covers this order twice; undefined if `amountFor` gives no amount for any pair.
   */
  beyond(
    side: TradeSide,
    amountFor: (pair: MarketPair) => Decimal | undefined,
  ): Promise<{ order: Order; isCovered: boolean } | undefined>;
  /** Sends one order at a time, at most three times, while the order does not have the expected effect. Waits up to `forMs` until the balances have changed. */
  rounds(order: Order, forMs?: number): Promise<TradeArgs>;
  /** Sends a small order of the same pair and side, once in a run. */
  control(order: Order): Promise<Exchange>;
  /** Sends a defective plan between two reads for the pair of an order, and repeats it once if something was exchanged. */
  refused(order: Order, plan: Plan): Promise<TradeArgs>;
}

async function beyondOf({ api }: TradingParts, side: TradeSide, amountFor: (pair: MarketPair) => Decimal | undefined) {
  const pairs = await marketOf(api);
  const balances = await api.send(read.balances());
  const orders = pairs.flatMap((pair) => {
    const amount = amountFor(pair);
    return amount ? [{ pair, side, amount } satisfies Order] : [];
  });
  const found = smallestOf(orders, balances);
  return found && { order: found.order, isCovered: found.share.times(2).lte(1) };
}

async function smallOrder(
  { api, log }: TradingParts,
  side: TradeSide,
  choose?: (pricing: Pricing) => Decimal | undefined,
): Promise<Order | undefined> {
  const pairs = await marketOf(api);
  const balances = await api.send(read.balances());
  const small = pairs.map((pair): Order => ({ pair, side, amount: smallOf(pair) }));
  const chosen = choose ? pairs.flatMap((pair) => orderOf(pair, side, choose) ?? []) : [];
  const found = [chosen.filter(showsPrice), chosen, small].map((orders) => smallestOf(orders, balances));
  const order = found.find((one) => one?.share.times(margin).lte(1))?.order;
  const reason = `no balance holds ${margin} times the smallest order to ${side} on a listed pair`;
  if (!order) log.lack(unknownFieldsFault(balances) ?? { code: 'notApplicable', reason, exchanges: [balances.id] });
  return order;
}

/** Returns the `trading` of one account. */
export function tradingOf(parts: TradingParts): Trading {
  const { api } = parts;
  return {
    order: (side, choose) => smallOrder(parts, side, choose),
    beyond: (side, amountFor) => beyondOf(parts, side, amountFor),
    rounds: (order, forMs = followMs) => tradeRounds(parts, order, forMs),
    control: (order) => {
      const plan = planOf({ ...order, amount: smallOf(order.pair) });
      return api.control(plan, `${controlKey(plan)} ${order.pair.symbolPair} ${order.side}`);
    },
    refused: (order, plan) => refusedRounds(parts, order, plan),
  };
}
