import { type Decimal, decimal } from '../../schemas/exact.ts';
import type { Fault } from '../fault.ts';
import type { RunRecord } from '../record.ts';
import { balanceIn } from './balance.ts';
import { untoldCover } from './coverage.ts';
import { hindrance } from './hindrance.ts';
import { pageOf } from './page.ts';
import { refused } from './reply.ts';
import { faulty, type Ruling, ruling } from './ruling.ts';
import { isBareOrderId } from './shape.ts';
import {
  costOf,
  idsOfRound,
  isOnMarket,
  isOrderOf,
  isTraded,
  type Trade,
  type TradeArgs,
  type TradeRound,
  tradesOf,
  worthOf,
} from './trade.ts';
import { noFigure } from './wallets.ts';

/** An order in words. */
export function nameOfTrade({ side, symbolPair, amount }: Trade): string {
  return `an order to ${side} ${amount?.toFixed() ?? 'no amount of'} ${symbolPair}`;
}

/** Why an order that is sound may be refused: a balance around it holds less than it costs. */
function unfunded(record: RunRecord, trade: Trade, { before, after }: TradeRound): Fault | undefined {
  const { amount, rates } = trade;
  const ask = rates.reduce<Decimal | undefined>((most, rate) => (most?.gt(rate.ask) ? most : rate.ask), undefined);
  if (!amount || !ask) return undefined;
  const cost = costOf({ ...trade, amount, ask });
  const looks = [before, after].map(({ balances }) => record.exchange(balances));
  const held = looks.flatMap((look) => balanceIn(look, cost.currency) ?? []);
  if (!held.some((balance) => balance.lt(cost.most))) return undefined;
  const wanted = `a ${cost.currency} balance that covers ${nameOfTrade(trade)}`;
  const hint = `it holds ${held.map((one) => one.toFixed()).join(', then ')}: top the account up`;
  return { code: 'missing', wanted, hint, exchanges: idsOfRound({ before, created: trade.created.id, after }) };
}

/** Why the first order that was not accepted was not; undefined when all were. */
function unaccepted(record: RunRecord, { rounds }: TradeArgs, trades: readonly Trade[]): Fault | undefined {
  const index = trades.findIndex(({ created }) => created.class !== 'accepted');
  const [trade, round] = [trades[index], rounds[index]];
  if (!trade || !round) return undefined;
  const { created } = trade;
  const what = `${nameOfTrade(trade)}, within its limits,`;
  return (
    hindrance(record, created) ??
    unfunded(record, trade, round) ??
    untoldCover(record, created) ?? { code: 'notAccepted', what, seen: created.seen, exchanges: [created.id] }
  );
}

/** Orders within the limits are accepted and answer ORD-<uuid> (XCH-04a). */
export function traded(record: RunRecord, args: TradeArgs): Ruling {
  const trades = tradesOf(record, args);
  const exchanges = trades.map(({ created }) => created.id);
  const fault = unaccepted(record, args, trades);
  if (fault) return faulty(fault);
  return ruling(
    exchanges,
    trades.flatMap(({ created }) => isBareOrderId(created) ?? []),
  );
}

const signed = (figure: Decimal) => `${figure.lt(0) ? '' : '+'}${figure.abs().isZero() ? '0' : figure.toFixed()}`;

/** What both balances did, as they show it. */
function seenOf({ side, base, quote, moved }: Trade): string {
  if (!moved) return 'no figure';
  const [bought, gained] = side === 'BUY' ? [moved.base, moved.quote.negated()] : [moved.base.negated(), moved.quote];
  return `${signed(bought)} ${base} and ${signed(gained)} ${quote}`;
}

function unmoved(trade: Trade): Fault {
  const { side, base, quote, amount, exchanges } = trade;
  const sign = side === 'BUY' ? ['+', '-'] : ['-', '+'];
  const worth = worthOf({
    ...trade,
    moved: { base: amount ?? decimal('0'), quote: trade.moved?.quote ?? decimal('0') },
  });
  const wanted = `${sign[0]}${amount?.toFixed()} ${base} and ${sign[1]}${worth?.least.toFixed()} to ${worth?.most.toFixed()} ${quote}, or as much of the other asset`;
  return { code: 'notConserved', what: nameOfTrade(trade), wanted, seen: seenOf(trade), exchanges };
}

/**
 * An exchange moves both balances, one by its amount, the other by that at a price of the market (BAL-02). Others may use the
 * account: an order counts when search shows nothing else that moved, and the target is convicted only when no such order of
 * several is as it should be.
 */
export function exchangeMoves(record: RunRecord, args: TradeArgs): Ruling {
  const trades = tradesOf(record, args);
  const exchanges = trades.flatMap((trade) => trade.exchanges);
  const failed = unaccepted(record, args, trades);
  if (failed) return faulty(failed);
  if (trades.some(({ moved }) => moved === undefined))
    return faulty(noFigure(record, exchanges, [args.base, args.quote]));
  const alone = trades.filter((trade) => trade.isAlone);
  const odd = alone.filter((trade) => !isTraded(trade));
  if (alone.length > 1 && odd.length === alone.length) return ruling(exchanges, odd.map(unmoved));
  const [first] = odd;
  if (first) {
    const seen = `${seenOf(first)}, once of ${alone.length} times`;
    return faulty({ code: 'unconfirmed', request: first.created.request, seen, exchanges: first.exchanges });
  }
  const wanted = `${nameOfTrade(trades[0] as Trade)} while nothing else moved`;
  return alone.length === 0 && !trades.some(isTraded)
    ? faulty({ code: 'noEvidence', wanted, exchanges })
    : ruling(exchanges, []);
}

/** Orders that are to be refused, each between two looks, and their sound twin. */
export interface UntradedArgs extends TradeArgs {
  control: string;
  defect: string;
  /** The balance may not hold the order: its refusal then says nothing of the defect. */
  isUncovered?: boolean;
}

/** True when both balances moved as an exchange moves them: the one up, the other down. */
export function isExchanged({ moved }: Trade): boolean {
  return moved?.base.times(moved.quote).gt(0) ?? false;
}

/** True when an order was paid for and brought nothing: what pays fell by just what it costs. */
export function isTaken(trade: Trade): boolean {
  const { moved, amount, side } = trade;
  if (!moved || !amount) return false;
  const [paid, gained] = side === 'BUY' ? [moved.quote, moved.base] : [moved.base, moved.quote];
  if (!paid.gt(0) || !gained.isZero()) return false;
  return (
    paid.eq(amount) ||
    isOnMarket({ ...trade, moved: side === 'BUY' ? { base: amount, quote: paid } : { base: paid, quote: amount } })
  );
}

/** The payment that a refused order is shown as. */
function shownOrder(record: RunRecord, { created, after }: TradeRound) {
  const isOwn = isOrderOf(record.exchange(created));
  return [after.base, after.quote].flatMap((id) => pageOf(record.exchange(id))?.items.filter(isOwn) ?? [])[0];
}

/**
 * An order with a defect is refused, and moved nothing: search shows no payment of it, and not every such order went, while
 * nothing else moved, with one balance up and the other down, or with what it costs gone (XCH-05). Others may use the account: once proves nothing.
 */
export function untraded(record: RunRecord, args: UntradedArgs): Ruling {
  const { control, defect, rounds } = args;
  const exchanges = [control, ...rounds.flatMap(idsOfRound)];
  const reason = `no balance holds an order with ${defect}, so that its refusal proves nothing`;
  const unfunded: Fault = { code: 'notApplicable', reason, exchanges };
  for (const { created } of rounds) {
    const ruled = refused(record, { exchange: created, control, defect });
    const isPoor = args.isUncovered && record.exchange(control).class === 'refused';
    if (ruled.state !== 'held') return isPoor ? faulty(unfunded) : ruled;
  }
  const shown = rounds.find((round) => shownOrder(record, round));
  const what = `an order with ${defect}`;
  if (shown) {
    const seen = 'search shows a payment of it';
    return faulty({ code: 'happened', what, seen, exchanges: idsOfRound(shown) });
  }
  const trades = tradesOf(record, args);
  const [first] = trades;
  if (!first || !trades.every((trade) => trade.isAlone && (isExchanged(trade) || isTaken(trade))))
    return ruling(exchanges, args.isUncovered ? [unfunded] : []);
  const seen = `${seenOf(first)}, each of ${trades.length} times`;
  if (trades.length > 1) return faulty({ code: 'happened', what, seen, exchanges });
  return faulty({ code: 'unconfirmed', request: first.created.request, seen: `${seenOf(first)}, once`, exchanges });
}
