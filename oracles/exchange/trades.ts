import { type Decimal, decimal, type ExactObject } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { riseOf } from '../answers/balances.ts';
import { type Rate, ratesIn } from '../answers/exchangeLists.ts';
import { amountIn, changedPayments, mayMoveMoney, pageOf } from '../answers/searchPage.ts';
import { isFinalStatus } from '../payments/lifecycle.ts';

/** The two ways to trade a pair: buy or sell its base asset. */
export type TradeSide = 'BUY' | 'SELL';

/** One set of reads: the rates, the balances, and the newest payments in both currencies. */
export interface TradeLooks {
  rates: string;
  balances: string;
  base: string;
  quote: string;
}

/** A single exchange order between two sets of reads. */
export interface TradeRound {
  before: TradeLooks;
  created: string;
  after: TradeLooks;
}

/** The traded pair, and the rounds of orders. */
export interface TradeArgs {
  symbolPair: string;
  base: string;
  quote: string;
  /** The decimals of the quote asset, if the methods list shows them. Converted amounts may be rounded to these. */
  quotePlaces?: number;
  side: TradeSide;
  rounds: readonly TradeRound[];
}

/** An order as its round shows it. The movements are positive if base and quote moved in the direction that the side of the order implies. */
export interface Trade {
  side: TradeSide;
  symbolPair: string;
  base: string;
  quote: string;
  /** The amount that was sent; undefined if the body has no number. */
  amount: Decimal | undefined;
  created: Exchange;
  /** By how much each balance moved; undefined if the answers show no figure. */
  moved: { base: Decimal; quote: Decimal } | undefined;
  /** The rates of the pair in all reads of the assertion, over all its rounds. */
  rates: readonly Rate[];
  /** The decimals of the quote asset, if known. */
  quotePlaces?: number;
  /** True if search shows no other movement in either currency, and no other order of the run was in progress. */
  isAlone: boolean;
  exchanges: readonly string[];
}

/** Returns the ids of all exchanges of a round. */
export function exchangeIdsOfRound({ before, created, after }: TradeRound): string[] {
  return [...Object.values({ ...before }), created, ...Object.values({ ...after })];
}

/** Returns a predicate for the payments that show an exchange order. */
export function isOrderOf(created: Exchange): (payment: ExactObject) => boolean {
  const { clientOrderId } = created.line.request;
  const orderId = created.text.trim();
  return (payment) =>
    (clientOrderId !== undefined && textField(payment, 'clientOrderId') === clientOrderId) ||
    (orderId !== '' && textField(payment, 'orderId') === orderId);
}

/** Returns the payments in one currency that are new or changed in the later reads; undefined if search did not answer. */
function movedIn(record: RunRecord, { before, after }: TradeRound, name: 'base' | 'quote') {
  const [early, late] = [before, after].map((looks) => pageOf(record.exchange(looks[name])));
  return early && late && changedPayments(early.items, late.items);
}

/** True if another exchange order of the run was in progress during the round. Search need not show it. */
function isCrossed(record: RunRecord, { before, created, after }: TradeRound): boolean {
  const [from, to] = [before, after].map(({ balances }) => record.exchange(balances));
  const account = record.exchange(created).line.request.account;
  return record
    .of('POST /v1/user/exchange', account)
    .some(
      (order) =>
        order.id !== created &&
        order.class !== 'refused' &&
        from !== undefined &&
        to !== undefined &&
        order.receivedNs > from.sentNs &&
        order.sentNs < to.receivedNs,
    );
}

const isOver = (payment: ExactObject) => isFinalStatus(textField(payment, 'status') ?? '');

/** True if the order was still under way in the later reads, and has ended since, or may yet end. An order that never ends counts as it is. */
function wasUnderWay(record: RunRecord, { created, after }: TradeRound): boolean {
  const isOwn = isOrderOf(record.exchange(created));
  const shown = (['base', 'quote'] as const).flatMap((name) => pageOf(record.exchange(after[name]))?.items ?? []);
  const open = shown.filter((payment) => isOwn(payment) && !isOver(payment));
  const ended = () => record.payments.some(({ value }) => isOwn(value) && isOver(value));
  return open.length > 0 && (record.live || ended());
}

function isAlone(record: RunRecord, round: TradeRound): boolean {
  const isOwn = isOrderOf(record.exchange(round.created));
  const isQuiet = (payment: ExactObject) => isOwn(payment) || !mayMoveMoney(payment);
  const isShown = (['base', 'quote'] as const).every((name) => movedIn(record, round, name)?.every(isQuiet) ?? false);
  return isShown && !isCrossed(record, round) && !wasUnderWay(record, round);
}

function movedBy(record: RunRecord, { base, quote, side }: TradeArgs, { before, after }: TradeRound): Trade['moved'] {
  const looks = { before: before.balances, after: after.balances };
  const [bought, gained] = [base, quote].map((currency) => riseOf(record, looks, currency));
  if (!bought || !gained) return undefined;
  return side === 'BUY' ? { base: bought, quote: gained.negated() } : { base: bought.negated(), quote: gained };
}

/** Returns the orders of an assertion, one for each round. */
export function tradesOf(record: RunRecord, args: TradeArgs): Trade[] {
  const { side, symbolPair, base, quote, quotePlaces, rounds } = args;
  const looks = rounds.flatMap(({ before, after }) => [before, after]);
  const rates = looks.flatMap((one) => ratesIn(record.exchange(one.rates))).filter(({ pair }) => pair === symbolPair);
  return rounds.map((round) => {
    const created = record.exchange(round.created);
    const amount = amountIn(created.sent ?? null);
    const isNear = rates.length > 0;
    return {
      ...{ side, symbolPair, base, quote, amount, created, rates },
      moved: movedBy(record, args, round),
      ...(quotePlaces !== undefined && { quotePlaces }),
      isAlone: isNear && isAlone(record, round),
      exchanges: exchangeIdsOfRound(round),
    };
  });
}

/** Returns the currency that an order of a side pays with. */
export function paidWith({ side, base, quote }: Pick<Trade, 'side' | 'base' | 'quote'>): string {
  return side === 'SELL' ? base : quote;
}

/** Returns the greatest cost of an order for an amount in the base asset, and the currency that pays it. */
export function maxCostOf(order: Pick<Trade, 'side' | 'base' | 'quote'> & Record<'amount' | 'ask', Decimal>): {
  currency: string;
  most: Decimal;
} {
  const { side, amount, ask } = order;
  return { currency: paidWith(order), most: side === 'SELL' ? amount : amount.times(ask) };
}

/** Returns the asset that the amount of an order is in: the asset whose balance moved by exactly this amount. Undefined if neither did. */
export function amountAsset({ amount, moved }: Trade): 'base' | 'quote' | undefined {
  if (!amount || !moved) return undefined;
  if (moved.base.eq(amount)) return 'base';
  return moved.quote.eq(amount) ? 'quote' : undefined;
}

const least = (figures: readonly Decimal[]) => figures.reduce((one, other) => (other.lt(one) ? other : one));
const largest = (figures: readonly Decimal[]) => figures.reduce((one, other) => (other.gt(one) ? other : one));

/** Returns the difference between the highest and the lowest price. */
const spreadOf = (prices: readonly Decimal[]) => largest(prices).minus(least(prices));

/**
 * Returns the lowest and the highest possible market price: bid and ask of all reads, extended at both ends by the largest change of bid or ask among the
 * reads. The market may have moved further between two reads.
 */
export function marketAround(rates: readonly Rate[]): { low: Decimal; high: Decimal } | undefined {
  const [bids, askPrices] = [rates.map(({ bid }) => bid), rates.map(({ ask }) => ask)];
  if (rates.length === 0) return undefined;
  const drift = largest([spreadOf(bids), spreadOf(askPrices)]);
  const all = [...bids, ...askPrices];
  return { low: least(all).minus(drift), high: largest(all).plus(drift) };
}

/** True if all reads show the same two prices. */
export function areRatesUnchanged(rates: readonly Rate[]): boolean {
  const [first] = rates;
  return first !== undefined && rates.every(({ bid, ask }) => bid.eq(first.bid) && ask.eq(first.ask));
}

/**
 * Returns the unit of the last place to which a converted figure is rounded. The number of places is the lowest of the known decimals; if no decimals are
 * known, the decimals of the figure itself.
 */
function unitOf(figure: Decimal, ...decimals: (number | undefined)[]): Decimal {
  const known = decimals.filter((places) => places !== undefined);
  return decimal('10').pow(-(known.length > 0 ? Math.min(...known) : figure.decimalPlaces()));
}

/** Returns the smallest and the largest quote amount that the moved base amount is worth, rounded to the decimals of the rate or of the quote asset. */
export function quoteWorth(
  trade: Pick<Trade, 'rates' | 'moved' | 'quotePlaces'>,
): { least: Decimal; most: Decimal } | undefined {
  const market = marketAround(trade.rates);
  if (!market || !trade.moved) return undefined;
  const { base, quote } = trade.moved;
  const unit = unitOf(quote, trade.rates[0]?.scale, trade.quotePlaces);
  return { least: base.times(market.low).minus(unit), most: base.times(market.high).plus(unit) };
}

/**
 * Returns the smallest and the largest base amount that the moved quote amount buys. It is rounded to the last place that the base amount shows, since the
 * scale of a rate is for the quote asset.
 */
function boughtBy({ rates, moved }: Trade): { least: Decimal; most: Decimal } | undefined {
  const market = marketAround(rates);
  if (!market?.low.gt(0) || !moved) return undefined;
  const unit = unitOf(moved.base);
  return { least: moved.quote.div(market.high).minus(unit), most: moved.quote.div(market.low).plus(unit) };
}

const isWithin = (figure: Decimal, bounds: { least: Decimal; most: Decimal } | undefined) =>
  bounds !== undefined && figure.gte(bounds.least) && figure.lte(bounds.most);

/**
 * True if both balances moved in the direction of the side at a price within bid and ask, with one of them rounded. An amount below one unit may be rounded to
 * zero.
 */
export function isAtMarketPrice(trade: Trade): boolean {
  const { moved } = trade;
  if (!moved || moved.base.lt(0) || moved.quote.lt(0)) return false;
  if (moved.base.isZero() && moved.quote.isZero()) return false;
  const asset = amountAsset(trade);
  const byBase = asset !== 'quote' && isWithin(moved.quote, quoteWorth(trade));
  return byBase || (asset !== 'base' && isWithin(moved.base, boughtBy(trade)));
}

/** True if an order moved both balances as documented: one by its amount, the other by the equivalent at a market price. */
export function isExecuted(trade: Trade): boolean {
  return amountAsset(trade) !== undefined && isAtMarketPrice(trade);
}

/** True if one balance moved by the amount of an order and the other moved too, as in an exchange at any price; a small worth may be rounded to nothing. */
export function isConverted(trade: Trade): boolean {
  const { moved } = trade;
  const isBoth = moved?.base.gt(0) && moved.quote.gt(0);
  return isExecuted(trade) || (amountAsset(trade) !== undefined && isBoth === true);
}
