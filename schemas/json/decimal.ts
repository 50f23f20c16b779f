import { Decimal } from 'decimal.js';
import { isLosslessNumber, type LosslessNumber } from 'lossless-json';

// Significant digits of all arithmetic: money needs under 40, and a hostile number of a megabyte must stay quick.
const precision = 100;

const Money = Decimal.clone({ precision, defaults: true, toExpPos: precision, toExpNeg: -precision });

const jsonNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

// Further from 1 than any double: what is beyond could neither be written out nor reckoned with, and counts as this far.
const farthest = 400;

/** A JSON number that keeps its source text in `value`. */
export type ExactNumber = LosslessNumber;

/**
 * The decimal value of a JSON number or numeric string, rounded to 100 significant digits; throws RangeError when it is not a number. One beyond 1e400, or
 * nearer to 0 than 1e-400, counts as that, whatever its exponent, and is written as it came.
 */
export function decimal(value: ExactNumber | string): Decimal {
  const text = isLosslessNumber(value) ? value.value : value;
  if (!jsonNumber.test(text))
    throw new RangeError(`decimal: wanted a number, seen ${JSON.stringify(text.slice(0, 40))}`);
  return within(new Money(text).toSignificantDigits(precision), text);
}

/** Exponents end where numbers come in: a dozen characters may ask for a text of gigabytes. */
function within(value: Decimal, text: string): Decimal {
  const isSound = value.isZero() ? !/^[^e]*[1-9]/i.test(text) : Math.abs(value.e) <= farthest;
  if (isSound) return value;
  const isHuge = !value.isZero() && !(value.e < 0);
  const least = new Money(`${text.startsWith('-') ? '-' : ''}1e${isHuge ? farthest : -farthest}`);
  const asItCame = { value: () => (text.length > precision ? least.toExponential() : text) };
  return Object.defineProperties(least, { toFixed: asItCame, toString: asItCame });
}

const roundingModes = {
  HALF_EVEN: Decimal.ROUND_HALF_EVEN,
  HALF_UP: Decimal.ROUND_HALF_UP,
  HALF_DOWN: Decimal.ROUND_HALF_DOWN,
  UP: Decimal.ROUND_UP,
  DOWN: Decimal.ROUND_DOWN,
  CEILING: Decimal.ROUND_CEIL,
  FLOOR: Decimal.ROUND_FLOOR,
} as const satisfies Record<string, Decimal.Rounding>;

/** The name of a rounding mode that a rate can state, HALF_EVEN and its kin (§ Exchange rate, roundingMode). */
export type RoundingMode = keyof typeof roundingModes;

/** Whether a text names a rounding mode that we know. */
export function isRoundingMode(text: string): text is RoundingMode {
  return Object.hasOwn(roundingModes, text);
}

/** The value rounded to `scale` decimal places (0 to 100) by the named mode (§ Exchange rate, scale and roundingMode). */
export function roundTo(value: Decimal, scale: number, mode: RoundingMode): Decimal {
  return value.toDecimalPlaces(scale, roundingModes[mode]);
}

export type { Decimal };
