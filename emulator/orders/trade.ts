import { balanceOf, transfer } from '../domain/books.ts';
import type { Pair } from '../domain/exchangePairs.ts';
import { type Money, roundUp, ZERO } from '../domain/money.ts';
import type { Payment } from '../domain/payment.ts';
import type { Context } from '../instance/context.ts';
import type { Instance } from '../instance/instance.ts';
import { recordPayment } from '../instance/ledger.ts';
import { newId } from '../instance/newId.ts';
import { recordDebit } from '../instance/recentDebits.ts';
import type { Rules } from '../rules/index.ts';
import type { Side } from '../rules/payments/exchange.ts';
import { equalOrder } from './equalOrder.ts';

/** Decimals of a computed base amount. */
const BASE_SCALE = 8;

/** A priced exchange of a base amount. */
export interface Trade {
  readonly pair: Pair;
  readonly side: Side;
  readonly amount: Money;
  readonly value: Money;
}

/** The pairs with their current prices. */
export const pairsNow = ({ pairs, served }: Pick<Instance, 'pairs' | 'served'>, rules: Rules): Pair[] =>
  pairs.map((pair) => rules.pairPriced(pair, served));

/** Prices an exchange of a base amount; `automatic` marks one that a cross payout triggers. */
const priced = ({ rules }: Context, order: Omit<Trade, 'value'>, automatic = false): Trade => ({
  ...order,
  value: rules.quoteOf(order.amount, rules.priceOf(order.pair, order.side, automatic), order.pair),
});

/** Prices an exchange order as sent. A rule decides whether the amount is in the base or in the quote asset. */
export function pricedOrder(context: Context, order: Omit<Trade, 'value'>): Trade {
  const { rules } = context;
  if (rules.amountIn(order.side) === 'base') return priced(context, order);
  const price = rules.priceOf(order.pair, order.side, false);
  return { ...order, amount: roundUp(order.amount.div(price), BASE_SCALE), value: order.amount };
}

/** The currency and amount that a trade takes from the account. */
export const costOf = (trade: Trade): { currency: string; amount: Money } =>
  trade.side === 'BUY'
    ? { currency: trade.pair.quote, amount: trade.value }
    : { currency: trade.pair.base, amount: trade.amount };

/** Returns the trade that yields at least `short` of the wanted currency from another one; undefined if no pair has both currencies, or a rule orders nothing. */
export function tradeFor(context: Context, short: Money, between: { wanted: string; from: string }): Trade | undefined {
  const { wanted, from } = between;
  const pairs = pairsNow(context.instance, context.rules);
  const buying = pairs.find(({ base, quote }) => base === wanted && quote === from);
  const ordered = (pair: Pair, side: Side, wish: Money): Trade | undefined => {
    const amount = context.rules.crossOrdered(wish, pair.minLimit);
    return amount && priced(context, { pair, side, amount }, true);
  };
  if (buying) return ordered(buying, 'BUY', short);
  const selling = pairs.find(({ base, quote }) => base === from && quote === wanted);
  if (!selling) return undefined;
  const lastPlace = ZERO.plus(10).pow(-selling.scale);
  return ordered(selling, 'SELL', roundUp(short.plus(lastPlace).div(selling.bid), BASE_SCALE));
}

/** Moves the two balances of a trade. */
export function settleTrade(context: Context, { pair, side, amount, value }: Trade): void {
  const { instance, rules, account } = context;
  const legs = [
    { leg: 'base', currency: pair.base, amount, ours: side === 'BUY' },
    { leg: 'quote', currency: pair.quote, amount: value, ours: side === 'SELL' },
  ] as const;
  for (const { currency, amount, ours } of legs.filter(({ leg }) => rules.legMoved(leg))) {
    const [from, to] = ours ? (['market', account] as const) : ([account, 'market'] as const);
    transfer(instance.books, { currency, amount, from, to });
    if (!ours) recordDebit(context, currency, amount);
  }
}

/** Executes a trade: moves both balances, unless a rule books equal orders without clientOrderId once, and records EXCHANGE payments of one order, for the legs that a rule shows. Returns the order id. */
export function executeTrade(context: Context, trade: Trade, clientOrderId: string | null): string {
  const { instance, rules } = context;
  const isUnbooked = clientOrderId === null && equalOrder(context)?.counts === 'unbooked';
  if (!isUnbooked) settleTrade(context, trade);
  const orderId = newId(instance, rules, 'ORD');
  for (const leg of rules.legsShown())
    recordLeg(context, { trade, leg }, { orderId, clientOrderId, status: 'SUCCESS' });
  return orderId;
}

/** Records a trade as failed: no balance moves. Returns the order id. */
export function failTrade(context: Context, trade: Trade, clientOrderId: string | null): string {
  const { instance, rules } = context;
  const orderId = newId(instance, rules, 'ORD');
  for (const leg of rules.legsShown()) recordLeg(context, { trade, leg }, { orderId, clientOrderId, status: 'FAILED' });
  return orderId;
}

/** Records one leg of a trade as a payment. */
function recordLeg(
  context: Context,
  { trade, leg }: { trade: Trade; leg: 'base' | 'quote' },
  order: Pick<Payment, 'orderId' | 'clientOrderId' | 'status'>,
): void {
  const { pair, side, amount, value } = trade;
  const currency = pair[leg];
  recordPayment(context, {
    ...order,
    currency,
    requested: leg === 'base' ? amount : value,
    fee: ZERO,
    orderType: 'EXCHANGE',
    transactionType: (side === 'BUY') === (leg === 'base') ? 'CREDIT' : 'DEBIT',
    balanceAfterPayment: balanceOf(context.account, currency),
  });
}
