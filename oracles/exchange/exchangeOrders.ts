import { isFailedPayment } from '../../schemas/domain/lifecycles.ts';
import { type Decimal, decimal, type Exact } from '../../schemas/json/exact.ts';
import { type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { noFigureFault } from '../answers/balanceFields.ts';
import { balanceIn } from '../answers/balances.ts';
import { pageOf } from '../answers/searchPage.ts';
import { bareOrderIdFault } from '../core/contractShape.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { refused } from '../general/acceptance.ts';
import { excuseFor } from '../general/excuse.ts';
import { unknownFunds } from '../general/fundsCoverage.ts';
import {
  exchangeIdsOfRound,
  isAtMarketPrice,
  isConverted,
  isExecuted,
  isOrderOf,
  maxCostOf,
  quoteWorth,
  type Trade,
  type TradeArgs,
  type TradeRound,
  tradesOf,
} from './trades.ts';

/** Describes an order in words. */
export function tradeText({ side, symbolPair, amount }: Trade): string {
  return `an order to ${side} ${amount?.toFixed() ?? 'no amount of'} ${symbolPair}`;
}

/** Returns the reason why a valid order may be refused: the balance before or after the order is lower than its cost. */
function unfunded(record: RunRecord, trade: Trade, { before, after }: TradeRound): Fault | undefined {
  const { amount, rates } = trade;
  const ask = rates.reduce<Decimal | undefined>((most, rate) => (most?.gt(rate.ask) ? most : rate.ask), undefined);
  if (!amount || !ask) return undefined;
  const cost = maxCostOf({ ...trade, amount, ask });
  const looks = [before, after].map(({ balances }) => record.exchange(balances));
  const held = looks.flatMap((look) => balanceIn(look, cost.currency) ?? []);
  if (!held.some((balance) => balance.lt(cost.most))) return undefined;
  const wanted = `a ${cost.currency} balance that covers ${tradeText(trade)}`;
  const hint = `the balance is ${held.map((one) => one.toFixed()).join(', then ')}: top up the account`;
  return { code: 'missing', wanted, hint, exchanges: exchangeIdsOfRound({ before, created: trade.created.id, after }) };
}

/** Returns the reason why the target did not accept an order, for the first order that was not accepted; undefined if all orders were accepted. */
function unaccepted(record: RunRecord, { rounds }: TradeArgs, trades: readonly Trade[]): Fault | undefined {
  const index = trades.findIndex(({ created }) => created.class !== 'accepted');
  const [trade, round] = [trades[index], rounds[index]];
  if (!trade || !round) return undefined;
  const { created } = trade;
  const what = `${tradeText(trade)}, within its limits,`;
  return (
    excuseFor(record, created) ??
    unfunded(record, trade, round) ??
    unknownFunds(record, created) ?? { code: 'notAccepted', what, seen: created.seen, exchanges: [created.id] }
  );
}

/** Orders within the limits are accepted and answered with ORD-<uuid> (XCH-04a). */
export function traded(record: RunRecord, args: TradeArgs): OracleResult {
  const trades = tradesOf(record, args);
  const exchanges = trades.map(({ created }) => created.id);
  const fault = unaccepted(record, args, trades);
  if (fault) return faultResult(fault);
  return toResult(
    exchanges,
    trades.flatMap(({ created }) => bareOrderIdFault(created) ?? []),
  );
}

const signed = (figure: Decimal) => `${figure.lt(0) ? '' : '+'}${figure.abs().isZero() ? '0' : figure.toFixed()}`;

/** Describes the change of both balances. */
function seenOf({ side, base, quote, moved }: Trade): string {
  if (!moved) return 'no figure';
  const [bought, gained] = side === 'BUY' ? [moved.base, moved.quote.negated()] : [moved.base.negated(), moved.quote];
  return `${signed(bought)} ${base} and ${signed(gained)} ${quote}`;
}

function unmoved(trade: Trade): Fault {
  const { side, base, quote, amount, exchanges } = trade;
  const sign = side === 'BUY' ? ['+', '-'] : ['-', '+'];
  const worth = quoteWorth({
    ...trade,
    moved: { base: amount ?? decimal('0'), quote: trade.moved?.quote ?? decimal('0') },
  });
  const wanted = `${sign[0]}${amount?.toFixed()} ${base} and ${sign[1]}${worth?.least.toFixed()} to ${worth?.most.toFixed()} ${quote}, or the same with the amount in the other asset`;
  return { code: 'notConserved', what: tradeText(trade), wanted, seen: seenOf(trade), exchanges };
}

/**
 * An exchange moves both balances: one by its amount, the other the other way (BAL-02), at a price that XCH-04c judges. Others may use the account. An order
 * counts if search shows no other movement, and the target fails only if none of several such orders is right.
 */
export function exchangeMoves(record: RunRecord, args: TradeArgs): OracleResult {
  const trades = tradesOf(record, args);
  const exchanges = trades.flatMap((trade) => trade.exchanges);
  const failed = unaccepted(record, args, trades);
  if (failed) return faultResult(failed);
  if (trades.some(({ moved }) => moved === undefined))
    return faultResult(noFigureFault(record, exchanges, [args.base, args.quote]));
  const alone = trades.filter((trade) => trade.isAlone);
  const odd = alone.filter((trade) => !isConverted(trade));
  if (alone.length > 1 && odd.length === alone.length) return toResult(exchanges, odd.map(unmoved));
  const [first] = odd;
  if (first) {
    const seen = `${seenOf(first)}, in one of ${alone.length} orders`;
    return faultResult({ code: 'unconfirmed', request: first.created.request, seen, exchanges: first.exchanges });
  }
  const wanted = `${tradeText(trades[0] as Trade)} while no other payment moved money`;
  return alone.length === 0 && !trades.some(isExecuted)
    ? faultResult({ code: 'noEvidence', wanted, exchanges })
    : toResult(exchanges, []);
}

/** Orders that the target must refuse, each between two sets of reads, and their control request. */
export interface UntradedArgs extends TradeArgs {
  control: string;
  defect: string;
  /** True if the balance may not cover the order. A refusal then says nothing about the defect. */
  isUncovered?: boolean;
  /** True if the amount is closer to a limit than the target surely distinguishes. An order that it takes then shows nothing. */
  isFine?: boolean;
}

/** True if both balances moved as in an exchange: one up, the other down. */
export function movedBothBalances({ moved }: Trade): boolean {
  return moved?.base.times(moved.quote).gt(0) ?? false;
}

/** True if an order was paid for but bought nothing: the paying balance fell by exactly the cost. */
export function paidForNothing(trade: Trade): boolean {
  const { moved, amount, side } = trade;
  if (!moved || !amount) return false;
  const [paid, gained] = side === 'BUY' ? [moved.quote, moved.base] : [moved.base, moved.quote];
  if (!paid.gt(0) || !gained.isZero()) return false;
  return (
    paid.eq(amount) ||
    isAtMarketPrice({ ...trade, moved: side === 'BUY' ? { base: amount, quote: paid } : { base: paid, quote: amount } })
  );
}

/** Returns the payments that show an order, by whether they only say that it failed. */
function shownOrders(record: RunRecord, { created, after }: TradeRound) {
  const isOwn = isOrderOf(record.exchange(created));
  const isFailed = (one: Exact) => isFailedPayment(textField(one, 'status'));
  const all = [after.base, after.quote].flatMap((id) => pageOf(record.exchange(id))?.items.filter(isOwn) ?? []);
  return { failures: all.filter(isFailed), others: all.filter((one) => !isFailed(one)) };
}

/** False only if an order surely moved nothing: not alone by anything, nor beside other movements as in an exchange. */
const mayHaveTraded = (trade: Trade | undefined): boolean =>
  !trade?.moved ||
  (trade.isAlone && !(trade.moved.base.isZero() && trade.moved.quote.isZero())) ||
  movedBothBalances(trade) ||
  paidForNothing(trade);

/**
 * Judges an accepted order with a defect: nothing says that it is declined at once. Undefined if it failed and moved nothing, and a missing fault if nothing
 * shows what became of it.
 */
function declinedLater(record: RunRecord, args: UntradedArgs, round: TradeRound): OracleResult | undefined {
  const { failures, others } = shownOrders(record, round);
  const [trade] = tradesOf(record, { ...args, rounds: [round] });
  const { control, defect } = args;
  if (others.length > 0 || mayHaveTraded(trade)) return refused(record, { exchange: round.created, control, defect });
  if (failures.length > 0) return undefined;
  const wanted = `what became of an accepted order with ${defect}, which moved nothing`;
  return faultResult({ code: 'noEvidence', wanted, exchanges: exchangeIdsOfRound(round) });
}

/**
 * An order with a defect is refused, at once or by a failure, and moves nothing (XCH-05). It is a fault if search shows a payment of the order, or if after
 * each of several orders, without other movements, the balances moved as in an exchange or by exactly the cost. Others may use the account, so one order
 * proves nothing.
 */
export function untraded(record: RunRecord, args: UntradedArgs): OracleResult {
  const { control, defect, rounds } = args;
  const exchanges = [control, ...rounds.flatMap(exchangeIdsOfRound)];
  const reason = `no balance covers an order with ${defect}, so its refusal proves nothing`;
  const unfunded: Fault = { code: 'notApplicable', reason, exchanges };
  const close = `${defect} is closer to it than the pair has decimals, and the target takes it`;
  if (args.isFine && rounds.some(({ created }) => record.exchange(created).class === 'accepted'))
    return faultResult({ code: 'notApplicable', reason: close, exchanges });
  for (const round of rounds) {
    const isTaken = [control, round.created].every((id) => record.exchange(id).class === 'accepted');
    const ruled = isTaken
      ? declinedLater(record, args, round)
      : refused(record, { exchange: round.created, control, defect });
    const isPoor = args.isUncovered && record.exchange(control).class === 'refused';
    if (ruled && ruled.state !== 'held') return isPoor ? faultResult(unfunded) : ruled;
  }
  const shown = rounds.find((round) => shownOrders(record, round).others.length > 0);
  const what = `an order with ${defect}`;
  if (shown) {
    const seen = 'search shows a payment of it';
    return faultResult({ code: 'happened', what, seen, exchanges: exchangeIdsOfRound(shown) });
  }
  const trades = tradesOf(record, args);
  const [first] = trades;
  if (!first || !trades.every((trade) => trade.isAlone && (movedBothBalances(trade) || paidForNothing(trade))))
    return toResult(exchanges, args.isUncovered ? [unfunded] : []);
  const seen = `${seenOf(first)}, after each of ${trades.length} orders`;
  if (trades.length > 1) return faultResult({ code: 'happened', what, seen, exchanges });
  return faultResult({
    code: 'unconfirmed',
    request: first.created.request,
    seen: `${seenOf(first)}, once`,
    exchanges,
  });
}
