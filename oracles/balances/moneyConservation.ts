import { type Decimal, decimal, type ExactObject, isExactNumber } from '../../schemas/json/exact.ts';
import type { Exchange } from '../../traffic/journal/exchange.ts';
import { field, grouped, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { noFigureFault } from '../answers/balanceFields.ts';
import { balanceIn } from '../answers/balances.ts';
import { amountIn, changedPayments, mayMoveMoney, type Page, pageOf } from '../answers/searchPage.ts';
import { faultResult, learnedCandidates, type OracleResult, toResult } from '../core/result.ts';
import { accepted } from '../general/acceptance.ts';
import { excuseFor } from '../general/excuse.ts';
import { hasLapsed } from '../payments/lifecycle.ts';
import { type FeeInterpretation, type Fees, feeInterpretations, type OrderScenario } from './feeInterpretations.ts';

/**
 * One order, with reads of the newest payments of its currency and of the balances before and after it. The reads show whether other payments moved money in
 * between.
 */
export interface OrderRound {
  before: string;
  from: string;
  created: string;
  to: string;
  after: string;
}

/** Rounds of one payment scenario, in one currency, by one method. */
export interface MoneyArgs {
  fate: OrderScenario;
  currency: string;
  fees: Fees;
  rounds: readonly OrderRound[];
}

/** A round as its exchanges show it, with the amount that was sent. */
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

/** True if this order is the only payment of the currency that search shows as new or changed. Unpaid pay-ins move no money and are ignored. */
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

function fitting(round: ObservedRound): FeeInterpretation[] {
  const drop = dropOf(round);
  const amount = amountIn(round.created.sent ?? null);
  if (!drop || !amount) return [];
  return feeInterpretations(round.fate, amount, round.fees).filter((reading) => reading.drop.eq(drop));
}

/** True if the balance moved in a round as one of the fee interpretations says. */
export function isConserved(round: ObservedRound): boolean {
  return fitting(round).length > 0;
}

/** Returns the payment of an order in a page; undefined if the page does not show it. */
const ownIn = ({ items }: Page, { line }: Exchange): ExactObject | undefined =>
  items.find((payment) => textField(payment, 'clientOrderId') === line.request.clientOrderId);

/** True if an order to be paid in lapsed before anybody could pay it. */
const isUnpaid = (scenario: OrderScenario, own: ExactObject | undefined) =>
  scenario === 'paid in' && hasLapsed(textField(own, 'status'));

function observedRounds(record: RunRecord, { fate: scenario, fees, currency, rounds }: MoneyArgs): ObservedRound[] {
  return rounds.flatMap((round) => {
    const [before, after] = [pageOf(record.exchange(round.before)), pageOf(record.exchange(round.after))];
    const [created, from, to] = [round.created, round.from, round.to].map((id) => record.exchange(id));
    return before && after && created && from && to && !isUnpaid(scenario, ownIn(after, created))
      ? [{ fate: scenario, fees, currency, before, after, created, from, to }]
      : [];
  });
}

const idsOf = (round: ObservedRound) =>
  [round.before.exchange, round.from, round.created, round.to, round.after.exchange].map(({ id }) => id);

function unconserved(round: ObservedRound): Fault {
  const amount = amountIn(round.created.sent ?? null) ?? decimal('0');
  const changes = feeInterpretations(round.fate, amount, round.fees).map(({ drop }) => drop.negated().toFixed());
  const what = `a payment of ${amount.toFixed()} ${round.currency} that is ${round.fate}`;
  const seen = `${dropOf(round)?.negated().toFixed()}`;
  return { code: 'notConserved', what, wanted: [...new Set(changes)].join(' or '), seen, exchanges: idsOf(round) };
}

/** Returns the balance that the payment of a round shows as its balanceAfterPayment. */
function statedBalance({ after, created }: ObservedRound): Decimal | undefined {
  const own = ownIn(after, created);
  const stated = own && field(own, 'balanceAfterPayment');
  return isExactNumber(stated) ? decimal(stated) : undefined;
}

/** Returns the balances that a payment may show as its own: that after the order, and for a pay-out that while its amount is held. */
function balancesAfter({ fate, fees, from, to, currency, created }: ObservedRound): Decimal[] {
  const [had, has] = [balanceIn(from, currency), balanceIn(to, currency)];
  const amount = amountIn(created.sent ?? null);
  const holds = had && amount && fate !== 'paid in' ? feeInterpretations('held', amount, fees) : [];
  const held = holds.flatMap(({ drop }) => (drop.isZero() || !had ? [] : had.minus(drop)));
  return [...(has ? [has] : []), ...held];
}

/** Reports a balanceAfterPayment that is right after none of several orders. Nothing says when it is taken, so that this only warns. */
function misstated(alone: readonly ObservedRound[]): Fault[] {
  const shown = alone.flatMap((round) => {
    const stated = statedBalance(round);
    return stated ? [{ round, stated, balances: balancesAfter(round) }] : [];
  });
  if (shown.some(({ stated, balances }) => balances.some((one) => one.eq(stated)))) return [];
  return shown.map(({ round, stated, balances }) => ({
    code: 'misstated',
    what: `balanceAfterPayment of a payment of ${round.currency} that is ${round.fate}`,
    wanted: [...new Set(balances.map((one) => one.toFixed()))].join(' or '),
    seen: stated.toFixed(),
    exchanges: idsOf(round),
  }));
}

/** Returns the difference between the drop of a balance and the drop of the nearest fee interpretation; positive if the balance fell too far. */
function excessOf(round: ObservedRound): Decimal {
  const [drop, amount] = [dropOf(round), amountIn(round.created.sent ?? null)];
  const none = decimal('0');
  if (!drop || !amount) return none;
  const excesses = feeInterpretations(round.fate, amount, round.fees).map((reading) => drop.minus(reading.drop));
  return excesses.reduce((least, one) => (one.abs().lt(least.abs()) ? one : least), excesses[0] ?? none);
}

/**
 * The largest error that one order can cause, as a multiple of its amount: `oneSide` if all errors have the same sign, `eitherSide` otherwise. Larger errors
 * come from other users.
 */
const mostOff = { oneSide: 2, eitherSide: 0.5 };

/**
 * True if the failed rounds may have one cause in the target: the balance fell too far in all of them, or too little in all of them, by no more than an order
 * could cause; or it deviates a little in both directions, as a rounded balance does. Payments by others that search does not show yet deviate more.
 */
function isOneFault(odd: readonly ObservedRound[]): boolean {
  const excesses = odd.map((round) => ({ told: round, excess: excessOf(round) }));
  const isAlike = excesses.every(({ excess }) => excess.gt(0)) || excesses.every(({ excess }) => excess.lt(0));
  const most = isAlike ? mostOff.oneSide : mostOff.eitherSide;
  return excesses.every(({ told: round, excess }) => {
    const amount = amountIn(round.created.sent ?? null)?.abs() ?? decimal('0');
    return excess.abs().lte(amount.times(most));
  });
}

/** Returns the rounds of an order that was sent several times and that moved the balance by the same wrong amount each time. */
function repeatedly(alone: readonly ObservedRound[]): ObservedRound[] {
  const groups = grouped(alone, ({ created }) => amountIn(created.sent ?? null)?.toFixed() ?? '');
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const isSame = (round: ObservedRound) => !isConserved(round) && excessOf(round).eq(first ? excessOf(first) : 0);
    return group.length > 1 && group.every(isSame) && isOneFault(group) ? group : [];
  });
}

/**
 * A balance moves exactly by the amount of an order and its fee (BAL-02). Others may use the account. A round counts if search shows no other movement, and the
 * target fails only if none of several such rounds is right.
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
  const all = observedRounds(record, args);
  if (all.some((round) => dropOf(round) === undefined))
    return faultResult(noFigureFault(record, exchanges, [args.currency]));
  const alone = all.filter(isAlone);
  const odd = alone.filter((round) => !isConserved(round));
  if (alone.length > 1 && odd.length === alone.length && isOneFault(odd))
    return toResult(exchanges, odd.map(unconserved));
  const again = repeatedly(alone);
  if (again.length > 0) return toResult(exchanges, again.map(unconserved));
  const [first] = odd;
  if (first)
    return faultResult({
      code: 'unconfirmed',
      request: first.created.request,
      seen: `an unexpected balance change of ${dropOf(first)?.negated().toFixed()}, in ${odd.length} of ${alone.length} rounds`,
      exchanges: idsOf(first),
    });
  // An exact change counts even if the account is busy. It is not plausible that others compensate for a fault to the last decimal.
  if (alone.length === 0 && !all.some(isConserved))
    return faultResult({
      code: 'noEvidence',
      wanted: `a payment in ${args.currency} while no other payment moved money`,
      exchanges,
    });
  return toResult(exchanges, misstated(alone.filter(isConserved)));
}

function firstFault(ruled: OracleResult): Fault {
  const fault = 'faults' in ruled ? ruled.faults[0] : undefined;
  return fault ?? { code: 'noEvidence', wanted: 'an accepted payment', exchanges: ruled.exchanges };
}

/** Learns where the fee goes and how it is rounded: the interpretations that explain every round (BAL-02). */
export function feesFit(record: RunRecord, args: MoneyArgs): OracleResult {
  const alone = observedRounds(record, args).filter(isAlone);
  const fits = alone.map(
    (round) => new Set(fitting(round).map(({ name, mode }) => [name, mode].filter(Boolean).join(' '))),
  );
  const common = [...(fits[0] ?? [])].filter((name) => fits.every((fit) => fit.has(name)));
  const exchanges = alone.flatMap(idsOf);
  if (exchanges.length === 0)
    return faultResult({ code: 'noEvidence', wanted: 'a payment while no other payment moved money', exchanges });
  return learnedCandidates(`fee when ${args.fate}`, common, exchanges);
}
