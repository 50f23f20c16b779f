import { Decimal } from 'decimal.js';

/** Exact decimals: 120 significant digits, far more than any amount, rate or fee of § Resources needs. */
const Exact = Decimal.clone({ precision: 120, toExpNeg: -9e15, toExpPos: 9e15 });

/** An exact decimal quantity of one currency. */
export type Money = Decimal;

/** Zero of any currency. */
export const ZERO: Money = new Exact(0);

/** An exact decimal from its text or from a small whole number. */
export const money = (text: string | number): Money => new Exact(text);

/** Up to `scale` decimals, halves and more away from zero included: never below the exact value (of a positive one). */
export const roundUp = (value: Money, scale: number): Money => value.toDecimalPlaces(scale, Decimal.ROUND_UP);

/** Up to `scale` decimals, the rest cut off. */
export const roundDown = (value: Money, scale: number): Money => value.toDecimalPlaces(scale, Decimal.ROUND_DOWN);

const MODES = {
  HALF_EVEN: Decimal.ROUND_HALF_EVEN,
  HALF_UP: Decimal.ROUND_HALF_UP,
  DOWN: Decimal.ROUND_DOWN,
} as const;

/** How a rate says that amounts are rounded (§ Exchange rate, roundingMode). */
export type RoundingMode = keyof typeof MODES;

/** Up to `scale` decimals, rounded as a mode says. */
export const rounded = (value: Money, scale: number, mode: RoundingMode): Money =>
  value.toDecimalPlaces(scale, MODES[mode]);

/** Up to `scale` decimals, halves to the even neighbour. */
export const roundHalfEven = (value: Money, scale: number): Money => rounded(value, scale, 'HALF_EVEN');

/** The smallest step in the last decimal place of a value: 1 for 25, 0.01 for 0.25. */
export const lastUnit = (value: Money): Money => new Exact(10).pow(-value.decimalPlaces());

/** Whether a value is an exact decimal. */
export const isMoney = (value: unknown): value is Money => Decimal.isDecimal(value);
