import { jsonNumber } from '../../../../generators/amounts/prices.ts';
import { amountForTie, tieCases } from '../../../../generators/amounts/priceTies.ts';
import { orderBody } from '../../../../generators/payloads/exchange.ts';
import { maxCostOf, type TradeSide } from '../../../../oracles/exchange/trades.ts';
import { leastOf, type MarketPair, sides, smallOf } from '../../../../runner/actions/exchange/market.ts';
import { type Decimal, roundTo } from '../../../../schemas/json/exact.ts';
import type { ExchangeBody } from '../../../../schemas/requestTypes.ts';
import { create, type Plan } from '../../../../traffic/transport/requestPlan.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import { validAmounts } from '../../builder/amountRanges.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf } from '../../builder/caseSteps.ts';
import { type CombinationCase, combinationGenerator, StepList } from '../../builder/combinationGenerator.ts';
import { validLabel } from '../../builder/tableGenerator.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';
import { tradeRound } from './tradeSnapshots.ts';

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
export function affordableOrders(known: TargetInventory): ExchangeOrder[] {
  const all = known.market.flatMap((pair) => sides.map((side): ExchangeOrder => ({ pair, side })));
  return all.filter((order) => isOrderCovered(known, order, smallOf(order.pair)));
}

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

type Ways = Readonly<
  Record<string, (known: TargetInventory, order: ExchangeOrder, chance: SeededRandom) => Decimal | undefined>
>;

const drawnWays: Ways = Object.fromEntries(
  Object.entries(validAmounts).map(([name, of]) => [
    name,
    (known: TargetInventory, order: ExchangeOrder, chance: SeededRandom) => {
      const scale = order.pair.minLimit.decimalPlaces();
      return of({ least: order.pair.minLimit, most: mostOf(known, order), scale }, chance);
    },
  ]),
);

const tieWays: Ways = Object.fromEntries(
  tieCases.map((tie) => [
    tie,
    (known: TargetInventory, order: ExchangeOrder) => {
      const { pair, side } = order;
      const price = side === 'BUY' ? pair.ask : pair.bid;
      if (pair.scale === undefined) return undefined;
      return amountForTie(tie, { price, scale: pair.scale, least: smallOf(pair), most: mostOf(known, order) });
    },
  ]),
);

const listedMost: Ways = {
  'the most of the list': (known, order) =>
    order.pair.maxLimit && isOrderCovered(known, order, order.pair.maxLimit) ? order.pair.maxLimit : undefined,
};

const ways: Ways = { ...drawnWays, ...tieWays, ...listedMost };

/** True if an amount has no more decimals than the minimum. A target need not accept more, although the text sets no bound. */
const isPlain = ({ pair }: ExchangeOrder, amount: Decimal) => amount.decimalPlaces() <= pair.minLimit.decimalPlaces();

function orderVariants(known: TargetInventory, rounds: 1 | 2): CombinationCase[] {
  return Object.entries(ways).flatMap(([way, amountOf]) =>
    affordableOrders(known).map(
      (order): CombinationCase => ({
        combination: `${orderName(order)}, ${way}`,
        draw: (chance) => {
          const amount = amountOf(known, order, chance);
          if (!amount || !isPlain(order, amount)) return undefined;
          const steps = new StepList();
          const made = Array.from({ length: rounds }, (_, at) =>
            tradeRound(steps, order.pair, orderPlan(order, amount, { clientOrderId: `{{key:o${at}}}` })),
          );
          const args = { ...tradeArguments(order), rounds: made };
          const assertion =
            rounds === 1 ? assertionOf('XCH-04a', 'traded', args) : assertionOf('BAL-02', 'exchangeMoves', args);
          const label = validLabel(`an order to ${orderName(order)} of ${way}`);
          return { steps: steps.all, label, claims: [assertion] };
        },
      }),
    ),
  );
}

const validOrder = combinationGenerator({
  name: 'sound exchange order',
  evidences: ['XCH-04a'],
  posts: 1,
  isMisuse: false,
  variants: (known) => orderVariants(known, 1),
});

const twoOrders = combinationGenerator({
  name: 'two exchange orders between looks at the balances',
  evidences: ['BAL-02'],
  posts: 2,
  isMisuse: false,
  variants: (known) =>
    orderVariants(known, 2).filter(({ combination }) => /, (any within|a unit above)/.test(combination)),
});

/** Exchange orders that interface.md and the target's own lists allow. */
export const exchangeOrderCases: readonly CaseGenerator[] = [validOrder, twoOrders];
