import { type Arbitrary, constant } from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import { type Decimal, decimal, roundTo } from '../../schemas/json/exact.ts';

/** The limits that a method sets for an amount (§ Payment method); decimals, not doubles. */
export interface Limits {
  scale: number;
  minLimit?: Decimal;
  maxLimit?: Decimal;
}

/** Where a method names no minimum, this is small enough not to hurt and large enough not to be nothing. */
const modest = decimal('10');

/** The JSON number of a decimal, digit for digit. */
function jsonNumber(value: Decimal): LosslessNumber {
  return new LosslessNumber(value.toFixed());
}

function leastOf({ scale, minLimit, maxLimit }: Limits): Decimal {
  if (minLimit?.gt(0)) return roundTo(minLimit, scale, 'UP');
  return maxLimit?.lt(modest) ? roundTo(maxLimit, scale, 'DOWN') : modest;
}

/** The least that a method takes, where that is the point. */
export const leastAmount = (limits: Limits): LosslessNumber => jsonNumber(leastOf(limits));

/** So many times the least one is an amount: limits may move between a list and an order. */
const clear = decimal('1.25');

function smallOf(limits: Limits): Decimal {
  const least = leastOf(limits);
  const amount = roundTo(least.times(clear), limits.scale, 'UP');
  return limits.maxLimit?.lt(amount) ? least : amount;
}

/** A little more than the least that a method takes: what a run spends by default, since some pay-outs hold their amount for ever. */
export function smallAmount(limits: Limits): Arbitrary<LosslessNumber> {
  return constant(jsonNumber(smallOf(limits)));
}

/** So many units lie between two odd amounts. */
const apart = decimal('7');

/** An amount a little above the least one, another for each `nth`: what moves just as much is hardly anybody else's. */
export function distinctiveAmount(limits: Limits, nth: number): LosslessNumber {
  const least = smallOf(limits);
  const amount = least.plus(decimal('10').pow(-limits.scale).times(apart).times(nth));
  return jsonNumber(limits.maxLimit?.lt(amount) ? least : amount);
}

/** An amount for an exchange order, another for each `nth`: a few times the least one, in no more decimals than that has (§ Exchange limit). */
export function exchangeAmount(
  { minLimit, maxLimit }: { minLimit: Decimal; maxLimit?: Decimal },
  nth: number,
): LosslessNumber {
  const amount = minLimit.times(nth + 2);
  return jsonNumber(maxLimit?.lt(amount) ? maxLimit : amount);
}

/** The most that a method takes, in no more places than its scale; undefined where the list has no maximum. */
export function mostAmount({ scale, maxLimit }: Limits): LosslessNumber | undefined {
  return maxLimit && jsonNumber(roundTo(maxLimit, scale, 'DOWN'));
}

/** The largest of some small amounts that a method takes: whichever of those methods a target falls back to would take it, too. */
export function amountForAll(method: Limits, others: readonly Limits[]): LosslessNumber {
  const most = method.maxLimit ?? leastOf(method).times(1000);
  const fitting = [method, ...others].map(smallOf).filter((least) => least.lte(most));
  const largest = fitting.reduce((one, other) => (other.gt(one) ? other : one), smallOf(method));
  return jsonNumber(roundTo(largest, method.scale, 'DOWN'));
}

/** An amount with one decimal too many, and the two amounts beside it that the scale can write. */
export interface Precise {
  sent: LosslessNumber;
  below: string;
  above: string;
}

/** A small amount with one decimal too many: a 6, which tells rounding up or half up from cutting off. */
export function overPrecise(limits: Limits): Precise {
  const least = smallOf(limits);
  const unit = decimal('10').pow(-limits.scale);
  const sent = jsonNumber(least.plus(unit.times(decimal('0.6'))));
  return { sent, below: least.toFixed(), above: least.plus(unit).toFixed() };
}

/** A million times the least amount: what a maximum of 0 may mean shows by it. */
export function farAbove(limits: Limits): LosslessNumber {
  return jsonNumber(leastOf(limits).times(decimal('1000000')));
}

/** Amounts that no method takes, whatever its limits, with what is wrong with each (PIN-07). */
export function invalidAmounts(limits: Limits): { why: string; amount: unknown }[] {
  const negative = jsonNumber(leastOf(limits).negated());
  const above = amountsOutsideLimits(limits).filter(({ why }) => why === 'above maxLimit');
  return [
    { why: 'zero', amount: jsonNumber(decimal('0')) },
    { why: 'negative', amount: negative },
    { why: 'a text that is no number', amount: 'ten' },
    { why: 'null', amount: null },
    ...above,
  ];
}

/** Amounts that a method does not take, with what is wrong with each. */
export function amountsOutsideLimits({ scale, minLimit, maxLimit }: Limits): { why: string; amount: LosslessNumber }[] {
  const unit = decimal('10').pow(-scale);
  return [
    { why: 'zero', amount: jsonNumber(decimal('0')) },
    ...(minLimit?.gt(unit) ? [{ why: 'below minLimit', amount: jsonNumber(minLimit.minus(unit)) }] : []),
    ...(maxLimit ? [{ why: 'above maxLimit', amount: jsonNumber(maxLimit.plus(unit)) }] : []),
  ];
}

/** What a method charges (§ Payment method): percent of the amount, and a fixed sum. */
export interface Fees {
  percent: Decimal;
  fixed: Decimal;
}

/** What a pay-out of an amount takes from a balance at the least and at the most: with no fee, and with all of it, rounded up to the method's scale. */
export function payoutCost(
  amount: LosslessNumber,
  { scale, percent, fixed }: Limits & Fees,
): Record<'least' | 'most', string> {
  const least = decimal(amount);
  const fee = least.times(percent).div(100).plus(fixed);
  return { least: least.toFixed(), most: least.plus(roundTo(fee, scale, 'UP')).toFixed() };
}

/** More than a balance holds, by far where the method's maximum allows it: the balance may grow meanwhile. */
export function beyondBalance(balance: Decimal, { scale, maxLimit, ...limits }: Limits): LosslessNumber {
  const least = leastOf({ scale, ...limits });
  const twice = roundTo(balance.times(2).plus(least), scale, 'UP');
  return jsonNumber(maxLimit?.gt(balance) && maxLimit.lt(twice) ? roundTo(maxLimit, scale, 'DOWN') : twice);
}

/** All that a balance holds, or the most that the method takes of it. */
export function wholeBalance(balance: Decimal, { scale, maxLimit }: Limits): LosslessNumber {
  return jsonNumber(roundTo(maxLimit?.lt(balance) ? maxLimit : balance, scale, 'DOWN'));
}

/** A payment made in part: two fifths of the amount, what is left of it, and the most that may come back with the fee. */
export function partialPaymentAmounts(
  amount: unknown,
  { scale, ...fees }: Limits & Fees,
): Record<'requested' | 'processed' | 'rest' | 'most', string> {
  const requested = decimal(String(amount));
  // Not half: the two parts would be one number, and a field that carries the one could not be told from the other's.
  const processed = roundTo(requested.times(decimal('0.4')), scale, 'DOWN');
  const rest = requested.minus(processed);
  const { most } = payoutCost(jsonNumber(rest), { scale, ...fees });
  return { requested: requested.toFixed(), processed: processed.toFixed(), rest: rest.toFixed(), most };
}
