import { Decimal } from 'decimal.js';
import { isLosslessNumber, type LosslessNumber } from 'lossless-json';

// Significant digits of all arithmetic: money needs under 40, and a hostile number of a megabyte must stay quick.
const precision = 100;

const Money = Decimal.clone({ precision, defaults: true, toExpPos: precision, toExpNeg: -precision });

const jsonNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A JSON number that keeps its source text in `value`. */
export type ExactNumber = LosslessNumber;

/** The decimal value of a JSON number or numeric string, rounded to 100 significant digits; throws RangeError when it is not a number. */
export function decimal(value: ExactNumber | string): Decimal {
  const text = isLosslessNumber(value) ? value.value : value;
  if (!jsonNumber.test(text))
    throw new RangeError(`decimal: wanted a number, seen ${JSON.stringify(text.slice(0, 40))}`);
  return new Money(text).toSignificantDigits(precision);
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
