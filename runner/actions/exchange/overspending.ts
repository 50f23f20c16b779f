import { unknownFieldsFault } from '../../../oracles/answers/balanceFields.ts';
import { balanceIn } from '../../../oracles/answers/balances.ts';
import { notOverspent, type OverspendingAttempt, type OverspentArgs } from '../../../oracles/exchange/overspending.ts';
import { amountAsset, paidWith, type TradeSide, tradesOf } from '../../../oracles/exchange/trades.ts';
import { type Decimal, decimal, roundTo } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import { read } from '../../../traffic/transport/requestPlan.ts';
import { followMs } from '../../worker/api.ts';
import { marketOf, smallOf } from './market.ts';
import { lookAfter, lookBefore, type Order, planOf, type TradingParts, tradeOf } from './tradeRounds.ts';
import type { Trading } from './trading.ts';

/** Of two orders at once each takes this share of a balance: one is held, both are not. */
const shareOfEach = decimal('0.6');

/** An order by itself that the balance does not hold: so many times as much, since what it costs hangs on a price. */
const beyond = decimal('1.5');

/** The same where the amount is what it costs: prices do not matter, and a small credit shows, too. */
const justBeyond = decimal('1.05');

/** The asset that amounts of a pair are in, as a small order shows. */
type Asset = OverspentArgs['asset'];

/** The amount that takes a share of the balance that pays; of no more places than the least amount has. */
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

/** How many times as much as the balance an order by itself asks for: few where its amount is what it costs, and can be written. */
function shareBeyond(order: Order, given: { balance: Decimal; asset: Asset }): Decimal {
  const isExact = (order.side === 'SELL') === (given.asset === 'base');
  const amount = amountFor(order, { ...given, share: justBeyond });
  return isExact && amount.gt(given.balance) && isWithin({ ...order, amount }) ? justBeyond : beyond;
}

const isWithin = ({ pair: { minLimit, maxLimit }, amount }: Order) =>
  amount.gte(minLimit) && (maxLimit === undefined || amount.lte(maxLimit));

/** Of all pairs and sides the order of most of a balance that is the fewest least amounts: what moves is better small. */
async function largestOrder({ api, log }: TradingParts): Promise<Order> {
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
  const sizeOf = ({ pair, amount }: Order) => amount.div(pair.minLimit);
  const [smallest] = orders.toSorted((a, b) => sizeOf(a).comparedTo(sizeOf(b)));
  const reason = 'no balance of a listed pair is within reach of its limits';
  return (
    smallest ?? log.stop(unknownFieldsFault(balances) ?? { code: 'notApplicable', reason, exchanges: [balances.id] })
  );
}

/** Sends orders together, between two looks; the last look is late where all of them were accepted. */
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

/** Turns every order back that was accepted, so that the next run finds the balances as they were. */
async function restore({ api }: TradingParts, orders: readonly { order: Order; sent: Exchange }[]): Promise<void> {
  for (const { order, sent } of orders)
    if (sent.class === 'accepted') await api.send(planOf({ ...order, side: order.side === 'SELL' ? 'BUY' : 'SELL' }));
}

/** Tries to exchange more than a balance holds, by two orders at once and by one; what was taken is turned back. */
export async function overspend(parts: TradingParts, trading: Trading): Promise<OverspentArgs> {
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
  const isSound = parts.record.exchange(control).class === 'accepted';
  if (isSound) await tryOrders(() => [shareOfEach, shareOfEach]);
  if (isSound) await tryOrders((balance) => [shareBeyond(order, { balance, asset })]);
  await restore(parts, made);
  await parts.api.send(read.balances());
  return { ...claimed, attempts };
}
