import { LosslessNumber } from 'lossless-json';
import { tellingAmount, tellings } from '../../../../generators/exchange.ts';
import { leastOf, type MarketPair, sides, smallOf } from '../../../../harness/market.ts';
import { costOf, type Side } from '../../../../harness/oracles/trade.ts';
import { create, type Plan } from '../../../../harness/plan.ts';
import { type Decimal, roundTo } from '../../../../schemas/exact.ts';
import type { Chance } from '../../../run/chance.ts';
import type { Known } from '../../known.ts';
import type { Move } from '../../move.ts';
import { claimOf } from '../../steps.ts';
import { valid } from '../../tabled.ts';
import { soundAmounts } from './amountWays.ts';
import { roundOf } from './looks.ts';
import { Steps, type Variant, varied } from './variant.ts';

/** An exchange order that can be asked for. */
export interface Order {
  pair: MarketPair;
  side: Side;
}

/** A balance bears an order when it holds this many times as much. */
const margin = 20;
/** Where a pair has no largest amount, this many times the least is enough. */
const reach = 1_000;

/** Every pair and side whose small amount a balance is seen to bear. */
export function ordersOf(known: Known): Order[] {
  const all = known.market.flatMap((pair) => sides.map((side): Order => ({ pair, side })));
  return all.filter((order) => isBorne(known, order, smallOf(order.pair)));
}

/** True where the balance that pays an order bears it. */
export function isBorne(known: Known, { pair, side }: Order, amount: Decimal): boolean {
  const { currency, most } = costOf({ ...pair, side, amount });
  return known.balance(currency)?.gte(most.times(margin)) ?? false;
}

/** The plan of an order. */
export function orderPlan(
  { pair: { symbolPair }, side }: Order,
  amount: Decimal,
  more: Record<string, unknown> = {},
): Plan {
  return create.exchange({ symbolPair, side, amount: new LosslessNumber(amount.toFixed()), ...more });
}

/** What an order's cells are called. */
export const orderName = ({ pair: { symbolPair }, side }: Order) => `${side} ${symbolPair}`;

/** What a claim on an order says of it. */
export function tradeOf({ pair: { symbolPair, base, quote }, side }: Order) {
  return { symbolPair, base, quote, side };
}

/** The most of an order that its balance bears. */
function mostOf(known: Known, { pair, side }: Order): Decimal {
  const least = leastOf(pair);
  const { currency, most: cost } = costOf({ ...pair, side, amount: least });
  const share = (known.balance(currency) ?? cost).div(cost).div(margin * 2);
  const borne = roundTo(least.times(share), pair.minLimit.decimalPlaces(), 'DOWN');
  const listed = pair.maxLimit ?? pair.minLimit.times(reach);
  const most = listed.lt(borne) ? listed : borne;
  return most.lt(least) ? least : most;
}

type Ways = Readonly<Record<string, (known: Known, order: Order, chance: Chance) => Decimal | undefined>>;

const drawnWays: Ways = Object.fromEntries(
  Object.entries(soundAmounts).map(([name, of]) => [
    name,
    (known: Known, order: Order, chance: Chance) => {
      const scale = order.pair.minLimit.decimalPlaces();
      return of({ least: order.pair.minLimit, most: mostOf(known, order), scale }, chance);
    },
  ]),
);

const tellingWays: Ways = Object.fromEntries(
  tellings.map((telling) => [
    telling,
    (known: Known, order: Order) => {
      const { pair, side } = order;
      const price = side === 'BUY' ? pair.ask : pair.bid;
      if (pair.scale === undefined) return undefined;
      return tellingAmount(telling, { price, scale: pair.scale, least: smallOf(pair), most: mostOf(known, order) });
    },
  ]),
);

const listedMost: Ways = {
  'the most of the list': (known, order) =>
    order.pair.maxLimit && isBorne(known, order, order.pair.maxLimit) ? order.pair.maxLimit : undefined,
};

const ways: Ways = { ...drawnWays, ...tellingWays, ...listedMost };

/** More places than the least amount shows need not be taken, though the text bounds them nowhere. */
const isPlain = ({ pair }: Order, amount: Decimal) => amount.decimalPlaces() <= pair.minLimit.decimalPlaces();

function orderVariants(known: Known, rounds: 1 | 2): Variant[] {
  return Object.entries(ways).flatMap(([way, amountOf]) =>
    ordersOf(known).map(
      (order): Variant => ({
        cell: `${orderName(order)}, ${way}`,
        draw: (chance) => {
          const amount = amountOf(known, order, chance);
          if (!amount || !isPlain(order, amount)) return undefined;
          const steps = new Steps();
          const made = Array.from({ length: rounds }, (_, at) =>
            roundOf(steps, order.pair, orderPlan(order, amount, { clientOrderId: `{{key:o${at}}}` })),
          );
          const args = { ...tradeOf(order), rounds: made };
          const claim = rounds === 1 ? claimOf('XCH-04a', 'traded', args) : claimOf('BAL-02', 'exchangeMoves', args);
          const label = valid(`an order to ${orderName(order)} of ${way}`);
          return { steps: steps.all, label, claims: [claim] };
        },
      }),
    ),
  );
}

const soundOrder = varied({
  name: 'sound exchange order',
  evidences: ['XCH-04a'],
  posts: 1,
  isMisuse: false,
  variants: (known) => orderVariants(known, 1),
});

const twoOrders = varied({
  name: 'two exchange orders between looks at the balances',
  evidences: ['BAL-02'],
  posts: 2,
  isMisuse: false,
  variants: (known) => orderVariants(known, 2).filter(({ cell }) => /, (any within|a unit above)/.test(cell)),
});

/** Exchange orders that interface.md and the target's own lists allow. */
export const orderMoves: readonly Move[] = [soundOrder, twoOrders];
