import {
  type Decimal,
  decimal,
  type ExactObject,
  isExactNumber,
  type RoundingMode,
  roundTo,
} from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { noFigureFault } from '../answers/balanceFields.ts';
import { balanceIn } from '../answers/balances.ts';
import { amountIn, changedPayments, mayMoveMoney, type Page, pageOf } from '../answers/searchPage.ts';
import { faultResult, learned, type OracleResult, toResult } from '../core/result.ts';
import { accepted } from '../general/acceptance.ts';
import { excuseFor } from '../general/excuse.ts';

/** What becomes of an order before its balance is read again. */
export type OrderScenario = 'held' | 'paid out' | 'failed' | 'paid in';

/** What the methods list charges for a payment, as decimals (§ Payment method). */
export interface Fees {
  percent: string;
  fixed: string;
  /** The least fee, where the list names one. */
  least?: string;
  scale: number;
}

/**
 * One order by itself: the newest payments of its currency, the balances, the order; then the balances and the payments again,
 * which tell whether anything else moved meanwhile.
 */
export interface OrderRound {
  before: string;
  from: string;
  created: string;
  to: string;
  after: string;
}

/** Rounds of one fate, in one currency, by one method. */
export interface MoneyArgs {
  fate: OrderScenario;
  currency: string;
  fees: Fees;
  rounds: readonly OrderRound[];
}

const modes: readonly RoundingMode[] = ['HALF_EVEN', 'HALF_UP', 'HALF_DOWN', 'UP', 'DOWN', 'CEILING', 'FLOOR'];

/** A reading of the text: how much less an account holds by it, and how it rounds where that matters. */
export interface FeeInterpretation {
  name: string;
  mode?: RoundingMode;
  drop: Decimal;
}

/** How much less an account holds by each reading. Where the text leaves it open, a fee may be on top of an amount, inside of it, or charged elsewhere; it is charged once. */
export function feeInterpretations(
  fate: OrderScenario,
  amount: Decimal,
  { percent, fixed, least = '0', scale }: Fees,
): FeeInterpretation[] {
  const sum = amount.times(decimal(percent)).div(100).plus(decimal(fixed));
  const exact = sum.lt(decimal(least)) ? decimal(least) : sum;
  const rounded = modes.map((mode) => ({ mode, fee: roundTo(exact, scale, mode) }));
  const fees: { mode?: RoundingMode; fee: Decimal }[] = [...rounded, { fee: exact }];
  const none = decimal('0');
  const withFee = (name: string, dropOf: (fee: Decimal) => Decimal) =>
    fees.map(({ mode, fee }) => ({ name, ...(mode && { mode }), drop: dropOf(fee) }));
  const feeOnTop = withFee('on top', (fee) => amount.plus(fee));
  const table: Readonly<Record<OrderScenario, FeeInterpretation[]>> = {
    held: [{ name: 'nothing is held', drop: none }, { name: 'not in the amount held', drop: amount }, ...feeOnTop],
    'paid out': [{ name: 'not on top', drop: amount }, ...feeOnTop],
    failed: [{ name: 'returned', drop: none }, ...withFee('kept', (fee) => fee)],
    'paid in': [{ name: 'not taken off', drop: amount.negated() }, ...withFee('taken off', (fee) => fee.minus(amount))],
  };
  return table[fate];
}

/** A round as its exchanges tell it, the amount as it was sent. */
export interface ObservedRound {
  fate: OrderScenario;
  fees: Fees;
  currency: string;
  before: Page;
  after: Page;
  created: Exchange;
  from: Exchange;
  to: Exchange;
}

/** True when, of all payments of the currency that search shows, only this order came or moved; pay-ins that nobody paid move no money. */
function isAlone({ before, after, created }: ObservedRound): boolean {
  const key = created.line.request.clientOrderId;
  const isOwn = (payment: ExactObject) => textField(payment, 'clientOrderId') === key;
  const moved = changedPayments(before.items, after.items).filter((payment) => isOwn(payment) || mayMoveMoney(payment));
  return moved.length === 1 && moved.every(isOwn);
}

function dropOf({ from, to, currency }: ObservedRound): Decimal | undefined {
  const [had, has] = [balanceIn(from, currency), balanceIn(to, currency)];
  return had && has && had.minus(has);
}

function fitting(told: ObservedRound): FeeInterpretation[] {
  const drop = dropOf(told);
  const amount = amountIn(told.created.sent ?? null);
  if (!drop || !amount) return [];
  return feeInterpretations(told.fate, amount, told.fees).filter((reading) => reading.drop.eq(drop));
}

/** True when a round's balance moved as some reading of the text has it. */
export function isConserved(told: ObservedRound): boolean {
  return fitting(told).length > 0;
}

function toldOf(record: RunRecord, { fate, fees, currency, rounds }: MoneyArgs): ObservedRound[] {
  return rounds.flatMap((round) => {
    const [before, after] = [pageOf(record.exchange(round.before)), pageOf(record.exchange(round.after))];
    const [created, from, to] = [round.created, round.from, round.to].map((id) => record.exchange(id));
    return before && after && created && from && to ? [{ fate, fees, currency, before, after, created, from, to }] : [];
  });
}

const idsOf = (told: ObservedRound) =>
  [told.before.exchange, told.from, told.created, told.to, told.after.exchange].map(({ id }) => id);

function unconserved(told: ObservedRound): Fault {
  const amount = amountIn(told.created.sent ?? null) ?? decimal('0');
  const changes = feeInterpretations(told.fate, amount, told.fees).map(({ drop }) => drop.negated().toFixed());
  const what = `a payment of ${amount.toFixed()} ${told.currency} that is ${told.fate}`;
  const seen = `${dropOf(told)?.negated().toFixed()}`;
  return { code: 'notConserved', what, wanted: [...new Set(changes)].join(' or '), seen, exchanges: idsOf(told) };
}

/** What the payment of a round says of the balance after it. */
function statedBalance({ after, created }: ObservedRound): Decimal | undefined {
  const key = created.line.request.clientOrderId;
  const own = after.items.find((payment) => textField(payment, 'clientOrderId') === key);
  const stated = own && field(own, 'balanceAfterPayment');
  return isExactNumber(stated) ? decimal(stated) : undefined;
}

/** Successive payments whose stated balances do not move as the balances do; undefined where there is nothing to compare. */
function brokenLinks(alone: readonly ObservedRound[]): Fault[] {
  const links = alone.slice(1).flatMap((later, index) => {
    const earlier = alone[index];
    const [stated, next] = [earlier && statedBalance(earlier), statedBalance(later)];
    const [had, has] = [earlier && balanceIn(earlier.to, later.currency), balanceIn(later.to, later.currency)];
    if (!earlier || !stated || !next || !had || !has) return [];
    const [seen, wanted] = [next.minus(stated), has.minus(had)];
    const what = `balanceAfterPayment from one payment to the next in ${later.currency}`;
    const fault: Fault = {
      code: 'notConserved',
      what,
      wanted: wanted.toFixed(),
      seen: seen.toFixed(),
      exchanges: [...idsOf(earlier), ...idsOf(later)],
    };
    return [{ holds: seen.eq(wanted), fault }];
  });
  // Others may use the account: one odd link proves nothing.
  return links.length > 1 && links.every(({ holds }) => !holds) ? links.map(({ fault }) => fault) : [];
}

/** By how much a balance fell more than the nearest reading has it. */
function excessOf(told: ObservedRound): Decimal {
  const [drop, amount] = [dropOf(told), amountIn(told.created.sent ?? null)];
  const none = decimal('0');
  if (!drop || !amount) return none;
  const excesses = feeInterpretations(told.fate, amount, told.fees).map((reading) => drop.minus(reading.drop));
  return excesses.reduce((least, one) => (one.abs().lt(least.abs()) ? one : least), excesses[0] ?? none);
}

/** So many times its amount an order may be wrong by, to one side or to either; more is what others move. */
const mostOff = { oneSide: 2, eitherSide: 0.5 };

/**
 * True where odd rounds may have one cause: the balance fell too far in each of them, or too little in each, and by no more than
 * such an order could; or hardly either way, as it does that is shown rounded. What others do that search does not show yet is more.
 */
function isOneFault(odd: readonly ObservedRound[]): boolean {
  const excesses = odd.map((told) => ({ told, excess: excessOf(told) }));
  const isAlike = excesses.every(({ excess }) => excess.gt(0)) || excesses.every(({ excess }) => excess.lt(0));
  const most = isAlike ? mostOff.oneSide : mostOff.eitherSide;
  return excesses.every(({ told, excess }) => {
    const amount = amountIn(told.created.sent ?? null)?.abs() ?? decimal('0');
    return excess.abs().lte(amount.times(most));
  });
}

/**
 * A balance moves exactly by the amount of an order and its fee (BAL-02). Others may use the account: a round counts when search
 * shows nothing else that moved, and the target is convicted only when no such round of several is as the text has it.
 */
export function moneyMoves(record: RunRecord, args: MoneyArgs): OracleResult {
  const exchanges = args.rounds.flatMap(({ before, from, created, to, after }) => [before, from, created, to, after]);
  const failed = args.rounds
    .map(({ created }) => record.exchange(created))
    .find(({ class: kind }) => kind !== 'accepted');
  if (failed)
    return faultResult(
      excuseFor(record, failed) ??
        firstFault(accepted(record, { exchange: failed.id, what: `a payment to be ${args.fate}` })),
    );
  const all = toldOf(record, args);
  if (all.some((told) => dropOf(told) === undefined))
    return faultResult(noFigureFault(record, exchanges, [args.currency]));
  const alone = all.filter(isAlone);
  const odd = alone.filter((told) => !isConserved(told));
  if (alone.length > 1 && odd.length === alone.length && isOneFault(odd))
    return toResult(exchanges, odd.map(unconserved));
  const [first] = odd;
  if (first)
    return faultResult({
      code: 'unconfirmed',
      request: first.created.request,
      seen: `a balance that moved by ${dropOf(first)?.negated().toFixed()}, ${odd.length} of ${alone.length} times otherwise than it should`,
      exchanges: idsOf(first),
    });
  // What moves exactly as it should needs no quiet account: that others make up for a fault to the last place is no chance to reckon with.
  if (alone.length === 0 && !all.some(isConserved))
    return faultResult({
      code: 'noEvidence',
      wanted: `a payment in ${args.currency} while nothing else moved`,
      exchanges,
    });
  return toResult(exchanges, brokenLinks(alone));
}

function firstFault(ruled: OracleResult): Fault {
  const fault = 'faults' in ruled ? ruled.faults[0] : undefined;
  return fault ?? { code: 'noEvidence', wanted: 'an accepted payment', exchanges: ruled.exchanges };
}

/** Where the fee goes, and by which rounding: those that fit every round (BAL-02). */
export function feesFit(record: RunRecord, args: MoneyArgs): OracleResult {
  const alone = toldOf(record, args).filter(isAlone);
  const fits = alone.map(
    (told) => new Set(fitting(told).map(({ name, mode }) => [name, mode].filter(Boolean).join(' '))),
  );
  const common = [...(fits[0] ?? [])].filter((name) => fits.every((fit) => fit.has(name)));
  const exchanges = alone.flatMap(idsOf);
  if (exchanges.length === 0) return faultResult({ code: 'noEvidence', wanted: 'a payment by itself', exchanges });
  return learned(`fee when ${args.fate}`, common.join(', ') || 'by no one rule', exchanges);
}
