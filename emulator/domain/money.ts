import { Decimal } from 'decimal.js';

/** Exact decimals with 120 significant digits, far more than any amount, rate or fee of § Resources needs. */
const Exact = Decimal.clone({ precision: 120, toExpNeg: -9e15, toExpPos: 9e15 });

/** An exact decimal quantity of one currency. */
export type Money = Decimal;

/** Zero of any currency. */
export const ZERO: Money = new Exact(0);

/** Makes an exact decimal from text or from a small whole number. */
export const money = (text: string | number): Money => new Exact(text);

/** Rounds up to `scale` decimals, away from zero; a positive result is never below the exact value. */
export const roundUp = (value: Money, scale: number): Money => value.toDecimalPlaces(scale, Decimal.ROUND_UP);

/** Truncates to `scale` decimals. */
export const roundDown = (value: Money, scale: number): Money => value.toDecimalPlaces(scale, Decimal.ROUND_DOWN);

const MODES = {
  HALF_EVEN: Decimal.ROUND_HALF_EVEN,
  HALF_UP: Decimal.ROUND_HALF_UP,
  DOWN: Decimal.ROUND_DOWN,
} as const;

/** The rounding mode of a rate (§ Exchange rate, roundingMode). */
export type RoundingMode = keyof typeof MODES;

/** Rounds to `scale` decimals by a rounding mode. */
export const rounded = (value: Money, scale: number, mode: RoundingMode): Money =>
  value.toDecimalPlaces(scale, MODES[mode]);

/** Rounds to `scale` decimals, halves to the even neighbour. */
export const roundHalfEven = (value: Money, scale: number): Money => rounded(value, scale, 'HALF_EVEN');

/** One unit in the last decimal place of a value: 1 for 25, 0.01 for 0.25. */
export const lastUnit = (value: Money): Money => new Exact(10).pow(-value.decimalPlaces());

/** True if a value is an exact decimal. */
export const isMoney = (value: unknown): value is Money => Decimal.isDecimal(value);
