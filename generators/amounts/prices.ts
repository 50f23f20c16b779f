import { LosslessNumber } from 'lossless-json';
import type { Price } from '../../schemas/domain/assets.ts';
import { type Decimal, decimal, roundTo } from '../../schemas/json/exact.ts';

/** Writes a decimal as a JSON number, digit for digit. */
export const jsonNumber = (value: Decimal) => new LosslessNumber(value.toFixed());

/** An amount is this many times the least one: enough that its digits differ from the limit's. */
const timesLeast = decimal('12.34');

/** Returns the decimals that a currency surely supports: two in general, zero if the least amount is large, and those of the least amount if it is small. */
export function placesOf({ isOwn, minLimit = decimal('1') }: Price): number {
  if (isOwn && minLimit.lt(1)) return minLimit.decimalPlaces();
  return minLimit.gte(100) ? 0 : 2;
}

function withinMost(amount: Decimal, { maxLimit }: Price, places: number): Decimal {
  return maxLimit?.lt(amount) ? roundTo(maxLimit, places, 'DOWN') : amount;
}

const [cent, hundred] = [decimal('0.01'), decimal('100')];

/** True if an amount, as a binary fraction times a hundred, falls below its cents: a server that cuts such a product loses a cent. */
const fallsBelow = (amount: Decimal) => Math.trunc(amount.toNumber() * 100) < amount.times(hundred).toNumber();

/** At most so many cents are added. Such amounts come in clusters: from 10 to 16 there is none. */
const mostCents = 600;

/** Returns the next amount that falls below its cents, if the amount has two decimals and one is near. */
function awkward(amount: Decimal, places: number): Decimal {
  for (let nth = 0; places === 2 && nth < mostCents; nth += 1) {
    const next = amount.plus(cent.times(nth));
    if (fallsBelow(next)) return next;
  }
  return amount;
}

/** Returns an amount well within its limits, with few decimals, which binary fractions do not hold. */
export function amountWithin(price: Price): Decimal {
  const places = placesOf(price);
  const amount = roundTo((price.minLimit ?? decimal('1')).times(timesLeast), places, 'UP');
  return withinMost(awkward(amount, places), price, places);
}

/** How many times the least one drawn amounts are at least: less where a rate may move the limit, and nearly the least where none does. */
const leastTimes = { converted: 1.37, own: 1.1 };

const mostTimes = 90;

/** One in so many drawn amounts is the usual one, and one the least one of a price in the own currency of its asset. */
const usualOneIn = 8;

/** Returns a part of 1 for a number of 16 bits; those of neighbours lie apart. */
export const partOf = (drawn: number): number => ((drawn * 40_503) % 65_536) / 65_536;

/** Returns an amount within its limits, of any size and with none to two decimals by a drawn number; each magnitude is as likely. */
export function amountInTurn(price: Price, drawn: number): Decimal {
  if (drawn % usualOneIn === 0) return amountWithin(price);
  const from = price.isOwn ? leastTimes.own : leastTimes.converted;
  const isLeast = drawn % usualOneIn === 1 && price.isOwn;
  const times = decimal(isLeast ? '1' : (from * (mostTimes / from) ** partOf(drawn)).toFixed(4));
  const places = placesOf(price);
  const amount = roundTo((price.minLimit ?? decimal('1')).times(times), places === 2 ? drawn % 3 : places, 'UP');
  return withinMost(amount, price, places);
}

/** How many times the least one the amounts of a price are at least, by their size. Their digits fill the decimals that the currency surely has. */
const sizes = {
  small: decimal('1.37'),
  middling: decimal('98.76'),
  large: decimal('12345.67'),
  huge: decimal('654321.98'),
};

/** Its digits fill from three to eight decimals. */
const filling = decimal('0.00345679');

/**
 * Returns an amount with every decimal of its currency: a little more than the given one, or that one where the maximum or the decimals allow no more. A service
 * that keeps its prices in cents shows itself by such an amount alone.
 */
export function precisely(amount: Decimal, places: number, { maxLimit }: Pick<Price, 'maxLimit'>): Decimal {
  const precise = amount.plus(roundTo(filling, places, 'HALF_UP'));
  return places <= 2 || maxLimit?.lt(precise) ? amount : precise;
}

/** Amounts of one size differ by up to so many times the least of them. */
const spreadOfSize = 2.2;

/** Returns amounts of several magnitudes within the limits of a price, by their size, each drawn by a number. A size that the limits do not allow is left out. */
export function amountsOfSizes(price: Price, drawn: number): { size: string; amount: Decimal }[] {
  const places = placesOf(price);
  const least = (price.minLimit ?? decimal('1')).times(decimal((1 + spreadOfSize * partOf(drawn)).toFixed(4)));
  return Object.entries(sizes)
    .map(([size, times]) => ({ size, amount: awkward(roundTo(least.times(times), places, 'UP'), places) }))
    .filter(({ amount, size }) => (price.maxLimit ? price.maxLimit.gte(amount) : size === 'small'));
}
