import { unknownFieldsFault } from '../../../oracles/answers/balanceFields.ts';
import { balanceIn } from '../../../oracles/answers/balances.ts';
import { notOverspent, type OverspendingAttempt, type OverspentArgs } from '../../../oracles/exchange/overspending.ts';
import { amountAsset, paidWith, type TradeSide, tradesOf } from '../../../oracles/exchange/trades.ts';
import { type Decimal, decimal, roundTo } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import { followMs } from '../../worker/api.ts';
import { drawnItem } from '../inputs/turns.ts';
import { marketOf, smallOf } from './market.ts';
import { lookAfter, lookBefore, type Order, planOf, type TradingParts, tradeOf } from './tradeRounds.ts';
import type { Trading } from './trading.ts';

/** Each of two simultaneous orders takes one of these shares of a balance, which covers one of them but not both. */
const shareOfEach = { usual: decimal('0.6'), tight: decimal('0.95') };

/** A single order takes this share of the balance, so that the balance does not cover it. The share is large because the cost depends on a price. */
const beyond = decimal('1.5');

/** The share that a single order takes if its amount is exactly the cost. Prices then do not matter, and the test notices even a small credit. */
const justBeyond = decimal('1.05');

/** The asset in which amounts of a pair are given, as a small order shows. */
type Asset = OverspentArgs['asset'];

/** Returns the amount that takes a share of the paying balance, with no more decimals than the minimum has. */
function amountFor(
  { pair, side }: Order,
  { balance, share, asset }: { balance: Decimal; share: Decimal; asset: Asset },
) {
  const paid = balance.times(share);
  const table: Readonly<Record<TradeSide, Readonly<Record<Asset, Decimal>>>> = {
    BUY: { base: paid.div(pair.ask), quote: paid },
    SELL: { base: paid, quote: paid.times(pair.bid) },
  };
  return roundTo(table[side][asset], pair.minLimit.decimalPlaces(), 'DOWN');
}

/**
 * Returns the share of the balance that a single order requests. This is `justBeyond` if the amount is exactly the cost, still exceeds the balance after
 * rounding, and is within the limits; otherwise it is `beyond`.
 */
function shareBeyond(order: Order, given: { balance: Decimal; asset: Asset }): Decimal {
  const isExact = (order.side === 'SELL') === (given.asset === 'base');
  const amount = amountFor(order, { ...given, share: justBeyond });
  return isExact && amount.gt(given.balance) && isWithin({ ...order, amount }) ? justBeyond : beyond;
}

const isWithin = ({ pair: { minLimit, maxLimit }, amount }: Order) =>
  amount.gte(minLimit) && (maxLimit === undefined || amount.lte(maxLimit));

/** True for a pair of which an order and the one that reverses it exceed the maximum together. That is no reason to refuse either of them (§ Limits). */
const isTight = ({ pair: { maxLimit }, amount }: Order) =>
  maxLimit !== undefined && amount.div(beyond).times(shareOfEach.tight).times(2).gt(maxLimit);

/** Draws an order for more than its balance, of those within the limits of their pair. */
async function largestOrder({ worker, api, log }: TradingParts): Promise<Order> {
  const pairs = await marketOf(api);
  const balances = await api.send(read.balances());
  const orders = pairs.flatMap((pair) =>
    (['SELL', 'BUY'] as const).flatMap((side): Order[] => {
      const balance = balanceIn(balances, paidWith({ ...pair, side }));
      if (!balance?.gt(0)) return [];
      const given = { balance, share: beyond, asset: 'base' as const };
      const most = amountFor({ pair, side, amount: pair.minLimit }, given);
      return isWithin({ pair, side, amount: most }) ? [{ pair, side, amount: most }] : [];
    }),
  );
  const tight = drawnItem(worker, `${log.id} tight`, [true, true, false]) ? orders.filter(isTight) : [];
  const [first, ...others] = tight.length > 0 ? tight : orders;
  const reason = 'no order on a listed pair that spends most of a balance is within the limits of the pair';
  if (first) return drawnItem(worker, `${log.id} order`, [first, ...others]);
  return log.stop(unknownFieldsFault(balances) ?? { code: 'notApplicable', reason, exchanges: [balances.id] });
}

/** Sends orders at the same time between two reads. The later read waits if all orders were accepted. */
async function attempt(
  parts: TradingParts,
  { orders, claimed }: { orders: readonly Order[]; claimed: Omit<OverspentArgs, 'attempts'> },
): Promise<OverspendingAttempt | undefined> {
  const [order] = orders;
  if (!order || !orders.every(isWithin)) return undefined;
  const before = await lookBefore(parts, order.pair);
  const sent = await Promise.all(orders.map((one) => parts.api.send(planOf(one))));
  const isTaken = sent.every(({ class: kind }) => kind === 'accepted');
  const tried = { before, created: sent.map(({ id }) => id), after: before, amount: order.amount.toFixed() };
  const look = async () => {
    tried.after = await lookAfter(parts, order.pair);
  };
  const isOver = () => notOverspent(parts.record, { ...claimed, attempts: [tried] }).state === 'broken';
  await parts.api.until(look, isOver, isTaken ? followMs : 0);
  return tried;
}

/** A reversing order takes at most this share of a balance, since prices move meanwhile. */
const shareToReverse = decimal('0.98');

/**
 * Returns the order that reverses another one. What an order has brought buys less back, by the spread, so that the reversing order is smaller where the balance
 * holds no more; undefined if not even the minimum is left.
 */
export function reverseOf(order: Order, balances: Exchange, asset: Asset): Order | undefined {
  const reverse: Order = { ...order, side: order.side === 'SELL' ? 'BUY' : 'SELL' };
  const balance = balanceIn(balances, paidWith({ ...order.pair, side: reverse.side }));
  if (!balance) return reverse;
  const most = amountFor(reverse, { balance, share: shareToReverse, asset });
  const covered = { ...reverse, amount: most.lt(order.amount) ? most : order.amount };
  return isWithin(covered) ? covered : undefined;
}

/** Reverses every accepted order, so that the next run finds the balances about as they were. Returns the reversing orders. */
async function restore(
  { api }: TradingParts,
  orders: readonly { order: Order; sent: Exchange }[],
  asset: Asset,
): Promise<string[]> {
  const sent: string[] = [];
  for (const { order } of orders.filter((one) => one.sent.class === 'accepted')) {
    const reverse = reverseOf(order, await api.send(read.balances()), asset);
    if (reverse) sent.push((await api.send(planOf(reverse))).id);
  }
  return sent;
}

/** Attempts to overspend, and the orders that reversed what was accepted. */
export interface Overspending {
  args: OverspentArgs;
  reversing: readonly string[];
}

/** Tries to exchange more than a balance holds, with two simultaneous orders and with one. Accepted orders are reversed. */
export async function overspend(parts: TradingParts, trading: Trading): Promise<Overspending> {
  const order = await largestOrder(parts);
  const small = await trading.rounds({ ...order, amount: smallOf(order.pair) });
  const [first] = tradesOf(parts.record, small).toReversed();
  const control = small.rounds.at(-1)?.created ?? '';
  const asset = (first && amountAsset(first)) ?? 'base';
  const claimed = { ...tradeOf(order), asset, control };
  const currency = paidWith({ ...order.pair, side: order.side });
  const attempts: OverspendingAttempt[] = [];
  const made: { order: Order; sent: Exchange }[] = [];
  const tryOrders = async (sharesOf: (balance: Decimal) => readonly Decimal[]) => {
    const balance = balanceIn(await parts.api.send(read.balances()), currency) ?? decimal('0');
    const orders = sharesOf(balance).map((share) => ({
      ...order,
      amount: amountFor(order, { balance, share, asset }),
    }));
    const tried = await attempt(parts, { orders, claimed });
    if (!tried) return;
    attempts.push(tried);
    made.push(
      ...tried.created.map((id, index) => ({ order: orders[index] ?? order, sent: parts.record.exchange(id) })),
    );
  };
  const share = shareOfEach[isTight(order) ? 'tight' : 'usual'];
  const isAccepted = parts.record.exchange(control).class === 'accepted';
  if (isAccepted) await tryOrders(() => [share, share]);
  if (isAccepted) await tryOrders((balance) => [shareBeyond(order, { balance, asset })]);
  const reversing = await restore(parts, made, asset);
  await parts.api.send(read.balances());
  return { args: { ...claimed, attempts }, reversing };
}
