import { jsonNumber } from '../../../generators/amounts/prices.ts';
import { orderBody } from '../../../generators/payloads/exchange.ts';
import type { AssertionLog } from '../../../judge/assertionLog.ts';
import { movedBothBalances, paidForNothing } from '../../../oracles/exchange/exchangeOrders.ts';
import {
  isExecuted,
  type TradeArgs,
  type TradeLooks,
  type TradeRound,
  type TradeSide,
  tradesOf,
} from '../../../oracles/exchange/trades.ts';
import type { Decimal } from '../../../schemas/json/exact.ts';
import type { Exchange } from '../../../traffic/journal/exchange.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { create, type Plan, read } from '../../../traffic/transport/requestPlan.ts';
import type { SendOptions } from '../../../traffic/transport/sendOptions.ts';
import type { Api } from '../../worker/api.ts';
import type { Worker } from '../../worker/worker.ts';
import { learnSearchForm, newestPage } from '../inputs/searchQueries.ts';
import { type MarketPair, smallOf } from './market.ts';

/** An order that the account can pay. */
export interface Order {
  pair: MarketPair;
  side: TradeSide;
  amount: Decimal;
  /** Writes the body with other characters. */
  text?: SendOptions['text'];
}

/** What orders need. */
export interface TradingParts {
  worker: Worker;
  api: Api;
  log: AssertionLog;
  record: RunRecord;
}

/** Returns the fields of an order for the arguments of an assertion on it. */
export function tradeOf({ pair, side }: Order): Omit<TradeArgs, 'rounds'> {
  const { symbolPair, base, quote, quotePlaces } = pair;
  return { symbolPair, base, quote, side, ...(quotePlaces !== undefined && { quotePlaces }) };
}

/** Returns the plan of an order. */
export function planOf({ pair, side, amount }: Order): Plan {
  return create.exchange(orderBody({ symbolPair: pair.symbolPair, side, amount: jsonNumber(amount) }));
}

/** Reads everything that an order of a pair may change. The rates are read last, immediately before the order. */
export async function lookBefore({ api }: TradingParts, { base, quote }: MarketPair): Promise<TradeLooks> {
  const ways = await learnSearchForm(api);
  return {
    base: (await newestPage(api, ways, { currency: base })).id,
    quote: (await newestPage(api, ways, { currency: quote })).id,
    balances: (await api.send(read.balances())).id,
    rates: (await api.send(read.exchangeRates())).id,
  };
}

/** Repeats the reads of `lookBefore` after the order. The rates are read first, immediately after the order. */
export async function lookAfter({ api }: TradingParts, { base, quote }: MarketPair): Promise<TradeLooks> {
  const ways = await learnSearchForm(api);
  return {
    rates: (await api.send(read.exchangeRates())).id,
    balances: (await api.send(read.balances())).id,
    base: (await newestPage(api, ways, { currency: base })).id,
    quote: (await newestPage(api, ways, { currency: quote })).id,
  };
}

/** At most this many orders are sent while the first ones change a balance in a way that no interpretation of the text explains. */
const mostRounds = 3;

/** One order of a round, and the longest wait, ms, until both balances have changed. */
interface Sent {
  order: Order;
  send(): Promise<Exchange>;
  forMs: number;
}

/** True if both balances have changed, or show no figure that could change. */
function hasMoved(record: RunRecord, order: Order, round: TradeRound): boolean {
  return tradesOf(record, { ...tradeOf(order), rounds: [round] }).every(
    ({ moved }) => !moved || !(moved.base.isZero() || moved.quote.isZero()),
  );
}

/** Sends an order between two reads. The later read waits until both balances have changed or the time is over. */
async function roundOf(parts: TradingParts, { order, send, forMs }: Sent): Promise<TradeRound & { isLate: boolean }> {
  const before = await lookBefore(parts, order.pair);
  const created = await send();
  const round = { before, created: created.id };
  let balances = before.balances;
  const look = async () => {
    balances = (await parts.api.send(read.balances())).id;
  };
  const isThere = () => hasMoved(parts.record, order, { ...round, after: { ...before, balances } });
  const isPatient = created.class === 'accepted' && forMs > 0;
  const isLate = isPatient && !(await parts.api.until(look, isThere, forMs));
  return { ...round, after: await lookAfter(parts, order.pair), isLate };
}

/** Sends an order. If its amount has more decimals than the limits show and is refused, a small order is sent instead. */
async function sendOrder({ api }: TradingParts, order: Order): Promise<Exchange> {
  const how = order.text ? { text: order.text } : {};
  const sent = await api.send(planOf(order), how);
  const isFiner = order.amount.decimalPlaces() > order.pair.minLimit.decimalPlaces();
  return sent.class === 'refused' && isFiner ? api.send(planOf({ ...order, amount: smallOf(order.pair) }), how) : sent;
}

/**
 * Sends one order at a time, and repeats it while the order does not have the expected effect. If the balances do not change within `forMs`, later orders do
 * not wait for them.
 */
export async function tradeRounds(parts: TradingParts, order: Order, forMs: number): Promise<TradeArgs> {
  const rounds: TradeRound[] = [];
  const given = tradeOf(order);
  let patienceMs = forMs;
  const { losses } = parts.api;
  while (rounds.length < mostRounds) {
    const { isLate, ...round } = await roundOf(parts, {
      order,
      send: () => sendOrder(parts, order),
      forMs: patienceMs,
    });
    rounds.push(round);
    if (isLate) patienceMs = 0;
    const [trade] = tradesOf(parts.record, { ...given, rounds: [round] });
    if (parts.api.losses > losses || trade?.created.class !== 'accepted' || (trade.isAlone && isExecuted(trade))) break;
  }
  return { ...given, rounds };
}

/** Sends a defective plan between two reads for the pair of an order, and repeats it once if something was exchanged or paid. An accepted one may fail later. */
export async function refusedRounds(parts: TradingParts, order: Order, plan: Plan): Promise<TradeArgs> {
  const rounds: TradeRound[] = [];
  const args = () => ({ ...tradeOf(order), rounds });
  const send = () => parts.api.send(plan, { purpose: 'defect' });
  const forMs = parts.worker.target.deadlines.finalMs;
  for (const _ of ['once', 'again']) {
    const { isLate: _never, ...round } = await roundOf(parts, { order, send, forMs });
    rounds.push(round);
    if (!tradesOf(parts.record, args()).every((trade) => movedBothBalances(trade) || paidForNothing(trade))) break;
  }
  return args();
}
