import { Decimal as BaseDecimal } from 'decimal.js';

/** The decimal arithmetic of this server: wide enough that no sum or product of money is ever cut short. */
export const Decimal = BaseDecimal.clone({
  precision: 80,
  rounding: BaseDecimal.ROUND_HALF_EVEN,
  toExpNeg: -1000,
  toExpPos: 1000,
});

/** An exact amount of money, a rate or a percentage. */
export type Money = BaseDecimal;

/** The amount zero. */
export const ZERO: Money = new Decimal(0);

/** Makes an exact amount out of decimal text. */
export function money(text: string): Money {
  return new Decimal(text);
}

const DECIMAL_TEXT = /^-?\d+(\.\d+)?([eE][+-]?\d{1,2})?$/;
const LONGEST_TEXT = 80;

/** Reads decimal text that came from outside; undefined when it is not a number of sensible size. */
export function readDecimal(text: string): Money | undefined {
  if (text.length > LONGEST_TEXT || !DECIMAL_TEXT.test(text)) return undefined;
  const value = new Decimal(text);
  return value.abs().lt('1e40') && value.decimalPlaces() <= 60 ? value : undefined;
}

/** Rounds to a number of decimals, ties to the even neighbour. */
export function roundEven(value: Money, scale: number): Money {
  return value.toDecimalPlaces(scale, BaseDecimal.ROUND_HALF_EVEN);
}

/** Rounds to a number of decimals, always away from zero. */
export function roundUp(value: Money, scale: number): Money {
  return value.toDecimalPlaces(scale, BaseDecimal.ROUND_UP);
}

/** Rounds to a number of decimals, always towards zero. */
export function roundDown(value: Money, scale: number): Money {
  return value.toDecimalPlaces(scale, BaseDecimal.ROUND_DOWN);
}

/** The percentage part of an amount, not rounded. */
export function percentOf(value: Money, percent: Money): Money {
  return value.times(percent).dividedBy(100);
}
