import { Decimal } from 'decimal.js';
import { isLosslessNumber, type LosslessNumber } from 'lossless-json';

// Significant digits of all arithmetic: money needs fewer than 40, and a hostile number of a megabyte must not be slow.
const precision = 100;

const Money = Decimal.clone({ precision, defaults: true, toExpPos: precision, toExpNeg: -precision });

const jsonNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

// The largest exponent in either direction, beyond the exponent of any double. Larger exponents cannot be written out or used in calculations, so they are
// clamped to this value.
const farthest = 400;

/** A JSON number that keeps its source text in `value`. */
export type ExactNumber = LosslessNumber;

/**
 * Returns the decimal value of a JSON number or numeric string, rounded to 100 significant digits; throws RangeError if it is not a number. Values beyond
 * 1e400, or closer to 0 than 1e-400, are clamped to that limit but are printed as received.
 */
export function decimal(value: ExactNumber | string): Decimal {
  const text = isLosslessNumber(value) ? value.value : value;
  if (!jsonNumber.test(text))
    throw new RangeError(`decimal: expected a number, got ${JSON.stringify(text.slice(0, 40))}`);
  return within(new Money(text).toSignificantDigits(precision), text);
}

/** Limits the exponent on input: a dozen characters could otherwise produce a text of gigabytes. */
function within(value: Decimal, text: string): Decimal {
  const isInRange = value.isZero() ? !/^[^e]*[1-9]/i.test(text) : Math.abs(value.e) <= farthest;
  if (isInRange) return value;
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

/** The name of a rounding mode that a rate can state, such as HALF_EVEN (§ Exchange rate, roundingMode). */
export type RoundingMode = keyof typeof roundingModes;

/** True if a text names a known rounding mode. */
export function isRoundingMode(text: string): text is RoundingMode {
  return Object.hasOwn(roundingModes, text);
}

/** Rounds a value to `scale` decimal places (0 to 100) in the named mode (§ Exchange rate, scale and roundingMode). */
export function roundTo(value: Decimal, scale: number, mode: RoundingMode): Decimal {
  return value.toDecimalPlaces(scale, roundingModes[mode]);
}

export type { Decimal };
