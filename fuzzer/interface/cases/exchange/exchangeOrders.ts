import { jsonNumber } from '../../../../generators/amounts/prices.ts';
import { amountForTie, tieCases } from '../../../../generators/amounts/priceTies.ts';
import { orderBody } from '../../../../generators/payloads/exchange.ts';
import { memoized } from '../../../../oracles/core/memoize.ts';
import { maxCostOf, type TradeLooks, type TradeRound, type TradeSide } from '../../../../oracles/exchange/trades.ts';
import { leastOf, type MarketPair, sides, smallOf } from '../../../../runner/actions/exchange/market.ts';
import { type Decimal, roundTo } from '../../../../schemas/json/exact.ts';
import type { ExchangeBody } from '../../../../schemas/requestTypes.ts';
import { create, type Plan, read } from '../../../../traffic/transport/requestPlan.ts';
import type { FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import { validAmounts } from '../../builder/amountRanges.ts';
import { assertionOf } from '../../builder/caseSteps.ts';
import { StepList, validCase } from '../../builder/cases.ts';
import { crossedBySecond, type Draw, generator, mapped, nameTable, type Table } from '../../builder/tables.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

/** Reads the newest payments in a currency. */
export const newestPayments = (currency: string) => read.search({ sort: 'createdAt,desc', currency });

interface Assets {
  base: string;
  quote: string;
}

/** Reads what an order of a pair may move. The rates are read last before an order, and first after it. */
export function tradeSnapshot(steps: StepList, { base, quote }: Assets, when: 'before' | 'after'): TradeLooks {
  const plans = [newestPayments(base), newestPayments(quote), read.balances(), read.exchangeRates()];
  const seen = (when === 'before' ? plans : plans.toReversed()).map((plan) => steps.add(plan));
  const [ofBase = '', ofQuote = '', balances = '', rates = ''] = when === 'before' ? seen : seen.toReversed();
  return { base: ofBase, quote: ofQuote, balances, rates };
}

/** Sends an order between two snapshots. */
export function tradeRound(steps: StepList, assets: Assets, plan: Plan): TradeRound {
  const before = tradeSnapshot(steps, assets, 'before');
  const created = steps.add(plan);
  return { before, created, after: tradeSnapshot(steps, assets, 'after') };
}

/** A pair and side for which an exchange order can be requested. */
export interface ExchangeOrder {
  pair: MarketPair;
  side: TradeSide;
}

/** A balance covers an order if it holds this many times the cost. */
const margin = 20;
/** If a pair has no maximum, this many times its minimum serves as the maximum. */
const reach = 1_000;

/** Returns every pair and side for which a balance is known to cover an order of a small amount. */
export const affordableOrders = memoized((known: TargetInventory): ExchangeOrder[] => {
  const all = known.market.flatMap((pair) => sides.map((side): ExchangeOrder => ({ pair, side })));
  return all.filter((order) => isOrderCovered(known, order, smallOf(order.pair)));
});

/** True if the balance that pays for an order covers it. */
export function isOrderCovered(known: TargetInventory, { pair, side }: ExchangeOrder, amount: Decimal): boolean {
  const { currency, most } = maxCostOf({ ...pair, side, amount });
  return known.balance(currency)?.gte(most.times(margin)) ?? false;
}

/** Makes the plan of an order. */
export function orderPlan(
  { pair: { symbolPair }, side }: ExchangeOrder,
  amount: Decimal,
  more: Partial<ExchangeBody> = {},
): Plan {
  return create.exchange(orderBody({ symbolPair, side, amount: jsonNumber(amount) }, more));
}

/** Names the combinations of an order. */
export const orderName = ({ pair: { symbolPair }, side }: ExchangeOrder) => `${side} ${symbolPair}`;

/** Returns the affordable orders with their names. */
export const orderTable = (known: TargetInventory): Table<ExchangeOrder> =>
  affordableOrders(known).map((order) => [orderName(order), order] as const);

/** Returns the arguments that describe an order in an assertion. */
export function tradeArguments({ pair: { symbolPair, base, quote }, side }: ExchangeOrder) {
  return { symbolPair, base, quote, side };
}

/** Returns the largest amount of an order that the balance covers. */
function mostOf(known: TargetInventory, { pair, side }: ExchangeOrder): Decimal {
  const least = leastOf(pair);
  const { currency, most: cost } = maxCostOf({ ...pair, side, amount: least });
  const share = (known.balance(currency) ?? cost).div(cost).div(margin * 2);
  const borne = roundTo(least.times(share), pair.minLimit.decimalPlaces(), 'DOWN');
  const listed = pair.maxLimit ?? pair.minLimit.times(reach);
  const most = listed.lt(borne) ? listed : borne;
  return most.lt(least) ? least : most;
}

type AmountOf = (known: TargetInventory, order: ExchangeOrder, chance: SeededRandom) => Decimal | undefined;

const drawnWays = mapped(
  Object.entries(validAmounts),
  (amountOf): AmountOf =>
    (known, order, chance) => {
      const { minLimit } = order.pair;
      return amountOf({ least: minLimit, most: mostOf(known, order), scale: minLimit.decimalPlaces() }, chance);
    },
);

const tieWays = mapped(
  nameTable(tieCases),
  (tie): AmountOf =>
    (known, order) => {
      const { pair, side } = order;
      if (pair.scale === undefined) return undefined;
      const price = side === 'BUY' ? pair.ask : pair.bid;
      return amountForTie(tie, { price, scale: pair.scale, least: smallOf(pair), most: mostOf(known, order) });
    },
);

const listedMost: AmountOf = (known, order) =>
  order.pair.maxLimit && isOrderCovered(known, order, order.pair.maxLimit) ? order.pair.maxLimit : undefined;

const ways: Table<AmountOf> = [...drawnWays, ...tieWays, ['the most of the list', listedMost]];

/** True if an amount has no more decimals than the minimum and the rate. A target need not accept more, although the text sets no bound. */
const isPlain = ({ pair }: ExchangeOrder, amount: Decimal) =>
  amount.decimalPlaces() <= Math.max(pair.minLimit.decimalPlaces(), pair.scale ?? 0);

/** Makes some orders of one amount, each between two snapshots; undefined if there is no such amount. */
function tradesOf(order: ExchangeOrder, rounds: number, amount: Decimal | undefined) {
  if (!amount || !isPlain(order, amount)) return undefined;
  const steps = new StepList();
  const made = Array.from({ length: rounds }, (_, at) =>
    tradeRound(steps, order.pair, orderPlan(order, amount, { clientOrderId: `{{key:o${at}}}` })),
  );
  return { steps: steps.all, args: { ...tradeArguments(order), rounds: made } };
}

/** Returns the affordable orders of each way to choose an amount. */
const orderRows = (
  known: TargetInventory,
  used: Table<AmountOf>,
  draw: (order: ExchangeOrder, because: string, amount: Decimal | undefined) => FuzzCase | undefined,
) =>
  crossedBySecond(
    orderTable(known),
    mapped(used, (amountOf, way) => ({ amountOf, way })),
    (order, { amountOf, way }): Draw =>
      ({ chance }) =>
        draw(order, `an order to ${orderName(order)} of ${way}`, amountOf(known, order, chance)),
  );

/** Exchange orders that interface.md and the target's own lists allow. */
export const exchangeOrderCases = [
  generator({ name: 'sound exchange order', evidences: ['XCH-04a'] }, (known) =>
    orderRows(known, ways, (order, because, amount) => {
      const made = tradesOf(order, 1, amount);
      return made && validCase(because, made.steps, assertionOf('XCH-04a', 'traded', made.args));
    }),
  ),
  generator({ name: 'two exchange orders between looks at the balances', evidences: ['BAL-02'], posts: 2 }, (known) => {
    const used = drawnWays.filter(([way]) => /^(any within|a unit above)/.test(way));
    return orderRows(known, used, (order, because, amount) => {
      const made = tradesOf(order, 2, amount);
      return made && validCase(because, made.steps, assertionOf('BAL-02', 'exchangeMoves', made.args));
    });
  }),
];
