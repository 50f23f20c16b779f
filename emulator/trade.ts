import { balanceOf, transfer } from './books.ts';
import type { Context } from './context.ts';
import { newId } from './ids.ts';
import { recordPayment } from './ledger.ts';
import { type Money, roundUp, ZERO } from './money.ts';
import type { Pair } from './pairs.ts';
import type { Payment } from './payment.ts';
import type { Side } from './rules/exchange.ts';

/** Decimals of a base amount that is computed rather than sent. */
const BASE_SCALE = 8;

/** An exchange of a base amount, priced. */
export interface Trade {
  readonly pair: Pair;
  readonly side: Side;
  readonly amount: Money;
  readonly value: Money;
}

/** Prices an exchange order: `amount` is in the base asset for both sides. */
export const priced = ({ rules }: Context, order: Omit<Trade, 'value'>): Trade => ({
  ...order,
  value: rules.quoteOf(order.amount, rules.priceOf(order.pair, order.side), order.pair.scale),
});

/** What a trade takes from the account. */
export const costOf = (trade: Trade): { currency: string; amount: Money } =>
  trade.side === 'BUY'
    ? { currency: trade.pair.quote, amount: trade.value }
    : { currency: trade.pair.base, amount: trade.amount };

/** The trade that brings at least `short` of a currency from another asset; undefined when no pair joins them. */
export function tradeFor(context: Context, short: Money, between: { wanted: string; from: string }): Trade | undefined {
  const { wanted, from } = between;
  const buying = context.world.pairs.find(({ base, quote }) => base === wanted && quote === from);
  if (buying) return priced(context, { pair: buying, side: 'BUY', amount: atLeast(short, buying.minLimit) });
  const selling = context.world.pairs.find(({ base, quote }) => base === from && quote === wanted);
  if (!selling) return undefined;
  const lastPlace = ZERO.plus(10).pow(-selling.scale);
  const amount = roundUp(short.plus(lastPlace).div(selling.bid), BASE_SCALE);
  return priced(context, { pair: selling, side: 'SELL', amount: atLeast(amount, selling.minLimit) });
}

/** Moves the two balances of a trade. */
export function settleTrade({ world, account }: Context, { pair, side, amount, value }: Trade): void {
  const bought = { currency: pair.base, amount };
  const paid = { currency: pair.quote, amount: value };
  const [toUs, fromUs] = side === 'BUY' ? [bought, paid] : [paid, bought];
  transfer(world.books, { ...toUs, from: 'market', to: account });
  transfer(world.books, { ...fromUs, from: account, to: 'market' });
}

/** Carries a trade out: both balances move, one EXCHANGE payment of the base asset is recorded as SUCCESS. */
export function carryOut(context: Context, trade: Trade, clientOrderId: string | null): Payment {
  const { world, rules, account } = context;
  const { pair, side, amount } = trade;
  settleTrade(context, trade);
  return recordPayment(context, {
    orderId: newId(world, rules, 'ORD'),
    status: 'SUCCESS',
    currency: pair.base,
    requested: amount,
    fee: ZERO,
    orderType: 'EXCHANGE',
    transactionType: side === 'BUY' ? 'CREDIT' : 'DEBIT',
    clientOrderId,
    balanceAfterPayment: balanceOf(account, pair.base),
  });
}

const atLeast = (amount: Money, minimum: Money): Money => (amount.lt(minimum) ? minimum : amount);
