import { type Arbitrary, integer, tuple } from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import { type Decimal, decimal, roundTo } from '../../schemas/json/exact.ts';
import { justAbove, justBelow } from './nextDouble.ts';
import { type Writing, writingOf } from './writings.ts';

/** The limits that a method sets for an amount (§ Payment method), as exact decimals instead of doubles. */
export interface Limits {
  scale: number;
  minLimit?: Decimal;
  maxLimit?: Decimal;
}

/** The least amount for a method that names no minimum. It is above zero, and small enough to do no harm. */
const modest = decimal('10');

/** Writes a decimal as a JSON number, digit for digit. */
function jsonNumber(value: Decimal): LosslessNumber {
  return new LosslessNumber(value.toFixed());
}

function leastOf({ scale, minLimit, maxLimit }: Limits): Decimal {
  if (minLimit?.gt(0)) return roundTo(minLimit, scale, 'UP');
  return maxLimit?.lt(modest) ? roundTo(maxLimit, scale, 'DOWN') : modest;
}

/** The least amount that a method accepts. */
export const leastAmount = (limits: Limits): LosslessNumber => jsonNumber(leastOf(limits));

/**
 * A small amount is this many times the least one, since limits may change between the list and the order. The factor fills every decimal that a method allows,
 * so that whoever rounds an amount to fewer decimals shows it.
 */
const clear = decimal('1.2345678912345679');

function smallOf(limits: Limits): Decimal {
  const least = leastOf(limits);
  const amount = roundTo(least.times(clear), limits.scale, 'UP');
  return limits.maxLimit?.lt(amount) ? least : amount;
}

/** Generates a number from 0 to 1. */
const part = integer({ min: 0, max: 999_999_999 }).map((nth) => decimal(String(nth)).div(999_999_999));

/** Returns an amount in the scale of a method, written in a drawn way; a small amount if the maximum is less. */
function writtenIn(limits: Limits, amount: Decimal, write: Writing): LosslessNumber {
  const { scale, maxLimit } = limits;
  const written = roundTo(write(amount), scale, 'UP');
  return jsonNumber(maxLimit?.lt(written) ? smallOf(limits) : written);
}

/** The least and the largest of small amounts, as multiples of the least one: clear of it, since limits may change, and little, since some pay-outs hold it for ever. */
const [nearest, furthest] = ['1.12', '1.6'].map((times) => decimal(times)) as [Decimal, Decimal];

/** Generates a little more than the least amount that a method accepts, with few or many decimals. A run spends such an amount by default. */
export function smallAmount(limits: Limits): Arbitrary<LosslessNumber> {
  const least = leastOf(limits);
  return tuple(part, writingOf(limits)).map(([share, write]) =>
    writtenIn(limits, least.times(nearest.plus(furthest.minus(nearest).times(share))), write),
  );
}

/** The largest drawn amount of a method without a maximum, as a multiple of the least one. */
const mostTimes = 400;

/** Generates an amount of a pay-in, which costs nothing: of each magnitude up to the maximum, with few or many decimals. */
export function payinAmount(limits: Limits): Arbitrary<LosslessNumber> {
  const least = leastOf(limits).times(nearest);
  const most = limits.maxLimit ?? least.times(mostTimes);
  const magnitudes = Math.max(0, most.div(least).log(10).toNumber());
  return tuple(part, part, writingOf(limits)).map(([share, height, write]) => {
    const reach = decimal('10').pow(height.times(magnitudes).toDecimalPlaces(6));
    const amount = least.plus(least.times(reach.minus(1)).times(share.plus(1).div(2)));
    return writtenIn(limits, amount, write);
  });
}

/** Returns the amount next to another one: an order of it is no repetition, which a service may refuse as a guard against doubles. */
export function nextAmount(amount: unknown, { scale, maxLimit }: Limits): LosslessNumber {
  const [value, unit] = [decimal(String(amount)), decimal('10').pow(-scale)];
  const above = justAbove(value, unit);
  return jsonNumber(maxLimit?.lt(above) ? justBelow(value, unit) : above);
}

/** The units between two distinctive amounts. */
const apart = decimal('7');

/** Returns an amount a little above the least one, different for each `nth`. A balance change of exactly this amount is unlikely to belong to another order. */
export function distinctiveAmount(limits: Limits, nth: number): LosslessNumber {
  const least = smallOf(limits);
  const amount = least.plus(decimal('10').pow(-limits.scale).times(apart).times(nth));
  return jsonNumber(limits.maxLimit?.lt(amount) ? least : amount);
}

/** The limits of a pair, and the scale of its rate if it is shown. */
type PairLimits = { minLimit: Decimal; maxLimit?: Decimal; scale?: number | undefined };

/** Returns a few units of some decimal by a number, less than the least amount of a pair, so that orders of one pair have from none to all of its decimals. */
function unitsInTurn({ minLimit, scale = 0 }: PairLimits, nth: number): Decimal {
  const places = Math.max(minLimit.decimalPlaces(), scale);
  const units = decimal('10')
    .pow(-(nth % (places + 1)))
    .times(1 + (nth % 7));
  return units.lt(minLimit) ? units : decimal('0');
}

/**
 * Returns an amount for an exchange order, different for each `nth`: a small multiple of the minimum and a little more, with at most as many decimals as the minimum
 * or the rate has (§ Exchange limit).
 */
export function exchangeAmount(pair: PairLimits, nth: number): LosslessNumber {
  const amount = pair.minLimit.times(nth + 2).plus(unitsInTurn(pair, nth));
  return jsonNumber(pair.maxLimit?.lt(amount) ? pair.maxLimit : amount);
}

/** Returns the largest amount that a method accepts, with no more decimals than its scale; undefined if the list has no maximum. */
export function mostAmount({ scale, maxLimit }: Limits): LosslessNumber | undefined {
  return maxLimit && jsonNumber(roundTo(maxLimit, scale, 'DOWN'));
}

/**
 * Returns the largest of the small amounts of several methods that this method accepts. If a target falls back to one of these methods, that method accepts the
 * amount, too.
 */
export function amountForAll(method: Limits, others: readonly Limits[]): LosslessNumber {
  const most = method.maxLimit ?? leastOf(method).times(1000);
  const fitting = [method, ...others].map(smallOf).filter((least) => least.lte(most));
  const largest = fitting.reduce((one, other) => (other.gt(one) ? other : one), smallOf(method));
  return jsonNumber(roundTo(largest, method.scale, 'DOWN'));
}

/** An amount with one decimal too many, and its two neighbours that the scale can write. */
export interface Precise {
  sent: LosslessNumber;
  below: string;
  above: string;
}

/** Returns a small amount with one decimal too many. The last digit is a 6: it distinguishes rounding up and half up from truncation. */
export function overPrecise(limits: Limits): Precise {
  const least = smallOf(limits);
  const unit = decimal('10').pow(-limits.scale);
  const sent = jsonNumber(least.plus(unit.times(decimal('0.6'))));
  return { sent, below: least.toFixed(), above: least.plus(unit).toFixed() };
}

/** Returns a million times the least amount, to find out what a maximum of 0 means. */
export function farAbove(limits: Limits): LosslessNumber {
  return jsonNumber(leastOf(limits).times(decimal('1000000')));
}

/** Returns amounts that every method refuses, each with its defect (PIN-07). */
export function invalidAmounts(limits: Limits): { why: string; amount: unknown }[] {
  const negative = jsonNumber(leastOf(limits).negated());
  const outside = amountsOutsideLimits(limits).filter(({ why }) => why !== 'zero');
  return [
    { why: 'zero', amount: jsonNumber(decimal('0')) },
    { why: 'negative', amount: negative },
    { why: 'a text that is no number', amount: 'ten' },
    { why: 'null', amount: null },
    ...outside,
  ];
}

/** Returns amounts that a method refuses, each with its defect. One beyond a limit is as near to it as a service can tell that reads a Float as a double. */
export function amountsOutsideLimits({ scale, minLimit, maxLimit }: Limits): { why: string; amount: LosslessNumber }[] {
  const unit = decimal('10').pow(-scale);
  const below = minLimit && justBelow(minLimit, unit);
  return [
    { why: 'zero', amount: jsonNumber(decimal('0')) },
    ...(below?.gt(0) ? [{ why: 'below minLimit', amount: jsonNumber(below) }] : []),
    ...(maxLimit ? [{ why: 'above maxLimit', amount: jsonNumber(justAbove(maxLimit, unit)) }] : []),
  ];
}

/** The fees of a method (§ Payment method): percent of the amount, and a fixed sum; together at least the minimum fee, if there is one. */
export interface Fees {
  percent: Decimal;
  fixed: Decimal;
  leastFee?: Decimal;
}

/**
 * Returns the least and the most that a pay-out may take from a balance: the amount without a fee, and the amount with the full fee rounded up to the method's
 * scale.
 */
export function payoutCost(
  amount: LosslessNumber,
  { scale, percent, fixed, leastFee = decimal('0') }: Limits & Fees,
): Record<'least' | 'most', string> {
  const least = decimal(amount);
  const fee = least.times(percent).div(100).plus(fixed);
  return {
    least: least.toFixed(),
    most: least.plus(roundTo(fee.lt(leastFee) ? leastFee : fee, scale, 'UP')).toFixed(),
  };
}

/** Returns an amount above a balance. It is far above if the method's maximum allows that, since the balance may grow meanwhile. */
export function beyondBalance(balance: Decimal, { scale, maxLimit, ...limits }: Limits): LosslessNumber {
  const least = leastOf({ scale, ...limits });
  const twice = roundTo(balance.times(2).plus(least), scale, 'UP');
  return jsonNumber(maxLimit?.gt(balance) && maxLimit.lt(twice) ? roundTo(maxLimit, scale, 'DOWN') : twice);
}

/** Returns the amount that is one unit above a balance, or the method's maximum if that is less. */
export function justBeyondBalance(balance: Decimal, { scale, maxLimit }: Limits): LosslessNumber {
  const amount = justAbove(roundTo(balance, scale, 'DOWN'), decimal('10').pow(-scale));
  return jsonNumber(maxLimit?.lt(amount) ? roundTo(maxLimit, scale, 'DOWN') : amount);
}

/** Returns six tenths of a balance, which holds this amount once but not twice, or the method's maximum if that is less. */
export function shareOfBalance(balance: Decimal, limits: Limits): LosslessNumber {
  return wholeBalance(balance.times(decimal('0.6')), limits);
}

/** Returns the whole balance, or the method's maximum if that is less. */
export function wholeBalance(balance: Decimal, { scale, maxLimit }: Limits): LosslessNumber {
  return jsonNumber(roundTo(maxLimit?.lt(balance) ? maxLimit : balance, scale, 'DOWN'));
}

/** Shares of an amount that is processed in part, with many digits, so that both parts have every decimal: 0 stands for one unit, 1 for all but one unit. */
export const partialShares = ['0.4137293651', '0', '1', '0.0719283741', '0.9348571629'] as const;

/**
 * Returns the amounts of a payment processed in part: the processed amount, the rest, and the most that may return to the balance (the rest with its fee). The
 * two parts differ, unless the amount has two units: with equal parts, nobody could tell which of them a field carries.
 */
export function partialPaymentAmounts(
  amount: unknown,
  { scale, ...fees }: Limits & Fees,
  share: (typeof partialShares)[number] = '0.4137293651',
): Record<'requested' | 'processed' | 'rest' | 'most', string> {
  const requested = decimal(String(amount));
  const unit = decimal('10').pow(-scale);
  const near = roundTo(requested.times(decimal(share)), scale, 'DOWN');
  const most = roundTo(requested.minus(unit), scale, 'DOWN');
  const within = near.gt(most) ? most : near.lt(unit) ? unit : near;
  const processed = most.lt(unit) ? roundTo(requested.times('0.4'), scale, 'DOWN') : within;
  const rest = requested.minus(processed);
  const cost = payoutCost(jsonNumber(rest), { scale, ...fees });
  return { requested: requested.toFixed(), processed: processed.toFixed(), rest: rest.toFixed(), most: cost.most };
}
