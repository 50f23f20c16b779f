import { paymentLifecycle } from '../../schemas/domain/lifecycles.ts';
import { type Decimal, decimal, type ExactObject } from '../../schemas/json/exact.ts';
import { type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { noFigureFault } from '../answers/balanceFields.ts';
import { balancesAround } from '../answers/balances.ts';
import { ratesIn } from '../answers/exchangeLists.ts';
import { amountIn, mayMoveMoney, paymentIdOf } from '../answers/searchPage.ts';
import { notInTime } from '../core/deadline.ts';
import { faultResult, learned, type OracleResult, toResult } from '../core/result.ts';
import { refused } from '../general/acceptance.ts';
import { excuseFor } from '../general/excuse.ts';
import { isFinalStatus } from '../payments/lifecycle.ts';
import { type CrossRound, exchangeIdsOfCross, isOf, itemsOf, movedIn } from './crossRound.ts';
import { buyingOf, type CrossPayoutRequest, drops, isReturned, orderedIn, shorts } from './crossShortage.ts';
import { isAtMarketPrice, type Trade } from './trades.ts';

/** The arguments of OUT-07. `restored` is an exchange order that this run made afterwards. */
export interface CrossArgs extends CrossPayoutRequest {
  round: CrossRound;
  restored: string;
}

/** The arguments of OUT-08. `control` is a pay-out by the same method that the balance covers. */
export interface UncrossedArgs extends CrossPayoutRequest {
  round: CrossRound;
  control: string;
  /** True if the target file does not say whether the account is enabled for cross payout. */
  isUnsaid?: boolean;
}

const paid: ReadonlySet<string> = new Set(paymentLifecycle.paid);

const wordsOf = (figures: readonly Decimal[]) => [...new Set(figures.map((one) => one.toFixed()))].join(' or ');

const isAmong = (figures: readonly Decimal[], figure: Decimal) => figures.some((one) => one.eq(figure));

/** Returns the balances of a currency before and after a round; undefined if the answers show no balance of it. */
function figures(record: RunRecord, { before, after }: CrossRound, currency: string) {
  return balancesAround(record, { before: before.balances, after: after.balances }, currency);
}

const nameOf = ({ amount, wanted, from }: CrossPayoutRequest) =>
  `a pay-out of ${amount} ${wanted} above its balance (the rest to be bought with ${from})`;

/** Returns the exchange orders that appeared during the round, without the suite's own order. */
function ordersOf(record: RunRecord, { round, restored }: CrossArgs): ExactObject[] {
  const own = record.exchange(restored);
  const orderId = own.text.trim();
  return movedIn(record, round, 'orders').filter((one) => !isOf(own)(one) && textField(one, 'orderId') !== orderId);
}

/** True if this target lists exchange orders among the payments. The list shows this if it has the suite's own order. */
function showsOrders(record: RunRecord, { round, restored }: CrossArgs): boolean {
  const own = record.exchange(restored);
  const isOwn = (one: ExactObject) => isOf(own)(one) || textField(one, 'orderId') === own.text.trim();
  return itemsOf(record, round.after.orders).some(isOwn);
}

/** Returns the reason why a round proves nothing about the target; undefined if the round does prove something. */
function obstacle(record: RunRecord, args: CrossArgs): Fault | undefined {
  const { round, wanted, from } = args;
  const exchanges = exchangeIdsOfCross(round);
  if (!figures(record, round, wanted) || !figures(record, round, from))
    return noFigureFault(record, exchanges, [wanted, from]);
  const created = record.exchange(round.created);
  const own = itemsOf(record, round.after.wanted).find(isOf(created));
  const status = own && (textField(own, 'status') ?? '');
  if (status === undefined || paid.has(status)) return undefined;
  return notInTime(record, 'finalMs', { wanted: `${nameOf(args)} to be paid; its status is ${status}`, exchanges });
}

/** True if search shows another movement in one of the two currencies. One exchange order may appear as two payments. */
function isDisturbed(record: RunRecord, args: CrossArgs, orders: readonly ExactObject[]): boolean {
  const [created, own] = [record.exchange(args.round.created), record.exchange(args.restored)];
  const known = new Set(orders.map(paymentIdOf));
  const isKnown = (one: ExactObject) =>
    isOf(created)(one) ||
    isOf(own)(one) ||
    textField(one, 'orderId') === own.text.trim() ||
    known.has(paymentIdOf(one));
  const isEarlier = args.earlier === undefined ? undefined : isOf(record.exchange(args.earlier));
  const moves = (one: ExactObject) => (isEarlier?.(one) ? isReturned(one) : mayMoveMoney(one));
  const moved = [...movedIn(record, args.round, 'wanted'), ...movedIn(record, args.round, 'from')];
  const orderIds = new Set(orders.map((one) => textField(one, 'orderId') ?? paymentIdOf(one)));
  return orderIds.size > 1 || moved.some((one) => !isKnown(one) && moves(one));
}

/** True if in some interpretation of the fee the balance covered the pay-out, so that nothing had to be bought. */
function mayBeCovered(record: RunRecord, args: CrossArgs): boolean {
  const held = figures(record, args.round, args.wanted);
  return held !== undefined && shorts(args, held.had).some((short) => short.lte(0));
}

/** Reports amounts that do not add up: of the order, of the balance that is paid out, or of the balance that is exchanged. */
function imbalances(record: RunRecord, args: CrossArgs, orders: readonly ExactObject[]): Fault[] {
  const { round, wanted, from } = args;
  const exchanges = exchangeIdsOfCross(round);
  const [sold, held] = [figures(record, round, from), figures(record, round, wanted)];
  if (!sold || !held) return [];
  const shown = orderedIn(args, orders);
  const buying = buyingOf(record, args, held);
  const isCovered = mayBeCovered(record, args);
  const bought = shown ? [shown] : [...buying.amounts, ...(isCovered ? [decimal('0')] : [])];
  const rests = bought.flatMap((one) => drops(args).map((drop) => held.had.plus(one).minus(drop)));
  const fault = (about: string, wantedWords: string, seen: string): Fault => ({
    code: 'notConserved',
    what: `${about} of ${nameOf(args)}`,
    wanted: wantedWords,
    seen,
    exchanges,
  });
  return [
    ...(shown && !buying.fits(shown) ? [fault('the exchange', buying.words, shown.toFixed())] : []),
    ...(isAmong(rests, held.has) ? [] : [fault(`the ${wanted} balance`, wordsOf(rests), held.has.toFixed())]),
    ...(sold.has.lt(sold.had) || isCovered
      ? []
      : [fault(`the ${from} balance`, `less than ${sold.had.toFixed()}`, sold.has.toFixed())]),
  ];
}

/** Returns the reason why a pay-out that was not paid shows nothing: the balance lacks less than an exchange order may have. */
function leastExchange(record: RunRecord, args: CrossArgs): Fault | undefined {
  const held = figures(record, args.round, args.wanted);
  if (!held || !buyingOf(record, args, held).isBelowLeast) return undefined;
  const own = itemsOf(record, args.round.after.wanted).find(isOf(record.exchange(args.round.created)));
  const status = (own && textField(own, 'status')) ?? '';
  const isRefused = record.exchange(args.round.created).class === 'refused';
  if (!isRefused && (!isFinalStatus(status) || paid.has(status))) return undefined;
  const reason = `${nameOf(args)} lacks less than the least exchange order`;
  return { code: 'notApplicable', reason, exchanges: exchangeIdsOfCross(args.round) };
}

/**
 * An automatic exchange order buys the missing amount, which is then paid out. Both orders appear, and the amounts add up (OUT-07). What is bought if less than
 * the minimum of the pair is missing is learned.
 */
export function crossPaidOut(record: RunRecord, args: CrossArgs): OracleResult {
  const { round } = args;
  const exchanges = exchangeIdsOfCross(round);
  const created = record.exchange(round.created);
  const what = nameOf(args);
  const isTooLittle = leastExchange(record, args);
  if (isTooLittle) return faultResult(isTooLittle);
  if (created.class !== 'accepted')
    return faultResult(excuseFor(record, created) ?? { code: 'notAccepted', what, seen: created.seen, exchanges });
  if (!itemsOf(record, round.after.wanted).some(isOf(created)))
    return faultResult({ code: 'notFound', what, exchanges: [round.created, round.after.wanted] });
  const hindered = obstacle(record, args);
  if (hindered) return faultResult(hindered);
  const orders = ordersOf(record, args);
  if (orders.length === 0 && showsOrders(record, args) && !mayBeCovered(record, args))
    return faultResult({
      code: 'notFound',
      what: `the exchange order of ${what}`,
      exchanges: [round.created, round.after.orders],
    });
  if (isDisturbed(record, args, orders))
    return faultResult({ code: 'noEvidence', wanted: `${what} while no other payment moved money`, exchanges });
  const faults = imbalances(record, args, orders);
  const held = figures(record, round, args.wanted);
  const bought = held && buyingOf(record, args, held).lessonOf(orderedIn(args, orders));
  return bought === undefined || faults.length > 0
    ? toResult(exchanges, faults)
    : learned('a cross payout that lacks less than the least exchange order', bought, exchanges);
}

/** Returns the exchange of a cross pay-out whose amounts add up. The amount bought comes from the order, or else from what the balance lacked (XCH-04c). */
export function tradeOfCrossPayout(record: RunRecord, args: CrossArgs): Trade[] {
  const { round, wanted: base, from: quote, quotePlaces } = args;
  const [created, sold] = [record.exchange(round.created), figures(record, round, quote)];
  const held = figures(record, round, base);
  const rates = [round.before.rates, round.after.rates]
    .flatMap((id) => ratesIn(record.exchange(id)))
    .filter((rate) => rate.base === base && rate.quote === quote);
  const symbolPair = rates[0]?.pair;
  const { state } = crossPaidOut(record, args);
  if (!sold || !held || symbolPair === undefined || (state !== 'held' && state !== 'learned')) return [];
  const shown = orderedIn(args, ordersOf(record, args));
  const known = {
    side: 'BUY' as const,
    symbolPair,
    base,
    quote,
    created,
    rates,
    isAlone: true,
    exchanges: exchangeIdsOfCross(round),
  };
  const trades = (shown ? [shown] : buyingOf(record, args, held).amounts).map((amount) => ({
    ...known,
    amount,
    ...(quotePlaces !== undefined && { quotePlaces }),
    moved: { base: amount, quote: sold.had.minus(sold.has) },
  }));
  return [trades.find(isAtMarketPrice) ?? trades[0]].flatMap((trade) => trade ?? []);
}

/** Without cross payout nothing is exchanged, and a pay-out above the balance is refused or fails (OUT-08). */
export function notCrossed(record: RunRecord, args: UncrossedArgs): OracleResult {
  const { round, control, wanted } = args;
  const exchanges = exchangeIdsOfCross(round);
  const created = record.exchange(round.created);
  const what = nameOf(args);
  const had = figures(record, round, wanted)?.had;
  const order = movedIn(record, round, 'orders').find((one) => {
    const amount = amountIn(one)?.abs();
    return textField(one, 'currency') === wanted && amount && had && isAmong(shorts(args, had), amount);
  });
  const hint =
    'an exchange order was made: declare in the target file that cross payout is enabled (credentials[].crossPayout)';
  if (order && args.isUnsaid)
    return faultResult({ code: 'missing', wanted: 'an account that is not enabled for cross payout', hint, exchanges });
  if (order)
    return faultResult({ code: 'happened', what, seen: `an exchange order: ${paymentIdOf(order)}`, exchanges });
  if (created.class !== 'accepted') return refused(record, { exchange: round.created, control, defect: what });
  const own = itemsOf(record, round.after.wanted).find(isOf(created));
  const status = (own && textField(own, 'status')) ?? '';
  if (paid.has(status)) return faultResult({ code: 'overdrawn', what, seen: status, exchanges });
  return isFinalStatus(status)
    ? toResult(exchanges, [])
    : faultResult(notInTime(record, 'finalMs', { wanted: `a final status of ${what}`, exchanges }));
}
