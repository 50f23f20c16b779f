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

/** Orders that were sent together, each of an amount, between two looks; the balance does not hold all of them. */
export interface OverspendingAttempt {
  before: TradeLooks;
  created: readonly string[];
  after: TradeLooks;
  amount: string;
}

/** What XCH-08 claims: a small order of the pair that was accepted, which asset it shows an amount to be in, and the attempts. */
export interface OverspentArgs {
  symbolPair: string;
  base: string;
  quote: string;
  side: TradeSide;
  asset: 'base' | 'quote';
  control: string;
  attempts: readonly OverspendingAttempt[];
}

/** What says that an exchange was made of money that is not there: what the account of these orders pays with is below zero. */
function sunk(record: RunRecord, args: OverspentArgs): Fault | undefined {
  const currency = paidWith(args);
  const { account } = record.exchange(args.control).line.request;
  const below = firstNegativeBalance(record, { currency, account });
  if (!below) return undefined;
  const what = `every exchange that the ${currency} balance does not hold`;
  const seen = `a balance of ${below.figure.toFixed()}`;
  return { code: 'overdrawn', what, seen, exchanges: [below.read.id] };
}

/** The rates of the pair as they were read around an attempt. */
const ratesAround = (
  record: RunRecord,
  { symbolPair }: OverspentArgs,
  { before, after }: Pick<OverspendingAttempt, 'before' | 'after'>,
) =>
  [before, after].flatMap((looks) => ratesIn(record.exchange(looks.rates))).filter(({ pair }) => pair === symbolPair);

/** What an attempt gains in full, at the least and at the most; undefined where no rate is known. */
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

/** The most that one order of an attempt takes of what the account pays with. */
function costOf(args: OverspentArgs, amount: Decimal, { low, high }: { low: Decimal; high: Decimal }): Decimal {
  const inOwn = args.side === 'SELL' ? args.asset === 'base' : args.asset === 'quote';
  if (inOwn) return amount;
  return args.side === 'SELL' ? amount.div(low) : amount.times(high);
}

/** True where the balance that was read before an attempt bears all of its orders: it was more by then than whoever chose the amounts knew. */
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

/** True where search shows that nothing but these orders moved in either currency. */
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

/** What an attempt shows: that its orders were executed in full though the balance did not hold them, or why nothing can be told. */
function overspentBy(record: RunRecord, args: OverspentArgs, attempt: OverspendingAttempt): Fault | undefined {
  const orders = attempt.created.map((id) => record.exchange(id));
  // For want of money, too: that is what is asked for.
  if (orders.some(({ class: kind }) => kind === 'refused')) return undefined;
  const hindered = orders.map((order) => excuseFor(record, order)).find((fault) => fault !== undefined);
  if (hindered) return hindered;
  if (!orders.every(({ class: kind }) => kind === 'accepted')) return undefined;
  const exchanges = idsOf(attempt);
  const gets = args.side === 'SELL' ? args.quote : args.base;
  const looks = { before: attempt.before.balances, after: attempt.after.balances };
  const [gain, full] = [riseOf(record, looks, gets), gainOf(record, args, attempt)];
  const what = `${orders.length} at once of ${args.side} ${attempt.amount} ${args.symbolPair}, which the balance does not hold,`;
  if (!gain || !full) return noFigureFault(record, exchanges, [gets]);
  if (!gain.gte(full.least) || !gain.lte(full.most)) return undefined;
  if (isBorne(record, args, attempt))
    return { code: 'noEvidence', wanted: `orders of more than the ${paidWith(args)} balance holds`, exchanges };
  if (!isAlone(record, attempt)) return { code: 'noEvidence', wanted: `${what} while nothing else moved`, exchanges };
  return {
    code: 'overdrawn',
    what,
    seen: `all accepted, and the ${gets} balance rose by ${gain.toFixed()}`,
    exchanges,
  };
}

/** What was not asked: two orders at once are the least that tells of a race. */
function untried({ attempts, symbolPair, control }: OverspentArgs): Fault[] {
  if (attempts.some(({ created }) => created.length > 1)) return [];
  const reason = `the limits of ${symbolPair} leave no amount for two orders of which the balance holds only one`;
  return [{ code: 'notApplicable', reason, exchanges: [control] }];
}

/** An exchange that the balance does not hold is refused or not executed, also of two at once; no balance goes below zero (XCH-08). */
export function notOverspent(record: RunRecord, args: OverspentArgs): OracleResult {
  const control = record.exchange(args.control);
  const exchanges = [control.id, ...args.attempts.flatMap(({ created }) => created)];
  const below = sunk(record, args);
  if (below) return faultResult(below);
  if (control.class !== 'accepted') return faultResult(controlFault(record, control));
  const faults = args.attempts.flatMap((attempt) => overspentBy(record, args, attempt) ?? []);
  return toResult(exchanges, [...faults, ...untried(args)]);
}
