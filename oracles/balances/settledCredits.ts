import { type Decimal, decimal, type ExactObject } from '../../schemas/json/exact.ts';
import { field, type RunRecord, textField } from '../../traffic/journal/runRecord.ts';
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

/** A pay-in that the final reads settled, and by how much the balance of its currency rose. */
interface Credit {
  id: string;
  amount: Decimal;
  currency: string;
  rose: Decimal;
  fees: Fees;
  exchanges: readonly string[];
}

function creditOf(record: RunRecord, moment: QuietMoment): Credit[] {
  const { settled: id, before, after } = moment;
  const shown = record.payments.filter(({ value }) => textField(value, 'id') === id);
  const paid = shown.findLast(({ exchange }) => exchange.sentNs > before.receivedNs && exchange.sentNs < after.sentNs);
  if (id === undefined || !paid || textField(paid.value, 'status') !== 'SUCCESS') return [];
  if (textField(paid.value, 'orderType') !== 'PAYIN' || !isUndisturbed(record, moment, new Set([id]))) return [];
  const currency = textField(paid.value, 'currency') ?? '';
  const rose = riseOf(record, { before: before.id, after: after.id }, currency);
  const [amount, fees] = [
    amountIn(shown[0]?.exchange.sent ?? null) ?? amountIn(paid.value),
    feesFor(record, paid.value),
  ];
  const exchanges = [before.id, paid.exchange.id, after.id];
  return rose && amount && fees ? [{ id, amount, currency, rose, fees, exchanges }] : [];
}

const readings = ({ amount, fees }: Credit) => feeInterpretations('paid in', amount, fees);

const fitting = (credit: Credit): FeeInterpretation[] =>
  readings(credit).filter(({ drop }) => drop.negated().eq(credit.rose));

function notCredited(credit: Credit): Fault {
  const { amount, currency, exchanges, rose } = credit;
  const wanted = [...new Set(readings(credit).map(({ drop }) => drop.negated().toFixed()))].join(' or ');
  return {
    code: 'notConserved',
    what: `a pay-in of ${amount.toFixed()} ${currency} that is paid`,
    wanted,
    seen: rose.toFixed(),
    exchanges,
  };
}

const nameOf = ({ name, mode }: FeeInterpretation) => [name, mode].filter(Boolean).join(' ');

/** Reports fees of which each can be explained, but not all by one way to take them off and to round them. */
function mixed(credits: readonly Credit[]): Fault[] {
  const fits = credits.map((credit) => new Set(fitting(credit).map(nameOf)));
  const [first, ...others] = fits;
  if (!first || [...first].some((name) => others.every((fit) => fit.has(name)))) return [];
  const seen = credits
    .map(({ amount, currency, rose }) => `${rose.toFixed()} of ${amount.toFixed()} ${currency}`)
    .join(', ');
  const what = 'the credits of pay-ins';
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
 * Each pay-in that the final reads settled while nothing else moved money raised its balance by its amount, with or without its fee (BAL-02). Credits that need
 * several rules of rounding are a warning.
 */
export function creditsSettled(record: RunRecord, _args: Record<string, never>): OracleResult {
  const credits = quietMomentsIn(record).flatMap((moment) => creditOf(record, moment));
  const reason = 'the final reads settled no pay-in while nothing else moved money';
  if (credits.length === 0) return faultResult({ code: 'notApplicable', reason, exchanges: [] });
  const odd = credits.filter((credit) => fitting(credit).length === 0);
  return toResult(
    credits.flatMap(({ exchanges }) => exchanges),
    odd.length > 0 ? odd.map(notCredited) : mixed(credits),
  );
}
