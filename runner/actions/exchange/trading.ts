import { unknownFieldsFault } from '../../../oracles/answers/balanceFields.ts';
import { balanceIn } from '../../../oracles/answers/balances.ts';
import { maxCostOf, type TradeArgs, type TradeSide } from '../../../oracles/exchange/trades.ts';
import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { controlKey, type Plan, read } from '../../../traffic/transport/requestPlan.ts';
import { drawnItem, drawnNumber } from '../inputs/turns.ts';
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
  /** The maximum of the pair, if the list has one. */
  maxLimit?: Decimal;
}

/**
 * An order is small if its balance holds this many times its cost, because prices move and other tests pay from the same balance. An order is drawn from those
 * that take even less, if there are any.
 */
const enough = 10;
const ample = 1000;

/** An amount begins at one of these multiples of a small order, so that orders are of several magnitudes. */
const magnitudes = [1, 1, 3, 17, 240, 5_000];

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

/** An order, and the share of its balance that it takes. */
interface Shared {
  order: Order;
  share: Decimal;
}

const sharesOf = (orders: readonly Order[], balances: Exchange): Shared[] =>
  orders.flatMap((order) => {
    const share = shareOf(order, balances);
    return share ? [{ order, share }] : [];
  });

/** Returns one of the orders whose balance holds `times` their cost, as the seed draws it; undefined if there is none. */
function drawnOf(
  { worker, log }: TradingParts,
  { name, shared, times }: { name: string; shared: readonly Shared[]; times: number },
): Order | undefined {
  const covered = shared.filter(({ share }) => share.times(times).lte(1));
  const fine = covered.filter(({ order }) => isFinerThanItsRate(order.pair));
  const isForFine = fine.length > 0 && drawnNumber(worker, `${log.id} ${name} of a fine pair`) % 4 === 0;
  const [first, ...others] = isForFine ? fine : covered;
  return first && drawnItem(worker, `${log.id} ${name}`, [first, ...others]).order;
}

/** True for a pair whose least amount has more decimals than its rate: it shows a service that rounds an amount by the wrong scale. One order in four is of such a pair. */
const isFinerThanItsRate = ({ minLimit, scale }: MarketPair): boolean => minLimit.decimalPlaces() > (scale ?? 0);

/** True if bid and ask of an order are far enough apart to show its price. */
function showsPrice({ pair: { ask, bid, scale = 0 }, amount }: Order): boolean {
  return amount.times(ask.minus(bid)).times(decimal('10').pow(scale)).gte(visibleUnits);
}

/** Returns an order of a pair and side with the amount that `choose` returns; undefined if no amount fits. */
function orderOf(
  { pair, side, times }: { pair: MarketPair; side: TradeSide; times: number },
  choose: (pricing: Pricing) => Decimal | undefined,
): Order | undefined {
  const { scale, maxLimit, maxLimit: most = pair.minLimit.times(reach) } = pair;
  const limits = { ...(leastOf(pair).eq(pair.minLimit) && { minLimit: pair.minLimit }), ...(maxLimit && { maxLimit }) };
  const price = side === 'BUY' ? pair.ask : pair.bid;
  const least = smallOf(pair).times(times);
  const amount = scale === undefined ? undefined : choose({ price, scale, least, most, ...limits });
  return amount && { pair, side, amount };
}

/** Orders of the target's own pairs, each between two reads of what they change. */
export interface Trading {
  /**
   * Returns an order of a side that takes a small share of the account's balance; the seed draws its pair and its magnitude. `choose` gives its amount; if no
   * chosen amount fits, the amount is small. Returns undefined and logs the reason if no balance covers an order.
   */
  order(side: TradeSide, choose?: (pricing: Pricing) => Decimal | undefined): Promise<Order | undefined>;
  /**
   * Compares the orders of a side with the given amount for each pair. Returns one that the balance covers twice, as the seed draws it; if there is none, the
   * order that takes the smallest share of its balance. Returns undefined if `amountFor` gives no amount for any pair.
   */
  beyond(
    side: TradeSide,
    amountFor: (pair: MarketPair) => Decimal | undefined,
  ): Promise<{ order: Order; isCovered: boolean } | undefined>;
  /**
   * Sends one order at a time, at most three times, while the order does not have the expected effect. Waits up to `forMs`, by default the target's visibleMs,
   * until the balances have changed: an order that is only late must not be paid twice.
   */
  rounds(order: Order, forMs?: number): Promise<TradeArgs>;
  /** Sends a small order of the same pair and side, once in a run. */
  control(order: Order): Promise<Exchange>;
  /** Sends a defective plan between two reads for the pair of an order, and repeats it once if something was exchanged. */
  refused(order: Order, plan: Plan): Promise<TradeArgs>;
}

async function beyondOf(parts: TradingParts, side: TradeSide, amountFor: (pair: MarketPair) => Decimal | undefined) {
  const pairs = await marketOf(parts.api);
  const balances = await parts.api.send(read.balances());
  const orders = pairs.flatMap((pair) => {
    const amount = amountFor(pair);
    return amount ? [{ pair, side, amount } satisfies Order] : [];
  });
  const shared = sharesOf(orders, balances);
  const covered = drawnOf(parts, { name: `beyond ${side}`, shared, times: 2 });
  if (covered) return { order: covered, isCovered: true };
  const [smallest] = shared.toSorted((a, b) => a.share.comparedTo(b.share));
  return smallest && { order: smallest.order, isCovered: false };
}

/** Orders to draw one from, and how many times their balance must hold their cost. */
interface Choice {
  orders: readonly Order[];
  times: number;
}

/** Returns choices of orders with a chosen amount: those whose result shows the price, then the others. Orders of the drawn magnitude come first. */
function chosenOrders(
  { worker, log }: TradingParts,
  { pairs, side, name }: { pairs: readonly MarketPair[]; side: TradeSide; name: string },
  choose: (pricing: Pricing) => Decimal | undefined,
): Choice[] {
  const drawn = magnitudes[drawnNumber(worker, `${log.id} ${name} magnitude`) % magnitudes.length] ?? 1;
  const choicesOf = (magnitude: number, share: readonly number[]) => {
    const chosen = pairs.flatMap((pair) => orderOf({ pair, side, times: magnitude }, choose) ?? []);
    return [chosen.filter(showsPrice), chosen].flatMap((orders) => share.map((times) => ({ orders, times })));
  };
  return [...choicesOf(drawn, [ample]), ...choicesOf(1, [ample, enough])];
}

async function smallOrder(
  parts: TradingParts,
  side: TradeSide,
  choose?: (pricing: Pricing) => Decimal | undefined,
): Promise<Order | undefined> {
  const pairs = await marketOf(parts.api);
  const balances = await parts.api.send(read.balances());
  const name = `${side} ${parts.worker.combination ?? ''}`;
  const small = pairs.map((pair): Order => ({ pair, side, amount: smallOf(pair) }));
  const choices = [
    ...(choose ? chosenOrders(parts, { pairs, side, name }, choose) : []),
    ...[ample, enough].map((times) => ({ orders: small, times })),
  ];
  for (const { orders, times } of choices) {
    const order = drawnOf(parts, { name, shared: sharesOf(orders, balances), times });
    if (order) return order;
  }
  const reason = `no balance holds ${enough} times the smallest order to ${side} on a listed pair`;
  parts.log.lack(unknownFieldsFault(balances) ?? { code: 'notApplicable', reason, exchanges: [balances.id] });
  return undefined;
}

/** Returns the `trading` of one account. */
export function tradingOf(parts: TradingParts): Trading {
  const { api } = parts;
  return {
    order: (side, choose) => smallOrder(parts, side, choose),
    beyond: (side, amountFor) => beyondOf(parts, side, amountFor),
    rounds: (order, forMs = parts.worker.target.deadlines.visibleMs) => tradeRounds(parts, order, forMs),
    control: (order) => {
      const plan = planOf({ ...order, amount: smallOf(order.pair) });
      return api.control(plan, `${controlKey(plan)} ${order.pair.symbolPair} ${order.side}`);
    },
    refused: (order, plan) => refusedRounds(parts, order, plan),
  };
}
