import { type Decimal, decimal, type ExactObject } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import { riseOf } from '../answers/balances.ts';
import { type Rate, ratesIn } from '../answers/exchangeLists.ts';
import { amountIn, changedPayments, mayMoveMoney, pageOf } from '../answers/searchPage.ts';

/** The two ways to trade a pair: its base asset is bought, or sold. */
export type TradeSide = 'BUY' | 'SELL';

/** A look at what an exchange may move: the rates, the balances, and the newest payments in both currencies. */
export interface TradeLooks {
  rates: string;
  balances: string;
  base: string;
  quote: string;
}

/** One exchange order by itself, between two looks. */
export interface TradeRound {
  before: TradeLooks;
  created: string;
  after: TradeLooks;
}

/** What is traded, and the rounds of it. */
export interface TradeArgs {
  symbolPair: string;
  base: string;
  quote: string;
  /** The decimals of the quote asset, where the methods list tells them: what is converted may be rounded to these. */
  quotePlaces?: number;
  side: TradeSide;
  rounds: readonly TradeRound[];
}

/** An order as its round tells it. What moved counts as it should move: positive when base and quote went the way of the side. */
export interface Trade {
  side: TradeSide;
  symbolPair: string;
  base: string;
  quote: string;
  /** The amount as it was sent; undefined where the body has no number. */
  amount: Decimal | undefined;
  created: Exchange;
  /** By how much each balance moved; undefined where the answers show no figure. */
  moved: { base: Decimal; quote: Decimal } | undefined;
  /** The rates of the pair, as the looks of all rounds of the claim show them. */
  rates: readonly Rate[];
  /** The decimals of the quote asset, as far as they are known. */
  quotePlaces?: number;
  /** True where search shows that nothing else moved in either currency, and no other order of the run was under way. */
  isAlone: boolean;
  exchanges: readonly string[];
}

/** The numbers of all exchanges of a round. */
export function exchangeIdsOfRound({ before, created, after }: TradeRound): string[] {
  return [...Object.values({ ...before }), created, ...Object.values({ ...after })];
}

/** True for the payment that an exchange order is shown as. */
export function isOrderOf(created: Exchange): (payment: ExactObject) => boolean {
  const { clientOrderId } = created.line.request;
  const orderId = created.text.trim();
  return (payment) =>
    (clientOrderId !== undefined && textField(payment, 'clientOrderId') === clientOrderId) ||
    (orderId !== '' && textField(payment, 'orderId') === orderId);
}

/** Payments that came or moved between two looks in one currency; undefined where search did not answer. */
function movedIn(record: RunRecord, { before, after }: TradeRound, name: 'base' | 'quote') {
  const [early, late] = [before, after].map((looks) => pageOf(record.exchange(looks[name])));
  return early && late && changedPayments(early.items, late.items);
}

/** True where another exchange order of the run was under way meanwhile: search need not show it. */
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

function isAlone(record: RunRecord, round: TradeRound): boolean {
  const isOwn = isOrderOf(record.exchange(round.created));
  const isQuiet = (payment: ExactObject) => isOwn(payment) || !mayMoveMoney(payment);
  const isShown = (['base', 'quote'] as const).every((name) => movedIn(record, round, name)?.every(isQuiet) ?? false);
  return isShown && !isCrossed(record, round);
}

function movedBy(record: RunRecord, { base, quote, side }: TradeArgs, { before, after }: TradeRound): Trade['moved'] {
  const looks = { before: before.balances, after: after.balances };
  const [bought, gained] = [base, quote].map((currency) => riseOf(record, looks, currency));
  if (!bought || !gained) return undefined;
  return side === 'BUY' ? { base: bought, quote: gained.negated() } : { base: bought.negated(), quote: gained };
}

/** The orders of a claim, one for each round. */
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

/** The currency that an order of a side pays with. */
export function paidWith({ side, base, quote }: Pick<Trade, 'side' | 'base' | 'quote'>): string {
  return side === 'SELL' ? base : quote;
}

/** What an order of an amount in the base asset costs at the most, and the currency that pays it. */
export function maxCostOf(order: Pick<Trade, 'side' | 'base' | 'quote'> & Record<'amount' | 'ask', Decimal>): {
  currency: string;
  most: Decimal;
} {
  const { side, amount, ask } = order;
  return { currency: paidWith(order), most: side === 'SELL' ? amount : amount.times(ask) };
}

/** Which asset the amount of an order was in: the one whose balance moved by exactly so much; undefined for neither. */
export function amountAsset({ amount, moved }: Trade): 'base' | 'quote' | undefined {
  if (!amount || !moved) return undefined;
  if (moved.base.eq(amount)) return 'base';
  return moved.quote.eq(amount) ? 'quote' : undefined;
}

const least = (figures: readonly Decimal[]) => figures.reduce((one, other) => (other.lt(one) ? other : one));
const largest = (figures: readonly Decimal[]) => figures.reduce((one, other) => (other.gt(one) ? other : one));

/** How far apart some prices are. */
const spreadOf = (prices: readonly Decimal[]) => largest(prices).minus(least(prices));

/**
 * The lowest and the highest price that a market may have had: bid and ask as they were read around it. A market that moves may
 * have gone further between two reads, by as much as the reads themselves are apart.
 */
export function marketAround(rates: readonly Rate[]): { low: Decimal; high: Decimal } | undefined {
  const [bids, asks] = [rates.map(({ bid }) => bid), rates.map(({ ask }) => ask)];
  if (rates.length === 0) return undefined;
  const drift = largest([spreadOf(bids), spreadOf(asks)]);
  const all = [...bids, ...asks];
  return { low: least(all).minus(drift), high: largest(all).plus(drift) };
}

/** True where all reads show the same two prices. */
export function areRatesUnchanged(rates: readonly Rate[]): boolean {
  const [first] = rates;
  return first !== undefined && rates.every(({ bid, ask }) => bid.eq(first.bid) && ask.eq(first.ask));
}

/** One unit of the last place that a converted figure is rounded to: by the fewest of these decimals that are known, else by its own. */
function unitOf(figure: Decimal, ...decimals: (number | undefined)[]): Decimal {
  const known = decimals.filter((places) => places !== undefined);
  return decimal('10').pow(-(known.length > 0 ? Math.min(...known) : figure.decimalPlaces()));
}

/** The amount of quote that some base is worth, at the least and at the most: rounded to the decimals of the rate, or of the asset. */
export function quoteWorth(
  trade: Pick<Trade, 'rates' | 'moved' | 'quotePlaces'>,
): { least: Decimal; most: Decimal } | undefined {
  const market = marketAround(trade.rates);
  if (!market || !trade.moved) return undefined;
  const { base, quote } = trade.moved;
  const unit = unitOf(quote, trade.rates[0]?.scale, trade.quotePlaces);
  return { least: base.times(market.low).minus(unit), most: base.times(market.high).plus(unit) };
}

/** The amount of base that some quote buys, at the least and at the most; rounded by its own last place, since a scale is of the quote. */
function boughtBy({ rates, moved }: Trade): { least: Decimal; most: Decimal } | undefined {
  const market = marketAround(rates);
  if (!market?.low.gt(0) || !moved) return undefined;
  const unit = unitOf(moved.base);
  return { least: moved.quote.div(market.high).minus(unit), most: moved.quote.div(market.low).plus(unit) };
}

const isWithin = (figure: Decimal, bounds: { least: Decimal; most: Decimal } | undefined) =>
  bounds !== undefined && figure.gte(bounds.least) && figure.lte(bounds.most);

/** True where both balances moved the way of the side, at a price within bid and ask, one of them rounded; what is less than a unit may be rounded to nothing. */
export function isAtMarketPrice(trade: Trade): boolean {
  const { moved } = trade;
  if (!moved || moved.base.lt(0) || moved.quote.lt(0)) return false;
  if (moved.base.isZero() && moved.quote.isZero()) return false;
  const asset = amountAsset(trade);
  const byBase = asset !== 'quote' && isWithin(moved.quote, quoteWorth(trade));
  return byBase || (asset !== 'base' && isWithin(moved.base, boughtBy(trade)));
}

/** True where an order moved both balances as the text has it: one by its amount, the other by that at a price of the market. */
export function isExecuted(trade: Trade): boolean {
  return amountAsset(trade) !== undefined && isAtMarketPrice(trade);
}
