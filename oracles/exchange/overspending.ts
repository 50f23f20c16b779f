import { type Decimal, decimal } from '../../schemas/json/exact.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { noFigureFault } from '../answers/balanceFields.ts';
import { balanceIn, firstNegativeBalance, riseOf } from '../answers/balances.ts';
import { ratesIn } from '../answers/exchangeLists.ts';
import { changedPayments, mayMoveMoney, pageOf } from '../answers/searchPage.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { controlFault } from '../general/acceptance.ts';
import { excuseFor } from '../general/excuse.ts';
import { isOrderOf, marketAround, paidWith, type TradeLooks, type TradeSide } from './trades.ts';

/** Simultaneous orders of the same amount between two sets of reads. The balance does not cover all of them. */
export interface OverspendingAttempt {
  before: TradeLooks;
  created: readonly string[];
  after: TradeLooks;
  amount: string;
}

/** The arguments of XCH-08: a small accepted order of the pair, the asset in which amounts are given (as the accepted order shows), and the attempts. */
export interface OverspentArgs {
  symbolPair: string;
  base: string;
  quote: string;
  side: TradeSide;
  asset: 'base' | 'quote';
  control: string;
  attempts: readonly OverspendingAttempt[];
}

/** Reports a paying balance of the account below zero: an exchange was made with money that was not there. */
function sunk(record: RunRecord, args: OverspentArgs): Fault | undefined {
  const currency = paidWith(args);
  const { account } = record.exchange(args.control).line.request;
  const below = firstNegativeBalance(record, { currency, account });
  if (!below) return undefined;
  const what = `any exchange above the ${currency} balance`;
  const seen = `a balance of ${below.figure.toFixed()}`;
  return { code: 'overdrawn', what, seen, exchanges: [below.read.id] };
}

/** Returns the rates of the pair around an attempt. */
const ratesAround = (
  record: RunRecord,
  { symbolPair }: OverspentArgs,
  { before, after }: Pick<OverspendingAttempt, 'before' | 'after'>,
) =>
  [before, after].flatMap((looks) => ratesIn(record.exchange(looks.rates))).filter(({ pair }) => pair === symbolPair);

/** Returns the least and the greatest gain of an attempt that is executed in full; undefined if no rate is known. */
function gainOf(record: RunRecord, args: OverspentArgs, { before, after, created, amount }: OverspendingAttempt) {
  const rates = ratesAround(record, args, { before, after });
  const market = marketAround(rates);
  const given = decimal(amount);
  if (!market?.low.gt(0)) return undefined;
  const unit = decimal('10').pow(-(rates[0]?.scale ?? 0));
  const exactly = { least: given, most: given };
  const table: Readonly<Record<TradeSide, Readonly<Record<'base' | 'quote', { least: Decimal; most: Decimal }>>>> = {
    BUY: { base: exactly, quote: { least: given.div(market.high), most: given.div(market.low) } },
    SELL: { base: { least: given.times(market.low), most: given.times(market.high) }, quote: exactly },
  };
  const { least, most } = table[args.side][args.asset];
  const times = created.length;
  return { least: least.minus(unit).times(times), most: most.plus(unit).times(times) };
}

/** Returns the most that one order of an attempt takes from the paying balance. */
function costOf(args: OverspentArgs, amount: Decimal, { low, high }: { low: Decimal; high: Decimal }): Decimal {
  const inOwn = args.side === 'SELL' ? args.asset === 'base' : args.asset === 'quote';
  if (inOwn) return amount;
  return args.side === 'SELL' ? amount.div(low) : amount.times(high);
}

/** True if the balance before an attempt covers all of its orders, since it rose after the amounts were chosen. */
function isBorne(
  record: RunRecord,
  args: OverspentArgs,
  { before, after, created, amount }: OverspendingAttempt,
): boolean {
  const held = balanceIn(record.exchange(before.balances), paidWith(args));
  const market = marketAround(ratesAround(record, args, { before, after }));
  return (
    held !== undefined &&
    market?.low.gt(0) === true &&
    held.gte(costOf(args, decimal(amount), market).times(created.length))
  );
}

/** True if search shows that only these orders moved either currency. */
function isAlone(record: RunRecord, { before, created, after }: OverspendingAttempt): boolean {
  const isOwn = created.map((id) => isOrderOf(record.exchange(id)));
  return (['base', 'quote'] as const).every((name) => {
    const [early, late] = [before, after].map((looks) => pageOf(record.exchange(looks[name])));
    if (!early || !late) return false;
    return changedPayments(early.items, late.items).every(
      (one) => isOwn.some((isOf) => isOf(one)) || !mayMoveMoney(one),
    );
  });
}

const idsOf = ({ before, created, after }: OverspendingAttempt) => [
  ...Object.values({ ...before }),
  ...created,
  ...Object.values({ ...after }),
];

/** Reports an attempt whose orders were executed in full although the balance did not cover them, or the reason why this cannot be decided. */
function overspentBy(record: RunRecord, args: OverspentArgs, attempt: OverspendingAttempt): Fault | undefined {
  const orders = attempt.created.map((id) => record.exchange(id));
  // A refusal for lack of funds is the expected answer.
  if (orders.some(({ class: kind }) => kind === 'refused')) return undefined;
  const hindered = orders.map((order) => excuseFor(record, order)).find((fault) => fault !== undefined);
  if (hindered) return hindered;
  if (!orders.every(({ class: kind }) => kind === 'accepted')) return undefined;
  const exchanges = idsOf(attempt);
  const gets = args.side === 'SELL' ? args.quote : args.base;
  const looks = { before: attempt.before.balances, after: attempt.after.balances };
  const [gain, full] = [riseOf(record, looks, gets), gainOf(record, args, attempt)];
  const what = `${orders.length} simultaneous orders (${args.side} ${attempt.amount} ${args.symbolPair}) above the balance`;
  if (!gain || !full) return noFigureFault(record, exchanges, [gets]);
  if (!gain.gte(full.least) || !gain.lte(full.most)) return undefined;
  if (isBorne(record, args, attempt))
    return { code: 'noEvidence', wanted: `orders above the ${paidWith(args)} balance`, exchanges };
  if (!isAlone(record, attempt))
    return { code: 'noEvidence', wanted: `${what} while no other payment moved money`, exchanges };
  return {
    code: 'overdrawn',
    what,
    seen: `all accepted, and the ${gets} balance rose by ${gain.toFixed()}`,
    exchanges,
  };
}

/** Returns the reason why no race was tested: that takes at least two simultaneous orders. */
function untried({ attempts, symbolPair, control }: OverspentArgs): Fault[] {
  if (attempts.some(({ created }) => created.length > 1)) return [];
  const reason = `the limits of ${symbolPair} leave no amount at which the balance covers only one of two orders`;
  return [{ code: 'notApplicable', reason, exchanges: [control] }];
}

/** An exchange above the balance is refused or not executed, even if two are sent at once. No balance goes below zero (XCH-08). */
export function notOverspent(record: RunRecord, args: OverspentArgs): OracleResult {
  const control = record.exchange(args.control);
  const exchanges = [control.id, ...args.attempts.flatMap(({ created }) => created)];
  const below = sunk(record, args);
  if (below) return faultResult(below);
  if (control.class !== 'accepted') return faultResult(controlFault(record, control));
  const faults = args.attempts.flatMap((attempt) => overspentBy(record, args, attempt) ?? []);
  return toResult(exchanges, [...faults, ...untried(args)]);
}
