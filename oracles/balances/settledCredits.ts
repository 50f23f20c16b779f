import { paymentLifecycle } from '../../schemas/domain/lifecycles.ts';
import { type Decimal, decimal, type ExactObject } from '../../schemas/json/exact.ts';
import { field, grouped, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import { riseOf } from '../answers/balances.ts';
import { numberIn } from '../answers/exchangeLists.ts';
import { amountIn } from '../answers/searchPage.ts';
import { faultResult, type OracleResult, toResult } from '../core/result.ts';
import { type FeeInterpretation, type Fees, feeInterpretations } from './feeInterpretations.ts';
import { isUndisturbed, type QuietMoment, quietMomentsIn } from './quietMoments.ts';

/** Returns the fees of a listed method; undefined if the list does not show its whole fee. */
function feesOf(method: ExactObject): Fees | undefined {
  const least = numberIn(method, 'minFeeAmount');
  const isElsewhere =
    (textField(method, 'minFeeCurrency') ?? textField(method, 'currency')) !== textField(method, 'currency');
  const scale = Number(numberIn(method, 'scale')?.toNumber());
  if (field(method, 'hasNetworkFee') === true || (least?.gt(0) && isElsewhere) || !Number.isInteger(scale))
    return undefined;
  const [percent, fixed] = ['percent', 'fixed'].map((name) => (numberIn(method, name) ?? decimal('0')).toFixed());
  return { percent: percent ?? '0', fixed: fixed ?? '0', scale, ...(least && { least: least.toFixed() }) };
}

const named = ['orderType', 'currency', 'blockchain'] as const;

/** Returns the fees of the only listed method that a payment can be of. */
function feesFor(record: RunRecord, payment: ExactObject): Fees | undefined {
  const isOf = (method: ExactObject) =>
    textField(method, 'methodKey') === textField(payment, 'method') &&
    named.every((name) => textField(method, name) === textField(payment, name));
  const methods = new Map(record.methods.map(({ value }) => [textField(value, 'id'), value]));
  const [only, another] = [...methods.values()].filter(isOf);
  return only && !another ? feesOf(only) : undefined;
}

/** What the final reads had become of a payment. */
type Fate = 'paid in' | 'failed';

/** A payment that the final reads settled, and by how much the balance of its currency rose. */
interface Credit {
  fate: Fate;
  status: string;
  amount: Decimal;
  currency: string;
  rose: Decimal;
  fees: Fees;
  exchanges: readonly string[];
}

/** Returns what became of a payment, if a balance shows it: a pay-in that is paid, and a pay-out that is not. */
function fateOf(payment: ExactObject): Fate | undefined {
  const [orderType, status = ''] = [textField(payment, 'orderType'), textField(payment, 'status')];
  if (orderType === 'PAYIN') return status === 'SUCCESS' ? 'paid in' : undefined;
  return orderType === 'PAYOUT' && paymentLifecycle.failed.some((one) => one === status) ? 'failed' : undefined;
}

function creditOf(record: RunRecord, moment: QuietMoment): Credit[] {
  const { settled: id, before, after } = moment;
  const shown = record.payments.filter(({ value }) => textField(value, 'id') === id);
  const paid = shown.findLast(({ exchange }) => exchange.sentNs > before.receivedNs && exchange.sentNs < after.sentNs);
  const fate = paid && fateOf(paid.value);
  if (id === undefined || !paid || !fate || !isUndisturbed(record, moment, new Set([id]))) return [];
  const currency = textField(paid.value, 'currency') ?? '';
  const rose = riseOf(record, { before: before.id, after: after.id }, currency);
  const sent = fate === 'paid in' ? amountIn(shown[0]?.exchange.sent ?? null) : undefined;
  const [amount, fees] = [(sent ?? amountIn(paid.value))?.abs(), feesFor(record, paid.value)];
  const exchanges = [before.id, paid.exchange.id, after.id];
  return rose && amount && fees
    ? [{ fate, status: textField(paid.value, 'status') ?? '', amount, currency, rose, fees, exchanges }]
    : [];
}

/**
 * Returns the interpretations of a credit, each with the drop of the balance. What a pay-out held comes back, with its fee or without it; the text leaves open whether
 * the fee was held.
 */
function readings({ fate, amount, fees }: Credit): FeeInterpretation[] {
  if (fate === 'paid in') return feeInterpretations(fate, amount, fees);
  const kept = feeInterpretations(fate, amount, fees);
  return feeInterpretations('held', amount, fees).flatMap((held) =>
    held.drop.isZero()
      ? [held]
      : kept.map(({ name, drop }) => ({ ...held, name: `${held.name}, ${name}`, drop: drop.minus(held.drop) })),
  );
}

const fitting = (credit: Credit): FeeInterpretation[] =>
  readings(credit).filter(({ drop }) => drop.negated().eq(credit.rose));

function notCredited(credit: Credit): Fault {
  const { fate, amount, currency, exchanges, rose } = credit;
  const wanted = [...new Set(readings(credit).map(({ drop }) => drop.negated().toFixed()))].join(' or ');
  const name = fate === 'paid in' ? 'pay-in' : 'pay-out';
  return {
    code: 'notConserved',
    what: `a ${name} of ${amount.toFixed()} ${currency} that is ${fate}`,
    wanted,
    seen: rose.toFixed(),
    exchanges,
  };
}

/** True for a failed pay-out that returned nothing. */
const returnedNothing = ({ fate, rose }: Credit): boolean => fate === 'failed' && rose.isZero();

/** Returns the credits that nothing explains. Where one failed pay-out returned, this target holds what it pays out, so that each has to return. */
function oddAmong(credits: readonly Credit[]): Credit[] {
  const isHolding = credits.some(({ fate, rose }) => fate === 'failed' && rose.gt(0));
  return credits.filter((credit) => fitting(credit).length === 0 || (isHolding && returnedNothing(credit)));
}

const nameOf = ({ name, mode }: FeeInterpretation) => [name, mode].filter(Boolean).join(' ');

/** Reports fees of which each can be explained, but not all by one way to take them off, or to return them, and to round them. */
function mixed(credits: readonly Credit[]): Fault[] {
  const fits = credits.map((credit) => new Set(fitting(credit).map(nameOf)));
  const [first, ...others] = fits;
  if (!first || [...first].some((name) => others.every((fit) => fit.has(name)))) return [];
  const seen = credits
    .map(({ amount, currency, rose }) => `${rose.toFixed()} of ${amount.toFixed()} ${currency}`)
    .join(', ');
  const [one] = credits;
  const what = one?.fate === 'failed' ? `what pay-outs return in ${one.status}` : 'the credits of pay-ins';
  return [
    {
      code: 'misstated',
      what,
      wanted: 'as one rule of rounding explains',
      seen,
      exchanges: credits.flatMap(({ exchanges }) => exchanges),
    },
  ];
}

/**
 * Each pay-in that the final reads had paid, and each pay-out that they had fail, while nothing else moved money raised its balance by its amount, with or without its
 * fee (BAL-02). Credits that need several rules, of rounding or of what becomes of the fee, are a warning; those of pay-outs that end in different statuses may differ.
 */
export function creditsSettled(record: RunRecord, _args: Record<string, never>): OracleResult {
  const credits = quietMomentsIn(record).flatMap((moment) => creditOf(record, moment));
  const reason = 'the final reads settled no payment while nothing else moved money';
  if (credits.length === 0) return faultResult({ code: 'notApplicable', reason, exchanges: [] });
  const odd = oddAmong(credits);
  return toResult(
    credits.flatMap(({ exchanges }) => exchanges),
    odd.length > 0 ? odd.map(notCredited) : [...grouped(credits, ({ status }) => status).values()].flatMap(mixed),
  );
}
