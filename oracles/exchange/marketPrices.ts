import { type Decimal, decimal, isRoundingMode, type RoundingMode, roundTo } from '../../schemas/json/exact.ts';
import { grouped, type RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import type { Observation } from '../core/observation.ts';
import { type CrossArgs, exchangeIdsOfCross, tradeOfCrossPayout } from './crossPayout.ts';
import { tradeText } from './exchangeOrders.ts';
import {
  amountAsset,
  areRatesUnchanged,
  exchangeIdsOfRound,
  isAtMarketPrice,
  type Trade,
  type TradeArgs,
  tradesOf,
} from './trades.ts';

/** An exchange of which a run has seen what it moved: an order of our own, or one that a cross pay-out made. */
export interface ObservedExchange extends Trade {
  isCross: boolean;
}

/** The claims that tell of orders of our own. */
const telling = new Set(['traded', 'exchangeMoves']);

/** The arguments of the claims by some oracles, without claims of which a journal has lost an exchange. */
function argsOf<Args>(
  record: RunRecord,
  { isOf, idsIn }: { isOf(oracle: string): boolean; idsIn(args: Args): string[] },
) {
  return record.assertions
    .filter(({ oracle }) => isOf(oracle))
    .map(({ args }) => args as Args)
    .filter((args) => idsIn(args).every((id) => record.has(id)));
}

/** Every accepted exchange of a run, as the claims on it tell what it moved. */
export function observedExchanges(record: RunRecord): ObservedExchange[] {
  const ownArgs = argsOf<TradeArgs>(record, {
    isOf: (oracle) => telling.has(oracle),
    idsIn: ({ rounds }) => rounds.flatMap(exchangeIdsOfRound),
  });
  const crossArgs = argsOf<CrossArgs>(record, {
    isOf: (oracle) => oracle === 'crossPaidOut',
    idsIn: ({ round, restored }) => [...exchangeIdsOfCross(round), restored],
  });
  const own = ownArgs
    .flatMap((args) => tradesOf(record, args))
    .filter(({ created }) => created.class === 'accepted')
    .map((trade) => ({ ...trade, isCross: false }));
  const crossed = crossArgs
    .flatMap((args) => tradeOfCrossPayout(record, args))
    .map((trade) => ({ ...trade, isCross: true }));
  return [...own, ...crossed];
}

/** What is missing where no deal can be judged; undefined where some can. */
function unjudged(deals: readonly ObservedExchange[], judged: readonly ObservedExchange[], reason: string): Fault[] {
  if (judged.length > 0) return [];
  const exchanges = deals.flatMap((deal) => deal.exchanges);
  if (deals.length > 0 && deals.every(({ moved }) => moved === undefined))
    return [{ code: 'notApplicable', reason: 'the balances show no figures of what was exchanged', exchanges }];
  if (!deals.some(({ isAlone }) => isAlone))
    return [{ code: 'noEvidence', wanted: 'an exchange while nothing else moved', exchanges }];
  return [{ code: 'notApplicable', reason, exchanges }];
}

/** Deals that teach: nothing else moved, and both balances did. */
const plain = (deals: readonly ObservedExchange[]) =>
  deals.filter(({ isAlone, moved }) => isAlone && moved?.base.gt(0) && moved.quote.gt(0));

/** So many orders of one sort must be off the market: others may use the account. A cross pay-out is one of its kind. */
const leastOff = ({ isCross }: ObservedExchange) => (isCross ? 1 : 2);

const wordsOf = ({ low, high }: { low: Decimal; high: Decimal }) => `${low.toFixed()} and ${high.toFixed()}`;

function offMarket(deal: ObservedExchange): Fault {
  const { moved, exchanges, rates } = deal;
  const prices = rates.flatMap(({ bid, ask }) => [bid, ask]).sort((a, b) => a.comparedTo(b));
  const [low, high] = [prices[0], prices.at(-1)];
  const seen = moved?.base.gt(0)
    ? `${moved.quote.toFixed()} ${deal.quote} for ${moved.base.toFixed()} ${deal.base}, a price of ${roundTo(moved.quote.div(moved.base), 12, 'HALF_EVEN').toFixed()}`
    : 'no price';
  const wanted = low && high ? wordsOf({ low, high }) : 'bid and ask';
  return { code: 'offMarket', what: `the price of ${tradeText(deal)}`, wanted, seen, exchanges };
}

/** Balances move at a price within bid and ask of the reads around an order (XCH-04c); of several orders of a side all must be off. */
export function pricesHold(deals: readonly ObservedExchange[]): Fault[] {
  const judged = plain(deals);
  const groups = grouped(judged, ({ side, isCross }) => `${side} ${isCross}`);
  const off = [...groups.values()].flatMap((group) => {
    const [first] = group;
    const odd = group.filter((deal) => !isAtMarketPrice(deal));
    return first && odd.length === group.length && odd.length >= leastOff(first) ? odd : [];
  });
  return [...off.map(offMarket), ...unjudged(deals, judged, 'no exchange moved both of its balances')];
}

/** Prices by which an order may be converted, as far as the text suggests any. */
const prices: Readonly<Record<string, (rate: { bid: Decimal; ask: Decimal }) => Decimal>> = {
  bid: ({ bid }) => bid,
  ask: ({ ask }) => ask,
  'the middle': ({ bid, ask }) => bid.plus(ask).div(2),
};

/** True where a figure is an exact one, rounded up or down. */
const isNear = (figure: Decimal, exact: Decimal, scale: number) =>
  figure.minus(exact).abs().lt(decimal('10').pow(-scale));

/** Of an order in its base asset, at rates that rested: the prices of which its other figure is a rounding, by name. */
function pricesOf(deal: ObservedExchange): string[] {
  const [rate] = deal.rates;
  const { moved, amount } = deal;
  if (!rate || !moved || !amount || amountAsset(deal) !== 'base' || !areRatesUnchanged(deal.rates)) return [];
  const scale = rate.scale ?? moved.quote.decimalPlaces();
  return Object.keys(prices).filter((name) => isNear(moved.quote, amount.times(prices[name]?.(rate) ?? 0), scale));
}

/** The prices by which all of some orders may have gone; none where it was none of those that are shown. */
function pricesOfAll([first, ...others]: readonly ObservedExchange[]): string[] {
  const names = first ? pricesOf(first) : [];
  return names.filter((name) => others.every((deal) => pricesOf(deal).includes(name)));
}

/** How orders may have been converted: by which price, and whether what is paid is rounded as the negative number that its move is. */
interface Conversion {
  price: string;
  isSigned: boolean;
}

function roundedBy(
  exact: Decimal,
  { isSigned, scale, mode }: { isSigned: boolean; scale: number; mode: RoundingMode },
) {
  return isSigned ? roundTo(exact.negated(), scale, mode).negated() : roundTo(exact, scale, mode);
}

function misroundedBy(deal: ObservedExchange, { price, isSigned }: Conversion): Fault[] {
  const [rate] = deal.rates;
  const { moved, amount, exchanges } = deal;
  const [scale, mode] = [rate?.scale, rate?.roundingMode];
  if (!rate || scale === undefined || !moved || !amount) return [];
  const exact = amount.times(prices[price]?.(rate) ?? 0);
  const what = `${exact.toFixed()}, of ${tradeText(deal)} by ${price},`;
  const seen = `${moved.quote.toFixed()} ${deal.quote}`;
  if (moved.quote.decimalPlaces() > scale)
    return [{ code: 'misrounded', what, wanted: `${scale} decimals`, seen, exchanges }];
  // A way to round that we do not know is nothing to be convicted of.
  if (mode === undefined || !isRoundingMode(mode)) return [];
  const wanted = roundedBy(exact, { isSigned, scale, mode });
  if (wanted.eq(moved.quote)) return [];
  return [{ code: 'misrounded', what, wanted: `${wanted.toFixed()} by ${mode}`, seen, exchanges }];
}

/** The figures of some orders of one side that no one way to convert them explains. */
function misroundedIn(deals: readonly ObservedExchange[]): Fault[] {
  const signs = deals[0]?.side === 'BUY' ? [false, true] : [false];
  const ways = pricesOfAll(deals).flatMap((price) => signs.map((isSigned): Conversion => ({ price, isSigned })));
  const [first = [], ...others] = ways.map((way) => deals.flatMap((deal) => misroundedBy(deal, way)));
  return others.some((faults) => faults.length === 0) ? [] : first;
}

/** Converted amounts fit the scale and the roundingMode of their rate (XCH-03), where it can be told what was rounded. */
export function roundsAsStated(deals: readonly ObservedExchange[]): Fault[] {
  const own = plain(deals).filter(({ isCross }) => !isCross);
  const groups = grouped(
    own.filter((deal) => isAtMarketPrice(deal)),
    ({ side, symbolPair }) => `${side} ${symbolPair}`,
  );
  const judged = [...groups.values()].filter((group) => pricesOfAll(group).length > 0);
  const reason =
    'what is rounded cannot be told: the amount is not in the base asset, the price is none that is shown, or it moved';
  const ownDeals = deals.filter(({ isCross }) => !isCross);
  return [...judged.flatMap(misroundedIn), ...unjudged(ownDeals, judged.flat(), reason)];
}

/** At which price an order went; undefined where it cannot be told, since prices moved. */
function priceWord(deal: ObservedExchange): string | undefined {
  if (!areRatesUnchanged(deal.rates) || amountAsset(deal) !== 'base') return undefined;
  const [named = 'between bid and ask', another] = pricesOf(deal);
  return another === undefined ? named : undefined;
}

/** What one order teaches of the target, where interface.md does not say (XCH-04b). */
function lessonsOf(deal: ObservedExchange): Observation[] {
  const { exchanges, side } = deal;
  const [asset, price] = [amountAsset(deal), priceWord(deal)];
  return [
    ...(asset ? [{ key: `${side} amount`, value: `in the ${asset} asset`, exchanges }] : []),
    ...(price ? [{ key: `${side} price`, value: price, exchanges }] : []),
  ];
}

/** Which asset amounts were in, and at which price orders went: only those of our own teach that moved nothing but what they should. */
export function exchangeObservations(record: RunRecord): Observation[] {
  return observedExchanges(record)
    .filter((deal) => deal.isAlone && !deal.isCross && isAtMarketPrice(deal))
    .flatMap(lessonsOf);
}

/** What stands in the way of learning from some deals; none where some teach. */
export function missingObservations(deals: readonly ObservedExchange[]): Fault[] {
  const judged = plain(deals).filter((deal) => !deal.isCross && isAtMarketPrice(deal));
  return unjudged(deals, judged, 'no exchange went at a price of the market');
}
