import { LosslessNumber } from 'lossless-json';
import { type Decimal, decimal, roundTo } from '../../schemas/json/exact.ts';
import { isSameDouble } from './nextDouble.ts';

/** Positions of a product (amount × price) relative to a tie: exactly in the middle of two values that the scale can write, or just beside the middle. */
export const tieCases = [
  'a tie after an even digit',
  'a tie after an odd digit',
  'just below a tie',
  'just above a tie',
] as const;

/** One of `tieCases`. */
export type TieCase = (typeof tieCases)[number];

/** The input for choosing an amount of a pair: a price, the scale of the asset it converts into (§ Exchange rate), and limits for the amount. */
export interface Pricing {
  price: Decimal;
  scale: number;
  least: Decimal;
  most: Decimal;
}

const powerOfTen = (places: number) => 10n ** BigInt(Math.max(0, places));

const greatestDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatestDivisor(b, a % b));

/** Returns the inverse of a number modulo a coprime number. */
function inverse(number: bigint, modulus: bigint): bigint {
  let [high, low, one, other] = [modulus, number % modulus, 0n, 1n];
  while (low > 0n) {
    const times = high / low;
    [high, low] = [low, high - times * low];
    [one, other] = [other, one - times * other];
  }
  return ((one % modulus) + modulus) % modulus;
}

/**
 * Returns the least number, not below `from`, whose product with `factor` leaves the remainder `rest` modulo `modulus`; undefined if that number does not
 * exist.
 */
function leastFactor(factor: bigint, { rest, modulus, from }: { rest: bigint; modulus: bigint; from: bigint }) {
  const divisor = greatestDivisor(factor, modulus);
  if (rest % divisor !== 0n) return undefined;
  const step = modulus / divisor;
  const first = step === 1n ? 0n : ((rest / divisor) * inverse((factor / divisor) % step, step)) % step;
  return from + ((((first - from) % step) + step) % step);
}

/**
 * Returns the remainder that a product has in a tie case. It is modulo `unit` beside a tie, and modulo twice `unit` at a tie, where the parity of a digit
 * matters.
 */
function restOf(tieCase: TieCase, unit: bigint, divisor: bigint): bigint {
  const below = ((unit / 2n - (unit % 2n === 0n ? 1n : 0n)) / divisor) * divisor;
  const rests: Readonly<Record<TieCase, bigint>> = {
    'a tie after an even digit': unit / 2n,
    'a tie after an odd digit': unit + unit / 2n,
    'just below a tie': below,
    'just above a tie': (unit / 2n / divisor + 1n) * divisor,
  };
  return rests[tieCase];
}

/** Returns the least amount with `places` decimals whose product with the price fits the tie case. */
function amountOf(tieCase: TieCase, { price, scale, least, most }: Pricing, places: number): Decimal | undefined {
  const pricePlaces = price.decimalPlaces();
  const lost = places + pricePlaces - scale;
  // A product that the scale can write is never rounded.
  if (lost <= 0) return undefined;
  const unit = powerOfTen(lost);
  const factor = BigInt(price.times(decimal('10').pow(pricePlaces)).toFixed());
  const rest = restOf(tieCase, unit, greatestDivisor(factor, unit));
  const isBeside = tieCase.startsWith('just');
  if (isBeside && (rest <= 0n || rest >= unit || rest * 2n === unit)) return undefined;
  const grid = decimal('10').pow(places);
  const from = BigInt(roundTo(least.times(grid), 0, 'UP').toFixed());
  const found = leastFactor(factor, { rest, modulus: isBeside ? unit : unit * 2n, from });
  const amount = found === undefined ? undefined : decimal(String(found)).div(grid);
  return amount?.lte(most) ? amount : undefined;
}

/**
 * Returns the amount with the fewest decimals whose product with the price fits the tie case; of several amounts, the least. The amount has no more decimals
 * than the scale or the least amount. Returns undefined if the limits contain no fitting amount. Solves a linear congruence instead of trying amounts.
 */
export function amountForTie(tieCase: TieCase, pricing: Pricing): Decimal | undefined {
  const few = pricing.least.decimalPlaces();
  const most = Math.max(few, pricing.scale);
  const places = Array.from({ length: most - few + 1 }, (_, index) => few + index);
  return places.reduce<Decimal | undefined>((found, one) => found ?? amountOf(tieCase, pricing, one), undefined);
}

/** A name of a pair that no service has (XCH-05, XCH-07). */
export const unknownPair = 'QQQZZZ';

/** An asset that no service has. */
export const unknownAsset = 'QQQZZZ';

/** The listed limits of a pair (§ Exchange limit). */
interface PairLimits {
  minLimit: Decimal;
  maxLimit?: Decimal;
  /** The scale of the pair's rate. */
  scale?: number;
}

/** How close to a limit an amount is: by one unit of the limit's last digit, of cents, of the scale of the rate, or of a digit beyond that scale. */
export const nearnesses = [
  'a digit of the limit',
  'a cent',
  'the scale',
  'beyond the scale',
  'far beyond the scale',
] as const;

/** One of `nearnesses`. */
export type Nearness = (typeof nearnesses)[number];

/** The decimals of a rate that shows no scale, and those of the finest amounts. */
const [usualScale, finest] = [6, 8];

const placesOf = (limit: Decimal, scale = usualScale): Readonly<Record<Nearness, number>> => ({
  'a digit of the limit': limit.decimalPlaces(),
  'a cent': 2,
  'the scale': scale,
  'beyond the scale': scale + 1,
  'far beyond the scale': Math.max(finest, scale + 2),
});

/** Returns the decimals that a service surely has for an amount: those of the limit and of the rate. */
const surePlaces = (limit: Decimal, scale = 0) => Math.max(limit.decimalPlaces(), scale);

const unitOf = (limit: Decimal, places: number) => decimal('10').pow(-Math.max(limit.decimalPlaces(), places));

/** If no digit of the limit is left below it, the amount is this part of it, which rounds to nothing and not to the limit. */
const belowAll = decimal('0.25');

/**
 * Returns amounts outside the limits of a pair, each with its defect (XCH-05): amounts close to a limit; zero; and a negative amount. A service that rounds an
 * amount before it compares it takes only amounts that are closer than it rounds; with which precision is not shown. `isFine` marks such amounts. None is above
 * the maximum, because a service that takes it executes an exchange of the largest size.
 */
export function amountsOutsidePairLimits(
  { minLimit, maxLimit, scale }: PairLimits,
  nearness: Nearness = 'a digit of the limit',
): { why: string; value: Decimal; amount: LosslessNumber; isFine: boolean }[] {
  const places = placesOf(minLimit, scale)[nearness];
  const below = minLimit.minus(unitOf(minLimit, places));
  const above = (limit: Decimal) =>
    limit.plus(unitOf(limit, Math.min(placesOf(limit, scale)[nearness], surePlaces(limit, scale))));
  const values = [
    { why: 'zero', value: decimal('0') },
    { why: 'negative', value: minLimit.negated() },
    { why: 'below minLimit', value: below.gt(0) ? below : minLimit.times(belowAll) },
    ...(maxLimit ? [{ why: 'above maxLimit', value: above(maxLimit) }] : []),
  ];
  return values
    .filter(({ value }) => ![minLimit, maxLimit].some((limit) => limit && isSameDouble(value, limit)))
    .map((one) => ({
      ...one,
      amount: new LosslessNumber(one.value.toFixed()),
      isFine: one.value.eq(below) && below.gt(0) && places > surePlaces(minLimit, scale),
    }));
}
