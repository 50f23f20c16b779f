import { distinctiveAmount, exchangeAmount } from '../../../generators/amounts/amounts.ts';
import { orderBody } from '../../../generators/payloads/exchange.ts';
import { paymentBody } from '../../../generators/payloads/payment.ts';
import { create, read } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { TestAssertionLog } from '../../worker/testAssertionLog.ts';
import type { Worker } from '../../worker/worker.ts';
import { coveredOrder, marketOf } from '../exchange/market.ts';
import type { Compose } from '../inputs/draw.ts';
import type { Method, Methods } from '../inputs/methods.ts';
import { drawnItem } from '../inputs/turns.ts';
import type { Another, Order } from './orderRounds.ts';
import { feesOf } from './uncoveredPayout.ts';

/** What an order is made with. `name` draws its method; `nth` selects its distinctive amount, another one for each order that reads balances. */
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
}

/** The three orders that carry a clientOrderId (§ Limits). */
export const orderKinds = ['pay-in', 'pay-out', 'exchange order'] as const;

/** One of the three orders. */
export type OrderKind = (typeof orderKinds)[number];

/** The distance from an order's first distinctive amount to another one, in positions. */
const distance = 10;

const withId = (clientOrderId?: string) => (clientOrderId === undefined ? {} : { clientOrderId });

function paymentOrder(listed: readonly [Method, ...Method[]], parts: OrderParts): Order {
  const { compose, worker, name, nth, cardNumber } = parts;
  const method = drawnItem(worker, name, listed);
  const samples = cardNumber === undefined ? {} : { cardNumber };
  const plan = (id?: string, another?: Another) => {
    const used = another === 'method' ? (listed.find((one) => one !== method) ?? method) : method;
    const body = compose(paymentBody(used, samples));
    const amount = distinctiveAmount(used, another === 'amount' ? nth + distance : nth);
    const comment = another === 'comment' ? { comment: `${body.comment ?? ''} again` } : {};
    return create.payment(used, { ...body, ...comment, ...withId(id), amount });
  };
  return { plan, assets: method.orderType === 'PAYIN' ? [] : [method.currency], fees: feesOf(method) };
}

const noFees = { percent: '0', fixed: '0', scale: 30 };

async function exchangeOrder({ api, assertions, nth }: OrderParts): Promise<Order> {
  const pairs = await marketOf(api);
  const balances = await api.send(read.balances());
  const reason = 'no pair has both a rate and limits';
  const first = pairs[0] ?? assertions.stop({ code: 'notApplicable', reason, exchanges: [] });
  const own = coveredOrder(pairs, balances, 100) ?? { pair: first, side: 'BUY' as const };
  const others = pairs.filter(({ symbolPair }) => symbolPair !== own.pair.symbolPair);
  const elsewhere = coveredOrder(others, balances, 100) ?? own;
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
  return paymentOrder(kind === 'pay-in' ? parts.methods.payins() : parts.methods.payouts(), parts);
}
