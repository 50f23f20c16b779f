import { distinctiveAmount, exchangeAmount } from '../../../generators/amounts/amounts.ts';
import { orderBody } from '../../../generators/payloads/exchange.ts';
import { paymentBody } from '../../../generators/payloads/payment.ts';
import { create, read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { TestAssertionLog } from '../../worker/testAssertionLog.ts';
import type { Worker } from '../../worker/worker.ts';
import { coveredOrder, marketOf, sides } from '../exchange/market.ts';
import { coinPayouts } from '../inputs/coinPayouts.ts';
import type { Compose } from '../inputs/draw.ts';
import type { Method, Methods } from '../inputs/methods.ts';
import { drawnItem, drawnNumber } from '../inputs/turns.ts';
import type { Another, Order } from './orderRounds.ts';
import { feesOf } from './uncoveredPayout.ts';

/**
 * What an order is made with. `name` draws its method; `nth` selects its distinctive amount, another one for each order that reads balances. Every other pay-out is
 * in coins, and every other exchange order sells.
 */
export interface OrderParts {
  api: Api;
  assertions: TestAssertionLog;
  compose: Compose;
  methods: Methods;
  worker: Worker;
  name: string;
  nth: number;
  /** The card of a pay-out, if it is not any card. */
  cardNumber?: string | undefined;
  /** True for a pay-out in coins, or an order to sell; false for the other ones. The seed and `nth` decide where it is absent. */
  isOther?: boolean;
}

/** The three orders that carry a clientOrderId (§ Limits). */
export const orderKinds = ['pay-in', 'pay-out', 'exchange order'] as const;

/** One of the three orders. */
export type OrderKind = (typeof orderKinds)[number];

/** The distance from an order's first distinctive amount to another one, in positions. */
const distance = 10;

const withId = (clientOrderId?: string) => (clientOrderId === undefined ? {} : { clientOrderId });

/** True for every other order of a kind. The seed of the run decides where they begin, so that nights differ. */
const isOther = ({ worker, nth, isOther: said }: OrderParts): boolean =>
  said ?? (drawnNumber(worker, 'kinds of methods and sides') + nth) % 2 === 1;

/** An order of a kind, and whether it is the other one of its kind. */
export interface OrderTurn {
  name: string;
  kind: OrderKind;
  isOther?: boolean;
}

/** The orders of each kind: a usual pay-out and one in coins, an order to buy and one to sell. */
export const orderTurns: readonly OrderTurn[] = [
  { name: 'pay-in', kind: 'pay-in' },
  { name: 'usual pay-out', kind: 'pay-out', isOther: false },
  { name: 'pay-out in coins', kind: 'pay-out', isOther: true },
  { name: 'purchase', kind: 'exchange order', isOther: false },
  { name: 'sale', kind: 'exchange order', isOther: true },
];

/** The methods among which an order draws, and those in which a second use of its id may be. */
interface Choice {
  own: readonly [Method, ...Method[]];
  elsewhere: readonly Method[];
}

/** The methods of a pay-out: in coins every other time, unless it goes to a card. Another method is first looked for among those of the other kind. */
function payoutsFor(parts: OrderParts): Choice {
  const [usual, coins] = [parts.methods.payouts(), coinPayouts(parts.methods)];
  const [coin, ...more] = coins;
  return coin && isOther(parts) && parts.cardNumber === undefined
    ? { own: [coin, ...more], elsewhere: [...usual, ...coins] }
    : { own: usual, elsewhere: [...coins, ...usual] };
}

function payinsFor({ methods }: OrderParts): Choice {
  const own = methods.payins();
  return { own, elsewhere: own };
}

function paymentOrder({ own, elsewhere }: Choice, parts: OrderParts): Order {
  const { compose, worker, name, nth, cardNumber } = parts;
  const method = drawnItem(worker, name, own);
  const samples = cardNumber === undefined ? {} : { cardNumber };
  const plan = (id?: string, another?: Another) => {
    const used = another === 'method' ? (elsewhere.find((one) => one !== method) ?? method) : method;
    const body = compose(paymentBody(used, samples));
    const amount = distinctiveAmount(used, another === 'amount' ? nth + distance : nth);
    const comment = another === 'comment' ? { comment: `${body.comment ?? ''} again` } : {};
    return create.payment(used, { ...body, ...comment, ...withId(id), amount });
  };
  // By a fee that is not listed, nobody can say what one order takes.
  const isWatched = method.orderType === 'PAYOUT' && !(method.methodKey === 'CRYPTOCOIN' && method.hidesFee);
  return { plan, assets: isWatched ? [method.currency] : [], fees: feesOf(method) };
}

const noFees = { percent: '0', fixed: '0', scale: 30 };

async function exchangeOrder(parts: OrderParts): Promise<Order> {
  const { api, assertions, nth, worker, name } = parts;
  const from = drawnNumber(worker, `pair of ${name}`);
  const [usual, opposite] = isOther(parts) ? [sides[1], sides[0]] : sides;
  const pairs = await marketOf(api);
  const balances = await api.send(read.balances());
  const reason = 'no pair has both a rate and limits';
  const first = pairs[0] ?? assertions.stop({ code: 'notApplicable', reason, exchanges: [] });
  const own = coveredOrder(pairs, balances, { times: 100, prefers: usual, from }) ?? {
    pair: first,
    side: 'BUY' as const,
  };
  const others = pairs.filter(({ symbolPair }) => symbolPair !== own.pair.symbolPair);
  // Another method of an exchange is another pair, and the other side of it.
  const elsewhere = coveredOrder(others, balances, { times: 100, prefers: opposite, from }) ?? own;
  const plan = (id?: string, another?: Another) => {
    const { pair, side } = another === 'method' ? elsewhere : own;
    const amount = exchangeAmount(pair, another === 'amount' ? nth + distance : nth);
    return create.exchange(orderBody({ symbolPair: pair.symbolPair, side, amount }, withId(id)));
  };
  return { plan, assets: [own.pair.base, own.pair.quote], fees: noFees };
}

/** Returns an order of a kind, of a method that the seed draws for its name. */
export async function orderOf(kind: OrderKind, parts: OrderParts): Promise<Order> {
  if (kind === 'exchange order') return exchangeOrder(parts);
  return paymentOrder(kind === 'pay-in' ? payinsFor(parts) : payoutsFor(parts), parts);
}
