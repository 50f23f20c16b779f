import { type Decimal, decimal, isRoundingMode, type RoundingMode, roundTo } from '../../schemas/json/exact.ts';
import { grouped, type RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import type { Observation } from '../core/observation.ts';
import { type CrossArgs, tradeOfCrossPayout } from './crossPayout.ts';
import { exchangeIdsOfCross } from './crossRound.ts';
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

/** An exchange whose movements a run has seen: an order of the suite, or one that a cross pay-out made. */
export interface ObservedExchange extends Trade {
  isCross: boolean;
}

/** The oracles whose assertions name orders of the suite. */
const exchangeOracles = new Set(['traded', 'exchangeMoves']);

/** Returns the arguments of the assertions that use the selected oracles. An assertion is left out if the journal lacks one of its exchanges. */
function argsOf<Args>(
  record: RunRecord,
  { isOf, idsIn }: { isOf(oracle: string): boolean; idsIn(args: Args): string[] },
) {
  return record.assertions
    .filter(({ oracle }) => isOf(oracle))
    .map(({ args }) => args as Args)
    .filter((args) => idsIn(args).every((id) => record.has(id)));
}

/** Returns every accepted exchange of a run, with its movements from the assertions about it. */
export function observedExchanges(record: RunRecord): ObservedExchange[] {
  const ownArgs = argsOf<TradeArgs>(record, {
    isOf: (oracle) => exchangeOracles.has(oracle),
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

/** Returns the reason why no exchange can be judged; empty if at least one can be judged. */
function unjudged(deals: readonly ObservedExchange[], judged: readonly ObservedExchange[], reason: string): Fault[] {
  if (judged.length > 0) return [];
  const exchanges = deals.flatMap((deal) => deal.exchanges);
  if (deals.length > 0 && deals.every(({ moved }) => moved === undefined))
    return [{ code: 'notApplicable', reason: 'the balances show no figures of the exchanged assets', exchanges }];
  if (!deals.some(({ isAlone }) => isAlone))
    return [{ code: 'noEvidence', wanted: 'an exchange while no other payment moved money', exchanges }];
  return [{ code: 'notApplicable', reason, exchanges }];
}

/** Returns the exchanges that are evidence: both balances moved, and search shows no other movement. */
const plain = (deals: readonly ObservedExchange[]) =>
  deals.filter(({ isAlone, moved }) => isAlone && moved?.base.gt(0) && moved.quote.gt(0));

/**
 * The number of orders with a price outside bid and ask that make a fault. Others may use the account, so two orders are needed; a cross pay-out is never
 * repeated, so one is enough there.
 */
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

/** Returns the orders of groups in which every order has a price outside the market. */
function offIn(judged: readonly ObservedExchange[], nameOf: (deal: ObservedExchange) => string): ObservedExchange[] {
  return [...grouped(judged, nameOf).values()].flatMap((group) => {
    const [first] = group;
    const odd = group.filter((deal) => !isAtMarketPrice(deal));
    return first && odd.length === group.length && odd.length >= leastOff(first) ? odd : [];
  });
}

/**
 * The balances move at a price between the bid and the ask that the reads around an order show (XCH-04c). It is a fault only if all orders of one side have a
 * price outside this range, or one order each time that it was sent.
 */
export function pricesHold(deals: readonly ObservedExchange[]): Fault[] {
  const judged = plain(deals);
  const off = new Set([
    ...offIn(judged, ({ side, isCross }) => `${side} ${isCross}`),
    ...offIn(
      judged,
      ({ side, isCross, symbolPair, amount }) => `${side} ${isCross} ${symbolPair} ${amount?.toFixed()}`,
    ),
  ]);
  return [...[...off].map(offMarket), ...unjudged(deals, judged, 'no exchange moved both of its balances')];
}

/** The possible conversion prices of an order that the interface suggests. */
const prices: Readonly<Record<string, (rate: { bid: Decimal; ask: Decimal }) => Decimal>> = {
  bid: ({ bid }) => bid,
  ask: ({ ask }) => ask,
  'the middle': ({ bid, ask }) => bid.plus(ask).div(2),
};

/** True if a figure is the exact value, or the exact value rounded up or down to this scale. */
const isNear = (figure: Decimal, exact: Decimal, scale: number) =>
  figure.minus(exact).abs().lt(decimal('10').pow(-scale));

/**
 * Returns the names of the prices that explain the quote figure of an order. Applies only if the amount of the order is in the base asset and the rates did not
 * change.
 */
function pricesOf(deal: ObservedExchange): string[] {
  const [rate] = deal.rates;
  const { moved, amount } = deal;
  if (!rate || !moved || !amount || amountAsset(deal) !== 'base' || !areRatesUnchanged(deal.rates)) return [];
  const scale = rate.scale ?? moved.quote.decimalPlaces();
  return Object.keys(prices).filter((name) => isNear(moved.quote, amount.times(prices[name]?.(rate) ?? 0), scale));
}

/** Returns the names of the prices that explain every one of some orders; empty if no price does. */
function pricesOfAll([first, ...others]: readonly ObservedExchange[]): string[] {
  const names = first ? pricesOf(first) : [];
  return names.filter((name) => others.every((deal) => pricesOf(deal).includes(name)));
}

/** A possible conversion of orders: the price, and whether the paid amount is rounded as a negative number. */
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
  // An unknown rounding mode is not reported as a failure.
  if (mode === undefined || !isRoundingMode(mode)) return [];
  const wanted = roundedBy(exact, { isSigned, scale, mode });
  if (wanted.eq(moved.quote)) return [];
  return [{ code: 'misrounded', what, wanted: `${wanted.toFixed()} by ${mode}`, seen, exchanges }];
}

/** Reports the figures of some orders of one side that no single conversion explains. */
function misroundedIn(deals: readonly ObservedExchange[]): Fault[] {
  const signs = deals[0]?.side === 'BUY' ? [false, true] : [false];
  const ways = pricesOfAll(deals).flatMap((price) => signs.map((isSigned): Conversion => ({ price, isSigned })));
  const [first = [], ...others] = ways.map((way) => deals.flatMap((deal) => misroundedBy(deal, way)));
  return others.some((faults) => faults.length === 0) ? [] : first;
}

/** Converted amounts have the scale and the roundingMode of their rate (XCH-03), if the run shows what was rounded. */
export function roundsAsStated(deals: readonly ObservedExchange[]): Fault[] {
  const own = plain(deals).filter(({ isCross }) => !isCross);
  const groups = grouped(
    own.filter((deal) => isAtMarketPrice(deal)),
    ({ side, symbolPair }) => `${side} ${symbolPair}`,
  );
  const judged = [...groups.values()].filter((group) => pricesOfAll(group).length > 0);
  const reason =
    'the run does not show what is rounded: the amount is not in the base asset, or the price is not a shown one, or it changed';
  const ownDeals = deals.filter(({ isCross }) => !isCross);
  return [...judged.flatMap(misroundedIn), ...unjudged(ownDeals, judged.flat(), reason)];
}

/** Names the price of an order; undefined if the rates changed during the order, because the price is then not known. */
function priceWord(deal: ObservedExchange): string | undefined {
  if (!areRatesUnchanged(deal.rates) || amountAsset(deal) !== 'base') return undefined;
  const [named = 'between bid and ask', another] = pricesOf(deal);
  return another === undefined ? named : undefined;
}

/** Returns facts about the target that an order shows and interface.md does not state (XCH-04b). */
function lessonsOf(deal: ObservedExchange): Observation[] {
  const { exchanges, side } = deal;
  const [asset, price] = [amountAsset(deal), priceWord(deal)];
  return [
    ...(asset ? [{ key: `${side} amount`, value: `in the ${asset} asset`, exchanges }] : []),
    ...(price ? [{ key: `${side} price`, value: price, exchanges }] : []),
  ];
}

/** Learns which asset amounts are in and which price orders get. Uses only orders of the suite without any other movement of their balances. */
export function exchangeObservations(record: RunRecord): Observation[] {
  return observedExchanges(record)
    .filter((deal) => deal.isAlone && !deal.isCross && isAtMarketPrice(deal))
    .flatMap(lessonsOf);
}

/** Returns the reason why nothing can be learned from some deals; empty if something can. */
export function missingObservations(deals: readonly ObservedExchange[]): Fault[] {
  const judged = plain(deals).filter((deal) => !deal.isCross && isAtMarketPrice(deal));
  return unjudged(deals, judged, 'no exchange was made at a market price');
}
