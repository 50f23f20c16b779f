import { type Decimal, decimal } from '../../../schemas/json/exact.ts';
import { field, type RunRecord, textField } from '../../../traffic/journal/runRecord.ts';
import type { Fault } from '../../../traffic/outcome/fault.ts';
import { type AcquiringSighting, assetOf, checkoutsIn, requestsIn } from '../../answers/acquiringRecords.ts';
import { numberIn } from '../../answers/exchangeLists.ts';
import { outcomeOf, statusOf } from '../../core/history.ts';
import { instantSpan, targetTimeAt } from '../../core/targetTime.ts';
import { otherwise } from '../origins/creation.ts';
import { hasEnded, type StatusHistory } from './statusHistory.ts';
import { isOnlyOwner, type Transfer, transfersTo } from './transfers.ts';

/** What this run sent to a request, all of it in the asset of the request, and what the request asks for. */
interface Payment {
  sent: readonly Transfer[];
  due: Decimal | undefined;
  /** The least and the most that a payer may choose, of a request without a price. */
  limits: readonly [Decimal | undefined, Decimal | undefined];
}

/** Returns the payment of a request; undefined if this run sent nothing, or anything in another asset or to an address of several requests. */
function paymentOf(record: RunRecord, sighting: AcquiringSighting): Payment | undefined {
  const [sent, asset] = [transfersTo(record, sighting), assetOf(sighting)];
  if (sent.length === 0 || asset === undefined || sent.some((one) => one.asset !== asset)) return undefined;
  if (!isOnlyOwner(record, sighting)) return undefined;
  const payAmount = numberIn(sighting.value, 'payAmount');
  const due = payAmount?.gt(0) ? payAmount : undefined;
  return { sent, due, limits: [numberIn(sighting.value, 'minLimit'), numberIn(sighting.value, 'maxLimit')] };
}

/** Every asset has at least this many decimals, even if an amount is written with fewer. */
const leastPlaces = 2;

/** The part of an amount that a number in JSON may lose: a reader of binary numbers keeps 15 digits. */
const binary = decimal('1e-14');

/** True if a paid amount is that of a transfer, but for decimals which the asset may not have. */
function isAmountOf(shown: Decimal, { amount }: Transfer, { due, limits }: Payment): boolean {
  const places = Math.max(leastPlaces, ...[due, ...limits].map((one) => one?.decimalPlaces() ?? 0));
  const gap = shown.minus(amount).abs();
  if (gap.lte(amount.times(binary))) return true;
  return amount.decimalPlaces() > places && gap.lt(decimal('10').pow(-places));
}

/**
 * Reports a paidAmount that is the amount of no transfer (§ Crypto acquiring request, paidAmount; a request has at most one payment). Before SUCCESS it may be 0:
 * the text does not say whether a payment counts that is not processed or failed.
 */
function paidOtherwise(sighting: AcquiringSighting, payment: Payment): Fault[] {
  const shown = numberIn(sighting.value, 'paidAmount');
  if (!shown || (shown.isZero() && statusOf(sighting) !== 'SUCCESS')) return [];
  if (payment.sent.some((one) => isAmountOf(shown, one, payment))) return [];
  const amounts = payment.sent.map(({ amount }) => amount.toFixed()).join(' or ');
  return [otherwise(sighting, 'paidAmount', `${amounts}, as was sent,`)];
}

/**
 * Reports `overpaid` on a request none of whose transfers was more than its payAmount; it has one payment at most. Without a price nothing is too much within the
 * limits.
 */
function notOverpaid(sighting: AcquiringSighting, { sent, due, limits: [, most] }: Payment): Fault[] {
  const bound = due ?? most;
  if (!bound || field(sighting.value, 'overpaid') !== true || sent.some(({ amount }) => amount.gt(bound))) return [];
  const words = sent.map(({ amount }) => amount.toFixed()).join(' and ');
  return [otherwise(sighting, 'overpaid', `false for ${words}${due ? ` of ${due.toFixed()}` : ', without a price,'}`)];
}

/** Returns whether each transfer was enough, or none was; undefined if some were, or if nothing was asked for. */
function isEnough({ sent, due, limits: [least, most] }: Payment): boolean | undefined {
  if (due) {
    const enough = sent.filter(({ amount }) => amount.gte(due));
    return enough.length === 0 ? false : enough.length === sent.length || undefined;
  }
  return (least && sent.every(({ amount }) => amount.gte(least) && (!most || amount.lte(most)))) || undefined;
}

/** Returns an answer to a creation whose createdAt relates the target's clock to that of an exchange. */
const clockAnswer = (record: RunRecord, { exchange }: AcquiringSighting) =>
  [...checkoutsIn(record), ...requestsIn(record)].find(
    (one) => one.source === 'create' && one.exchange.clock === exchange.clock && one.exchange.sentNs <= exchange.sentNs,
  );

const nsPerMs = 1_000_000n;

/**
 * True if a request was surely paid in time: it was still in its window, and its checkout open, in a read so long after the payment that the target had its
 * declared time to detect it.
 */
function wasPaidInTime(record: RunRecord, { id, sightings }: StatusHistory, { sent }: Payment): boolean {
  const paid = sent.find(({ ok }) => ok);
  const allowed = BigInt(record.target?.deadlines.finalMs ?? 0) * nsPerMs;
  if (!paid || !record.target) return false;
  const checkout = checkoutsIn(record).find(({ value }) => textField(field(value, 'request'), 'id') === id);
  const over = checkout && instantSpan(checkout, 'expiresAt');
  return sightings.some((one) => {
    const [created, end] = [clockAnswer(record, one), instantSpan(one, 'paymentWindowEndsAt')];
    const now = created && targetTimeAt(record, created, one.exchange);
    if (!now || !end || one.exchange.sentNs < paid.atNs + allowed) return false;
    return now.most < end.least && (!over || now.most < over.least);
  });
}

/** Reports an end that contradicts the amount: UNDERPAID or EXPIRED though enough came in time, or another end though too little came. */
function endsOtherwise(record: RunRecord, life: StatusHistory, sighting: AcquiringSighting): Fault[] {
  const payment = paymentOf(record, sighting);
  const enough = payment && isEnough(payment);
  if (enough === undefined || !payment || !hasEnded('request', sighting)) return [];
  const amounts = payment.sent.map(({ amount }) => amount.toFixed()).join(' and ');
  const paid = `for ${amounts}${payment.due ? ` of ${payment.due.toFixed()}` : ''}`;
  if (statusOf(sighting) === 'EXPIRED')
    return wasPaidInTime(record, life, payment)
      ? [otherwise(sighting, 'status', `the outcome of its payment ${paid} in time,`)]
      : [];
  const isUnderpaid = outcomeOf(sighting) === 'CONFLICT UNDERPAID';
  if (enough) return isUnderpaid ? [otherwise(sighting, 'reason', `anything but UNDERPAID ${paid}`)] : [];
  // A SUCCESS that no transfer earned has its own words.
  if (isUnderpaid || statusOf(sighting) === 'SUCCESS') return [];
  return [{ ...otherwise(sighting, 'status', `CONFLICT UNDERPAID ${paid}`), seen: outcomeOf(sighting) }];
}

/** Each request that this run paid shows what was sent to it, and ends as the rule on payAmount says (LIF-21). */
export function showsItsPayment(record: RunRecord, life: StatusHistory): Fault[] {
  const amounts = life.sightings.flatMap((one) => {
    const payment = paymentOf(record, one);
    return payment ? [...paidOtherwise(one, payment), ...notOverpaid(one, payment)] : [];
  });
  return [...amounts.slice(0, 2), ...life.sightings.flatMap((one) => endsOtherwise(record, life, one)).slice(0, 1)];
}
