import { unknownFieldsFault } from '../../../oracles/answers/balanceFields.ts';
import { balanceIn } from '../../../oracles/answers/balances.ts';
import { maxCostOf, type TradeArgs, type TradeSide } from '../../../oracles/exchange/trades.ts';
import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { controlKey, type Plan, read } from '../../../traffic/transport/requestPlan.ts';
import { followMs } from '../../worker/api.ts';
import { leastOf, type MarketPair, marketOf, smallOf } from './market.ts';
import { type Order, planOf, refusedRounds, type TradingParts, tradeRounds } from './tradeRounds.ts';

/** What an amount is chosen by: the price that a side is expected to go at, and limits for the amount; decimals. */
export interface Pricing {
  price: Decimal;
  scale: number;
  least: Decimal;
  most: Decimal;
  /** The very least that the pair takes, where that is worth something. */
  minLimit?: Decimal;
}

/** An order is small when its balance holds this many times as much: prices move, and others pay from it. */
const margin = 10;

/** Where a pair has no largest amount, this many times the least is enough. */
const reach = 1_000_000;

/** So many units of the last place bid and ask are apart at the least, so that the price of an order shows. */
const tellingUnits = 50;

/** How much of the balance that pays it an order takes; undefined where the balances show none. */
function shareOf({ pair, side, amount }: Order, balances: Exchange): Decimal | undefined {
  const { currency, most } = maxCostOf({ ...pair, side, amount });
  const balance = balanceIn(balances, currency);
  return balance?.gt(0) ? most.div(balance) : undefined;
}

/** Of some orders the one that takes least of its balance, and how much of it. */
function smallestOf(orders: readonly Order[], balances: Exchange): { order: Order; share: Decimal } | undefined {
  const shared = orders.flatMap((order) => {
    const share = shareOf(order, balances);
    return share ? [{ order, share }] : [];
  });
  return shared.toSorted((a, b) => a.share.comparedTo(b.share))[0];
}

/** True where bid and ask of an order are far enough apart that its price shows. */
function isTelling({ pair: { ask, bid, scale = 0 }, amount }: Order): boolean {
  return amount.times(ask.minus(bid)).times(decimal('10').pow(scale)).gte(tellingUnits);
}

/** An order of a pair and side, its amount chosen; undefined where no amount is as wanted. */
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

/** Orders of the target's own pairs, between two looks at what they move. */
export interface Trading {
  /** The order of a side that takes least of what the account holds, of an amount that is chosen by the price, else of a small amount; where nothing holds it, undefined, and the ledger says so. */
  order(side: TradeSide, choose?: (pricing: Pricing) => Decimal | undefined): Promise<Order | undefined>;
  /** Of orders of a side and some amount for each pair the one that takes least of its balance, and whether that holds it twice; undefined where no pair has such an amount. */
  beyond(
    side: TradeSide,
    amountFor: (pair: MarketPair) => Decimal | undefined,
  ): Promise<{ order: Order; isCovered: boolean } | undefined>;
  /** Makes an order by itself, again while it did not move what it should; never more than three times. Balances are given `forMs` to follow it. */
  rounds(order: Order, forMs?: number): Promise<TradeArgs>;
  /** A small order of the same pair and side, sent once in a run. */
  control(order: Order): Promise<Exchange>;
  /** Sends a plan with a defect between two looks at the pair of an order, once more where something was exchanged. */
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
  const found = [chosen.filter(isTelling), chosen, small].map((orders) => smallestOf(orders, balances));
  const order = found.find((one) => one?.share.times(margin).lte(1))?.order;
  const reason = `no balance holds ${margin} times the least that a listed pair lets ${side}`;
  if (!order) log.lack(unknownFieldsFault(balances) ?? { code: 'notApplicable', reason, exchanges: [balances.id] });
  return order;
}

/** The `trading` of one account. */
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
