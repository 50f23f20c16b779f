import { LosslessNumber } from 'lossless-json';
import { decimal, roundTo } from '../../schemas/json/exact.ts';
import type { Fees, Limits } from './amounts.ts';

/** Amounts that are tried above the least one: what is spent stays near it. */
const mostTried = 2_000;

/** True when a fee lies in the middle of two amounts that the scale can write, below an even or an odd last digit. */
function isTie(fee: ReturnType<typeof decimal>, scale: number, parity: 0 | 1): boolean {
  const units = fee.times(decimal('10').pow(scale));
  const whole = roundTo(units, 0, 'DOWN');
  return units.minus(whole).eq(decimal('0.5')) && whole.mod(2).eq(parity);
}

/**
 * Amounts near the least one by whose fees the usual roundings show: two that lie between two writable ones, above an even
 * digit and above an odd one; the least amount where a method's fees have none.
 */
export function feeTieAmounts({ scale, minLimit, percent, fixed }: Limits & Fees, least: unknown): LosslessNumber[] {
  const start = roundTo(minLimit ?? decimal(String(least)), scale, 'UP');
  const unit = decimal('10').pow(-scale);
  const tried = Array.from({ length: mostTried }, (_, index) => start.plus(unit.times(index)));
  const feeOf = (amount: typeof start) => amount.times(percent).div(100).plus(fixed);
  const ties = ([0, 1] as const).map((parity) => tried.find((amount) => isTie(feeOf(amount), scale, parity)) ?? start);
  return ties.map((amount) => new LosslessNumber(amount.toFixed()));
}
