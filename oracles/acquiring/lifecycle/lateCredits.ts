import { currencyOf } from '../../../schemas/domain/assets.ts';
import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import { type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { riseOf } from '../../answers/balances.ts';
import { isUndisturbed } from '../../balances/quietMoments.ts';
import { statusOf } from '../../core/history.ts';
import { projectInPath } from '../../core/newRecord.ts';
import { faultResult, type OracleResult, toResult } from '../../core/result.ts';
import { feeOn } from '../requests/conversion.ts';
import { listedRates, optionsOfProjects } from '../requests/listedTerms.ts';
import { feesIn, showsNoFee } from '../requests/requestAmounts.ts';
import { type LatePayment, latePaymentsIn } from './latePayments.ts';
import { hasEnded } from './statusHistory.ts';

/** A payment with SUCCESS, by how much the balances rose meanwhile, and into what its project converts it. */
interface Credit {
  payment: LatePayment;
  project: string;
  own: Decimal;
  into?: { currency: string; rose: Decimal };
  exchanges: readonly string[];
}

/** Returns the project of a request, as it or its path names it. */
const projectOf = ({ shown }: LatePayment): string =>
  textField(shown.value, 'cryptoAcquiringProjectId') ?? projectInPath(shown.exchange) ?? '';

/** Returns the payments of a request: the one that it names, and those of its order. */
function paymentsOf(record: RunRecord, { shown: { value } }: LatePayment): Set<string> {
  const [named, order] = ['paymentId', 'orderId'].map((name) => textField(value, name));
  const ofOrder = record.payments.filter((one) => order !== undefined && textField(one.value, 'orderId') === order);
  return new Set([
    ...(named === undefined ? [] : [named]),
    ...ofOrder.flatMap((one) => textField(one.value, 'id') ?? []),
  ]);
}

function creditOf(record: RunRecord, payment: LatePayment): Credit[] {
  const { moment, asset, shown } = payment;
  if (statusOf(shown) !== 'SUCCESS' || !isUndisturbed(record, moment, paymentsOf(record, payment))) return [];
  const project = projectOf(payment);
  const reads = { before: moment.before.id, after: moment.after.id };
  const currency = record.target?.projects?.find(({ id }) => id === project)?.autoConversion?.[asset];
  const [own, rose] = [currencyOf(asset), currency ?? ''].map((one) => riseOf(record, reads, one));
  if (!own || (currency !== undefined && !rose)) return [];
  const into = currency !== undefined && rose && currency !== currencyOf(asset) ? { into: { currency, rose } } : {};
  return [{ payment, project, own, ...into, exchanges: [reads.before, shown.exchange.id, reads.after] }];
}

/** Returns what may be left of a payment after its fees: each of them, both or none, as it is shown, or by its parts on what was paid. */
function nets({ paid, shown: { value } }: LatePayment): Decimal[] {
  const { payer, merchant } = feesIn(value);
  const none = decimal('0');
  const waysOf = (fees: typeof payer) => [none, ...[fees.total, feeOn(fees, paid)].flatMap((fee) => fee ?? [])];
  return waysOf(payer).flatMap((one) => waysOf(merchant).map((other) => paid.minus(one).minus(other)));
}

/** Decimals may be lost where a balance shows fewer of them. */
const isAbout = (rose: Decimal, net: Decimal) =>
  net.decimalPlaces() > rose.decimalPlaces()
    ? rose.minus(net).abs().lte(decimal('10').pow(-rose.decimalPlaces()))
    : rose.eq(net);

/** A converted credit is at least this part of what its fees leave at the listed rate, and at most so many times the payment: rates move. */
const [leastPart, mostTimes] = [decimal('0.9'), decimal('1.1')];

/** Of a payment whose fee is not shown, at least this part is credited. */
const leastWithoutFee = decimal('0.5');

/** Returns the least that is left of a payment after its fees. */
function leastNet(payment: LatePayment): Decimal {
  if (showsNoFee(feesIn(payment.shown.value))) return payment.paid.times(leastWithoutFee);
  return nets(payment).reduce((least, net) => (net.lt(least) ? net : least));
}

const wordsOf = ({ payment: { paid, asset } }: Credit) => `the credit of ${paid.toFixed()} ${asset}`;

/** Reports a payment that its project converts, and that was credited in its own currency, not at all, or far from its rate. */
function misconverted(record: RunRecord, credit: Credit, { currency, rose }: NonNullable<Credit['into']>): Fault[] {
  const { payment, project, own, exchanges } = credit;
  const [rate] = listedRates(optionsOfProjects(record).get(project) ?? [], payment.asset, currency);
  if (!rate) return [];
  const expected = payment.paid.times(rate);
  // Of so small a payment rounding and fees may leave nothing.
  if (expected.lt(1)) return [];
  const wanted = `about ${expected.toDecimalPlaces(2).toFixed()} ${currency}`;
  const what = wordsOf(credit);
  const seen = `${rose.toFixed()} ${currency} and ${own.toFixed()} ${currencyOf(payment.asset)}`;
  if (!rose.gt(0) || own.gt(0)) return [{ code: 'differs', what, wanted, seen, exchanges }];
  const least = leastNet(payment).times(rate).times(leastPart);
  const isNear = rose.gte(least) && rose.lte(expected.times(mostTimes));
  return isNear ? [] : [{ code: 'beyondEstimate', what, wanted, seen, exchanges }];
}

/** Reports a payment that is not converted, and that raised the balance by nothing, or by something else than its fees leave. */
function miscredited(credit: Credit): Fault[] {
  const { payment, own, exchanges } = credit;
  const all = nets(payment);
  const wanted = [...new Set(all.map((net) => net.toFixed()))].join(' or ');
  const fault = { what: wordsOf(credit), wanted, seen: own.toFixed(), exchanges };
  if (!own.gt(0) && all.every((net) => net.gt(0))) return [{ code: 'differs', ...fault }];
  const isHidden = showsNoFee(feesIn(payment.shown.value));
  return isHidden || all.some((net) => isAbout(own, net)) ? [] : [{ code: 'beyondEstimate', ...fault }];
}

/** Returns the payments up to the first one whose request had not ended when it was read: the effect of that one may show in any later read. */
function timely(payments: readonly LatePayment[]): readonly LatePayment[] {
  const late = payments.findIndex(({ shown }) => !hasEnded('request', shown));
  return late < 0 ? payments : payments.slice(0, late);
}

/**
 * Each request that the final reads paid while nothing else moved money was credited: in the currency that its project chose, else in its own less its fees
 * (REQ-12; § Incoming blockchain payment, SUCCESS). How a fee is rounded, or what of a payment it is charged on, is not shown, so that other amounts are a warning.
 */
export function creditsEach(record: RunRecord, _args: Record<string, never>): OracleResult {
  const credits = timely(latePaymentsIn(record)).flatMap((payment) => creditOf(record, payment));
  const reason = 'the final reads paid no request while nothing else moved money';
  if (credits.length === 0) return faultResult({ code: 'notApplicable', reason, exchanges: [] });
  return toResult(
    credits.flatMap(({ exchanges }) => exchanges),
    credits.flatMap((credit) => (credit.into ? misconverted(record, credit, credit.into) : miscredited(credit))),
  );
}
